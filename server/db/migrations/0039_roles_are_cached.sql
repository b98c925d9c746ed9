-- The engine now compares the role of a key's user with the one that the request was authenticated with, so the role is
-- cached like the membership.

DROP TRIGGER members_invalidate_authority_cache ON members;
CREATE CONSTRAINT TRIGGER members_invalidate_authority_cache AFTER DELETE OR UPDATE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE members ENABLE ALWAYS TRIGGER members_invalidate_authority_cache;
