import type { World } from './world.ts';

// What background work writes at times of its own.
const ofBackgroundWork = `'key_uses', 'payment_watermarks', 'event_watermarks', 'audit_blocks',
  'webhook_progress', 'webhook_retries', 'webhook_deliveries', 'webhook_servers'`;

/**
 * Returns one digest per table of the database, without what a request that changes nothing may leave behind:
 * the end of a statement, and the audit line of a refusal.
 */
export async function digestOf({ sql }: Pick<World, 'sql'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN (${ofBackgroundWork})
     ORDER BY table_name`,
  );
  const queries = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(md5(string_agg(row, '' ORDER BY row)), '') AS digest
       FROM (SELECT (to_jsonb(t) - ARRAY['dated_to_us'])::text AS row FROM "${name}" t
             WHERE to_jsonb(t)->>'decision' IS DISTINCT FROM 'refused') rows`,
  );
  const rows = await sql<{ name: string; digest: string }>(queries.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
