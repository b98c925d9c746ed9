/**
 * Returns statements that switch off the triggers of every table that a change names, which only the owner of the
 * tables can do. Foreign keys stay.
 */
export const triggersOff = (change: string): string =>
  tablesIn(change)
    .map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER;`)
    .join(' ');

/** Returns a statement that enables these triggers again, as the baseline did. */
export const triggersOn = (change: string): string => `DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT tgrelid::regclass AS table, tgname AS trigger FROM pg_trigger
      WHERE NOT tgisinternal AND tgrelid = ANY ('{${tablesIn(change).join(',')}}'::regclass[])
    LOOP
      EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', found.table, found.trigger);
    END LOOP;
  END $$`;

function tablesIn(change: string): string[] {
  const named = change.matchAll(/\b(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/g);
  return [...new Set([...named].map(([, table = '']) => table))];
}
