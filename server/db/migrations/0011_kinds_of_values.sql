-- What a value may be, as a type of its own in the tables that every payment writes: PostgreSQL reads and plans each CHECK
-- of a table anew in every statement that writes to it, and keeps those of a domain (docs/performance.md). What concerns
-- several columns stays a CHECK.
CREATE DOMAIN amount AS bigint CHECK (VALUE BETWEEN 1 AND 9007199254740991);
CREATE DOMAIN balance AS bigint CHECK (VALUE BETWEEN -9007199254740991 AND 9007199254740991);
CREATE DOMAIN currency AS text CHECK (octet_length(VALUE) = 3);
CREATE DOMAIN payment_status AS text CHECK (VALUE IN ('PROCESSING', 'PENDING_CLAIM', 'IN_REVIEW', 'COMPLETED', 'FAILED',
  'RETURNED', 'APPROVAL_DENIED', 'CANCELED'));
CREATE DOMAIN movement_kind AS text
  CHECK (VALUE IN ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return'));
CREATE DOMAIN wallet_place AS text CHECK (VALUE IN ('available', 'held'));
CREATE DOMAIN wallet_status AS text CHECK (VALUE IN ('active', 'frozen', 'closed'));

DROP VIEW entries;
DROP TRIGGER payments_keep_their_facts ON payments;

ALTER TABLE payments
  DROP CONSTRAINT payments_amount_check,
  DROP CONSTRAINT payments_currency_check,
  DROP CONSTRAINT payments_status_check,
  ALTER COLUMN amount TYPE amount,
  ALTER COLUMN currency TYPE currency,
  ALTER COLUMN status TYPE payment_status;
ALTER TABLE movements
  DROP CONSTRAINT movements_amount_check,
  DROP CONSTRAINT movements_kind_check,
  DROP CONSTRAINT movements_source_place_check,
  DROP CONSTRAINT movements_destination_place_check,
  ALTER COLUMN amount TYPE amount,
  ALTER COLUMN kind TYPE movement_kind,
  ALTER COLUMN source_place TYPE wallet_place,
  ALTER COLUMN destination_place TYPE wallet_place,
  ALTER COLUMN currency TYPE currency;
ALTER TABLE wallets
  DROP CONSTRAINT wallets_posted_check,
  DROP CONSTRAINT wallets_status_check,
  DROP CONSTRAINT wallets_currency_check,
  ALTER COLUMN posted TYPE balance,
  ALTER COLUMN held TYPE balance,
  ALTER COLUMN status TYPE wallet_status,
  ALTER COLUMN currency TYPE currency;

CREATE VIEW entries AS
  SELECT transaction_id, step, source_wallet_id AS wallet_id, source_place AS place, -amount AS amount, currency, created_at
  FROM movements
  UNION ALL
  SELECT transaction_id, step, destination_wallet_id, destination_place, amount, currency, created_at
  FROM movements;
CREATE TRIGGER payments_keep_their_facts BEFORE UPDATE OF id, amount, currency, description, payer_party_id,
    initiator_party_id, agent_id, recipient_agent_id, credential_id, user_id, instance_id, created_at, request_id
  ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
