-- The triggers of the authority cache listed the columns that are cached, so that one more cached column could be forgotten
-- here. Now every change counts, unless only columns changed that the trigger's arguments name because they are never cached.
-- A new column is therefore watched until a migration says otherwise.

CREATE FUNCTION invalidate_authority_cache() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ignored text[] := coalesce(TG_ARGV, '{}'); -- TG_ARGV is null for a trigger without arguments
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - ignored IS NOT DISTINCT FROM to_jsonb(OLD) - ignored THEN
    RETURN NULL;
  END IF;
  -- Once per transaction, and at its last moment: a session that waits for this row holds every other lock already, so no
  -- session that has the row waits for it.
  IF current_setting('purser.authority_cache_invalidated', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    UPDATE authority_version SET version = version + 1;
    PERFORM set_config('purser.authority_cache_invalidated', pg_current_xact_id()::text, true);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER parties_are_remembered ON parties;
DROP TRIGGER agents_are_remembered ON agents;
DROP TRIGGER contacts_are_remembered ON contacts;
DROP TRIGGER delegations_are_remembered ON delegations;
DROP TRIGGER delegation_grants_are_remembered ON delegation_grants;
DROP TRIGGER api_keys_are_remembered ON api_keys;
DROP TRIGGER agent_keys_are_remembered ON agent_keys;
DROP FUNCTION count_authority_up();

-- A new party, agent, address, delegation or key is not cached yet; a new grant belongs to a delegation that may be.
CREATE CONSTRAINT TRIGGER parties_invalidate_authority_cache AFTER DELETE OR UPDATE ON parties
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('name', 'updated_at');
CREATE CONSTRAINT TRIGGER agents_invalidate_authority_cache AFTER DELETE OR UPDATE ON agents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by');
CREATE CONSTRAINT TRIGGER contacts_invalidate_authority_cache AFTER DELETE OR UPDATE ON contacts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
CREATE CONSTRAINT TRIGGER delegations_invalidate_authority_cache AFTER DELETE OR UPDATE ON delegations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
CREATE CONSTRAINT TRIGGER delegation_grants_invalidate_authority_cache AFTER INSERT OR DELETE OR UPDATE ON delegation_grants
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
CREATE CONSTRAINT TRIGGER api_keys_invalidate_authority_cache AFTER DELETE OR UPDATE ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('last_used_at');
CREATE CONSTRAINT TRIGGER agent_keys_invalidate_authority_cache AFTER DELETE OR UPDATE ON agent_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('last_used_at');
