-- Refused writes that repeat are one line of the audit log, with how many there were. Every other line is about one.
ALTER TABLE audit_lines ADD COLUMN count bigint NOT NULL DEFAULT 1 CHECK (count > 0);

CREATE OR REPLACE VIEW audit_log AS
SELECT id, at, request_id, party_id, user_id, key_prefix, agent_id, instance_id, action, target_id, decision, reason, count
FROM audit_lines
UNION ALL
SELECT p.id, p.created_at, p.request_id, p.initiator_party_id, p.user_id, coalesce(k.prefix, a.prefix), p.agent_id,
  p.instance_id, 'POST /payments', p.id, 'accepted', NULL, 1
FROM payments p
LEFT JOIN api_keys k ON k.id = p.credential_id
LEFT JOIN agent_keys a ON a.id = p.credential_id
WHERE p.request_id IS NOT NULL;
