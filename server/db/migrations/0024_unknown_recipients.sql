-- An address that led to no party became a PROVISIONAL party as soon as a payment named it, even one that only waited for
-- an approval, and stayed one for ever. Now such a payment keeps the address and has no payee until it is approved, and
-- whoever signs up with an address becomes the party that is waiting there.

-- A payee is found once: a payment that has one keeps it.
ALTER TABLE payments ADD COLUMN recipient_address text;
ALTER TABLE payments ALTER COLUMN payee_party_id DROP NOT NULL;
ALTER TABLE payments ADD CONSTRAINT payments_payee_check
  CHECK (payee_party_id IS NOT NULL OR (recipient_address IS NOT NULL AND reviewed AND accepted_at IS NULL));
DROP TRIGGER payments_immutable_columns ON payments;
CREATE TRIGGER payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.payee_party_id IS NOT NULL) EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at');
CREATE TRIGGER payeeless_payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.payee_party_id IS NULL) EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'payee_party_id', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at');
ALTER TABLE payments ENABLE ALWAYS TRIGGER payments_immutable_columns;
ALTER TABLE payments ENABLE ALWAYS TRIGGER payeeless_payments_immutable_columns;

-- A PROVISIONAL party may become any party. An ACTIVE one keeps its type, and its currency, which its limits are in.
DROP TRIGGER parties_immutable_columns ON parties;
CREATE TRIGGER parties_immutable_columns BEFORE UPDATE ON parties FOR EACH ROW
  WHEN (OLD.status <> 'PROVISIONAL') EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'name', 'email', 'per_transaction', 'per_day', 'per_month', 'limits_updated_at', 'updated_at');
CREATE TRIGGER provisional_parties_immutable_columns BEFORE UPDATE ON parties FOR EACH ROW
  WHEN (OLD.status = 'PROVISIONAL') EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'type', 'status', 'name', 'email', 'default_currency', 'per_transaction', 'per_day', 'per_month',
    'limits_updated_at', 'updated_at');
ALTER TABLE parties ENABLE ALWAYS TRIGGER parties_immutable_columns;
ALTER TABLE parties ENABLE ALWAYS TRIGGER provisional_parties_immutable_columns;

-- A payment may find its payee ACTIVE but miss the default wallet that was opened with that: it would open a second one.
DROP INDEX wallets_on_demand;
CREATE UNIQUE INDEX wallets_on_demand ON wallets (party_id, currency)
  WHERE (opened_on_demand OR is_default) AND status <> 'closed';

-- A payee sees a payment from its acceptance on.
DROP INDEX payments_payee;
CREATE INDEX payments_payee ON payments (payee_party_id, id) WHERE accepted_at IS NOT NULL;
DROP INDEX approvals_payee;
ALTER TABLE approvals DROP CONSTRAINT approvals_check1,
  ADD CONSTRAINT approvals_check1 CHECK (target_type = 'payment' OR payee_party_id IS NULL);
