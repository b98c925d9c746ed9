-- What a payment writes, made lighter (docs/performance.md).

-- A wallet is written anew with every payment, a counter with every counted one. With fewer rows on a page there are
-- fewer old versions to prune at each visit; and a regular expression in a CHECK is matched at each update, whatever
-- was updated.
ALTER TABLE wallets SET (fillfactor = 30);
ALTER TABLE limit_counters SET (fillfactor = 30);
ALTER TABLE wallets DROP CONSTRAINT wallets_currency_check;
ALTER TABLE wallets ADD CONSTRAINT wallets_currency_check CHECK (octet_length(currency) = 3);
ALTER TABLE payments DROP CONSTRAINT payments_currency_check;
ALTER TABLE payments ADD CONSTRAINT payments_currency_check CHECK (octet_length(currency) = 3);

-- What was asked, by whom and in which request never changes: only what became of it does.
CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% keeps what it was made with', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- Null for payments from before this migration, which have a line of their own in the audit log.
ALTER TABLE payments ADD COLUMN request_id uuid;
CREATE TRIGGER payments_keep_their_facts BEFORE UPDATE OF id, amount, currency, description, payer_party_id,
    initiator_party_id, agent_id, recipient_agent_id, credential_id, user_id, instance_id, created_at, request_id
  ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();

-- So an accepted payment is its own line of the audit log, and the log is a view of both.
ALTER TABLE audit_log RENAME TO audit_lines;
ALTER TABLE audit_lines RENAME CONSTRAINT audit_log_pkey TO audit_lines_pkey;
ALTER TABLE audit_lines RENAME CONSTRAINT audit_log_check TO audit_lines_check;
ALTER TABLE audit_lines RENAME CONSTRAINT audit_log_decision_check TO audit_lines_decision_check;
ALTER TRIGGER audit_log_append_only ON audit_lines RENAME TO audit_lines_append_only;
CREATE VIEW audit_log AS
  SELECT id, at, request_id, party_id, user_id, key_prefix, agent_id, instance_id, action, target_id, decision, reason
  FROM audit_lines
  UNION ALL
  SELECT p.id, p.created_at, p.request_id, p.initiator_party_id, p.user_id, coalesce(k.prefix, a.prefix), p.agent_id,
         p.instance_id, 'POST /payments', p.id, 'accepted', NULL
  FROM payments p LEFT JOIN api_keys k ON k.id = p.credential_id LEFT JOIN agent_keys a ON a.id = p.credential_id
  WHERE p.request_id IS NOT NULL;

-- The answer to a payment that was accepted at once says nothing that its row does not keep: it is rendered again.
ALTER TABLE idempotency_keys ALTER COLUMN body DROP NOT NULL;
ALTER TABLE idempotency_keys ADD COLUMN payment_id uuid;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_check CHECK ((body IS NULL) = (payment_id IS NOT NULL));

-- The edge remembers what a key is, and a transaction asks only whether it is still active: the rest must not change.
CREATE TRIGGER api_keys_keep_their_facts BEFORE UPDATE OF id, party_id, prefix, hash, scopes, environment, created_by
  ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER agent_keys_keep_their_facts BEFORE UPDATE OF id, party_id, agent_id, prefix, hash, created_by
  ON agent_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER agents_keep_their_facts BEFORE UPDATE OF id, party_id
  ON agents FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
