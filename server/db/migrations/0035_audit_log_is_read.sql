-- The audit log is read by party, and within it by agent, conversation and target. The lines that the view `audit_log`
-- derives from payments are read by the indexes of payments; the two new ones have no row for a payment without an agent
-- or a conversation. A conversation is indexed by a hash, because its id may be longer than an index entry.

CREATE INDEX audit_lines_party_id ON audit_lines (party_id, id) WHERE party_id IS NOT NULL;
CREATE INDEX audit_lines_agent_id ON audit_lines (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX audit_lines_instance_id ON audit_lines (party_id, hashtextextended(instance_id, 0), id)
  WHERE instance_id IS NOT NULL;
CREATE INDEX audit_lines_target_id ON audit_lines (target_id, id) WHERE target_id IS NOT NULL;
CREATE INDEX payments_agent_id ON payments (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX payments_instance_id ON payments (initiator_party_id, hashtextextended(instance_id, 0), id)
  WHERE instance_id IS NOT NULL;
