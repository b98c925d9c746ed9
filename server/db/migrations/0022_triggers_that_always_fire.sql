-- TRUNCATE runs no trigger for rows, and `session_replication_role = replica` runs no trigger that is enabled as usual: both
-- went past the authority cache and changed what is immutable. Now no table can be truncated, and every trigger always runs.
-- The trigger of the authority cache also finds its table whatever the session's search path is: a restore sets none.

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is never truncated', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE
  found record;
BEGIN
  FOR found IN -- the append-only tables refuse it already
    SELECT relname AS table FROM pg_class c WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgtype & 32 = 32)
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()',
      found.table || '_never_truncated', found.table);
  END LOOP;
  FOR found IN
    SELECT relname AS table, tgname AS trigger FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', found.table, found.trigger);
  END LOOP;
  EXECUTE format('ALTER FUNCTION invalidate_authority_cache() SET search_path = %I, pg_temp', current_schema());
END $$;
