-- The response to a write with a key, stored in the transaction of its effect. Payments are not here: a payment is its
-- own stored response. Responses are kept for a while, then deleted, the oldest first.
CREATE TABLE idempotency_keys (
  party_id uuid NOT NULL,
  -- Method and path, path parameters included: `POST /agents`.
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  -- SHA-256 over the parsed attributes and the acting agent.
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  status smallint NOT NULL,
  body text NOT NULL,
  -- What an agent that reads its own only is told instead; null if it is told the same.
  own_body text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (party_id, key, route)
);
-- What stands for a purchase is never deleted.
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at) WHERE NOT starts_with(key, 'purpose_');
CREATE TRIGGER idempotency_keys_immutable_columns BEFORE UPDATE ON idempotency_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();
