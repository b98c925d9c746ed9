-- Payments are refunded, whole or in parts, and payments that wait for an address are claimed.

ALTER DOMAIN movement_kind DROP CONSTRAINT movement_kind_check;
ALTER DOMAIN movement_kind ADD CONSTRAINT movement_kind_check CHECK (VALUE IN
  ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return', 'claim', 'refund', 'internal'));

-- What the payee of a payment gave back. A refund is also its transaction: rfd_X and txn_X are the same row.
CREATE TABLE refunds (
  id uuid NOT NULL PRIMARY KEY,
  payment_id uuid NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  description text,
  party_id uuid NOT NULL,
  receiver_party_id uuid NOT NULL,
  source_wallet_id uuid NOT NULL,
  destination_wallet_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  user_id uuid NOT NULL,
  instance_id text,
  created_at timestamptz NOT NULL,
  CHECK (party_id <> receiver_party_id)
);
CREATE INDEX refunds_party_id ON refunds (party_id, id);
CREATE INDEX refunds_receiver_party_id ON refunds (receiver_party_id, id);
CREATE TRIGGER refunds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE refunds ENABLE ALWAYS TRIGGER refunds_append_only;

-- The sum of a payment's refunds; null if there is none, which costs a payment nothing.
ALTER TABLE payments ADD COLUMN refunded_amount bigint,
  ADD CONSTRAINT payments_refunded_amount_check CHECK (refunded_amount BETWEEN 1 AND amount);

DROP TRIGGER payments_immutable_columns ON payments;
CREATE TRIGGER payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.payee_party_id IS NOT NULL) EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at', 'refunded_amount');
ALTER TABLE payments ENABLE ALWAYS TRIGGER payments_immutable_columns;
