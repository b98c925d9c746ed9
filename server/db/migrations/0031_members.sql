-- A key now acts only while its user is a member of the party, and with the scopes of that member's role. The engine reads
-- whether the user is a member; the role is read when a request is authenticated, and by plain writes.

CREATE CONSTRAINT TRIGGER members_invalidate_authority_cache AFTER DELETE OR UPDATE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('role');
ALTER TABLE members ENABLE ALWAYS TRIGGER members_invalidate_authority_cache;

-- A membership is known by its id in events: a user may be a member of several parties.
ALTER TABLE members ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
