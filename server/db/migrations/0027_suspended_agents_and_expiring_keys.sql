-- An agent can be suspended and resumed, and a key can expire. Both end what the agent or key may do at once, so both
-- invalidate the authority cache: its triggers watch `status`, and every new column.

ALTER TABLE agents DROP CONSTRAINT agents_status_check,
  ADD CONSTRAINT agents_status_check CHECK (status IN ('ACTIVE', 'SUSPENDED', 'REVOKED'));
CREATE INDEX agents_status ON agents (party_id, status, id);

-- An API key gets its expiry when it is created. An agent key gets one when it is replaced by its rotation.
ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
ALTER TABLE agent_keys ADD COLUMN expires_at timestamptz;

DROP TRIGGER agent_keys_immutable_columns ON agent_keys;
CREATE TRIGGER agent_keys_immutable_columns BEFORE UPDATE ON agent_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('last_used_at', 'revoked_at', 'revoked_by', 'expires_at');
ALTER TABLE agent_keys ENABLE ALWAYS TRIGGER agent_keys_immutable_columns;
