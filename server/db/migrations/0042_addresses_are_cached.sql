-- The engine now caches every address that leads to a payee, for the rules of agents about counterparties. So a verified
-- address that is added to a party invalidates the authority cache. One that is not verified is inserted with its party, by
-- a payment to an unknown address, and belongs to nothing that may be cached.

CREATE CONSTRAINT TRIGGER verified_contacts_invalidate_authority_cache AFTER INSERT ON contacts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.verified_at IS NOT NULL)
  EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER verified_contacts_invalidate_authority_cache;
