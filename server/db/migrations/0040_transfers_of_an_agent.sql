-- A backtest reads the latest withdrawals of an agent, as it reads its payments by `payments_agent_id`. Other transfers have
-- no row in the index.

CREATE INDEX transfers_agent_id ON transfers (agent_id, id) WHERE agent_id IS NOT NULL;
