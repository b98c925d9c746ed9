-- A party can be frozen: nothing that it pays or asks for is accepted until it is unfrozen. Money still arrives. The engine
-- already reads and caches `status`, and the triggers of the authority cache watch it.

ALTER TABLE parties DROP CONSTRAINT parties_status_check,
  ADD CONSTRAINT parties_status_check CHECK (status IN ('PROVISIONAL', 'ACTIVE', 'FROZEN'));

-- What a frozen party has under way: few rows at any time.
CREATE INDEX payments_unclaimed ON payments (payer_party_id, id) WHERE status = 'PENDING_CLAIM';
CREATE INDEX transfers_under_way ON transfers (party_id, id) WHERE status = 'PROCESSING';
