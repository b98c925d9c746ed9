import type { ClientBase } from 'pg';
import { SessionRefused } from './failures.ts';

export type SessionSettings = Readonly<Record<string, string>>;

type Reading = ReadonlyMap<string, string>;

const oldestVersion = 150_000;
const mustBeOn = ['fsync', 'full_page_writes', 'synchronous_commit'];
const timeLimits = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
const others = ['server_version_num', 'server_encoding', 'in_hot_standby', 'synchronous_standby_names'];

// PostgreSQL reports by a warning only that a commit did not wait for the standby.
const always: SessionSettings = { client_min_messages: 'warning' };

/** Returns the statement that sets the settings, and reads them and everything else that is checked. */
function statementFor(settings: SessionSettings): string {
  const values = new Map(
    [...mustBeOn, ...timeLimits, ...others].map((name) => [name, `current_setting('${name}')`]),
  );
  // Set by the session itself, it is not changed by a reload of the configuration.
  values.set(
    'synchronous_commit',
    `set_config('synchronous_commit', current_setting('synchronous_commit'), false)`,
  );
  for (const [name, value] of Object.entries(settings))
    values.set(name, `set_config('${name}', '${value}', false)`);
  const settled = [...values].map(([name, value]) => `('${name}', ${value})`);
  return `SELECT * FROM (VALUES ${settled.join(', ')}) AS found (name, setting)`;
}

/**
 * Sets the settings of a session and checks that its database is safe for money, in one round trip. The settings are
 * not parameters of the connection: a pooler refuses or drops parameters that it does not know. Throws SessionRefused
 * for a database that could lose an acknowledged payment or decide on stale balances: durability switched off, a
 * replica, an encoding other than UTF8, PostgreSQL older than 15, or no synchronous standby where one is required
 * (guarantees, rules 6 and 7).
 */
export async function checkSession(
  session: Pick<ClientBase, 'query'>,
  settings: SessionSettings,
  { requireSyncStandby }: { requireSyncStandby: boolean },
): Promise<void> {
  const { rows } = await session.query<{ name: string; setting: string }>(
    statementFor({ ...always, ...settings }),
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  const faults = faultsOf(found, Object.keys(settings));
  const isReplica = found.get('in_hot_standby') === 'on';
  // A replica may have no standby of its own.
  if (requireSyncStandby && !isReplica && found.get('synchronous_standby_names') === '')
    faults.push(noStandby);
  if (isReplica) faults.push('it is a replica; money is decided on the primary only');
  if (faults.length > 0) throw new SessionRefused(faults, { isUnsafe: !isReplica || faults.length > 1 });
}

const noStandby = 'synchronous_standby_names is empty and PURSER_REQUIRE_SYNC_STANDBY is true';

/** Throws SessionRefused if a standby is required and no COMMIT waits for one any more. */
export function requireStandby(
  waitsForStandby: boolean,
  { requireSyncStandby }: { requireSyncStandby: boolean },
): void {
  if (requireSyncStandby && !waitsForStandby) throw new SessionRefused([noStandby], { isUnsafe: true });
}

function faultsOf(found: Reading, set: readonly string[]): string[] {
  const faults: string[] = [];
  if (Number(found.get('server_version_num')) < oldestVersion)
    faults.push('PostgreSQL 15 or newer is needed');
  if (found.get('server_encoding') !== 'UTF8') faults.push('its encoding must be UTF8');
  for (const name of mustBeOn) {
    // synchronous_commit may be stricter than "on" (remote_apply), never weaker.
    const setting = found.get(name) ?? '';
    if (!['on', 'remote_apply'].includes(setting)) faults.push(`${name} is ${setting} and must be on`);
  }
  const missing = timeLimits.filter((name) => set.includes(name) && found.get(name) === '0');
  return [...faults, ...missing.map((name) => `${name} is 0 although it was set`)];
}
