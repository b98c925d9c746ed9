-- The idempotency key of a payment is one of its facts, and never forgotten: no retry pays twice, however late it comes.
-- What was answered can be rendered from the payment, once it says whether it had to be approved.
ALTER TABLE payments ADD COLUMN idempotency_key text;
ALTER TABLE payments ADD COLUMN fingerprint bytea;
ALTER TABLE payments ADD COLUMN reviewed boolean NOT NULL DEFAULT false;

UPDATE payments SET reviewed = true WHERE id IN (SELECT target_id FROM approvals WHERE target_type = 'payment');
UPDATE payments SET idempotency_key = k.key, fingerprint = k.fingerprint
  FROM idempotency_keys k
  WHERE k.route = 'POST /payments'
    AND payments.id = coalesce(k.payment_id, substr(k.body::json #>> '{data,id}', 5)::uuid);
DELETE FROM idempotency_keys WHERE route = 'POST /payments';

ALTER TABLE payments ADD CONSTRAINT payments_key_check CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL));
CREATE UNIQUE INDEX payments_key ON payments (initiator_party_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
ALTER TABLE idempotency_keys DROP COLUMN payment_id;
ALTER TABLE idempotency_keys ALTER COLUMN body SET NOT NULL;

DROP TRIGGER payments_keep_their_facts ON payments;
CREATE TRIGGER payments_keep_their_facts BEFORE UPDATE OF id, amount, currency, description, payer_party_id,
    initiator_party_id, agent_id, recipient_agent_id, credential_id, user_id, instance_id, created_at, request_id,
    idempotency_key, fingerprint, reviewed
  ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
