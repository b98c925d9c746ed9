-- What holds for every table: none is ever truncated, and every trigger always fires. TRUNCATE runs no trigger for rows,
-- and `session_replication_role = replica` runs none that is enabled in the ordinary way. It may run again at any time.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN -- a table that is append-only refuses it already
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
END $$;
