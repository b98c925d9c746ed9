-- What a payment keeps of its idempotency key: half of the SHA-256 of party, route and key. It serves to find the payment,
-- and the index that it is in, whose every entry belongs at a random place, becomes less than half as large: of a large
-- table's log most had been pages of it, written whole after each checkpoint (docs/performance.md).
DROP TRIGGER payments_keep_their_facts ON payments;
DROP INDEX payments_key;
ALTER TABLE payments ALTER COLUMN idempotency_key TYPE uuid USING encode(substr(sha256(convert_to(
  replace(initiator_party_id::text, '-', '') || ' POST /payments ' || idempotency_key, 'UTF8')), 1, 16), 'hex')::uuid;
ALTER TABLE payments RENAME COLUMN idempotency_key TO key_digest;
CREATE UNIQUE INDEX payments_key ON payments (key_digest) WHERE key_digest IS NOT NULL;
CREATE TRIGGER payments_keep_their_facts BEFORE UPDATE OF id, amount, currency, description, payer_party_id,
    initiator_party_id, agent_id, recipient_agent_id, credential_id, user_id, instance_id, created_at, request_id,
    key_digest, fingerprint, reviewed
  ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
