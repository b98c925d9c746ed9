import type { Client } from 'pg';
import { StartRefused } from './embedded/refused.ts';

const oldestVersion = 150_000;
const mustBeOn = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * Throws StartRefused for a database that could lose an acknowledged payment or decide on stale balances: durability
 * switched off, a replica, an encoding other than UTF8, or PostgreSQL older than 15 (guarantees, rule 6).
 */
export async function checkSafety(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name = ANY($1)
     UNION ALL SELECT 'replica', pg_is_in_recovery()::text`,
    [[...mustBeOn, 'server_version_num', 'server_encoding']],
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const faults: string[] = [];
  if (Number(settings.get('server_version_num')) < oldestVersion)
    faults.push('PostgreSQL 15 or newer is needed');
  if (settings.get('server_encoding') !== 'UTF8') faults.push('its encoding must be UTF8');
  if (settings.get('replica') === 'true')
    faults.push('it is a replica; money is decided on the primary only');
  for (const name of mustBeOn) {
    // synchronous_commit may be stricter than "on" (remote_apply), never weaker.
    const setting = settings.get(name) ?? '';
    if (!['on', 'remote_apply'].includes(setting)) faults.push(`${name} is ${setting} and must be on`);
  }
  if (faults.length > 0) throw new StartRefused(`This database is not safe for money: ${faults.join('; ')}.`);
}
