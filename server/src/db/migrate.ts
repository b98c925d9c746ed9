import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Client, ClientBase } from 'pg';
import { StartRefused } from './embedded/refused.ts';
import { within } from './tx.ts';

const here = new URL('../../db/', import.meta.url);
const lockKey = 7_283_910_455n; // any constant: "Purser migrates"

type Migration = { version: number; name: string; sql: string; checksum: string };

/**
 * Migrates the schema to this program's version: forward only, under an advisory lock, each migration in a transaction
 * with its record. Throws StartRefused where the database has another baseline, is newer, or was migrated by a file that
 * was changed afterwards. `folder` is for tests.
 */
export async function migrate(client: Client, folder: URL = here): Promise<void> {
  const migrations = await readMigrations(folder);
  await client.query('SELECT pg_advisory_lock($1)', [lockKey.toString()]);
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const applied = await client.query<{ version: number; name: string; checksum: string }>(
      'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
    );
    for (const row of applied.rows) checkApplied(row, migrations);
    for (const migration of migrations.slice(applied.rows.length)) await apply(client, migration);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey.toString()]);
  }
}

export async function isMigrated(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS found",
  );
  return rows[0]?.found ?? false;
}

/** Reads the baseline, which is version 1 as a whole, and the files after it: `0002_….sql` and so on. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const baseline = await readSql(new URL('baseline/', folder));
  const whole = { name: 'baseline', sql: baseline.map(({ sql }) => sql).join('\n') };
  return [whole, ...(await readSql(folder))].map(({ name, sql }, index) => {
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { version: index + 1, name, sql, checksum };
  });
}

async function readSql(folder: URL): Promise<Array<{ name: string; sql: string }>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  );
}

function checkApplied(
  row: { version: number; name: string; checksum: string },
  migrations: Migration[],
): void {
  const known = migrations[row.version - 1];
  if (!known) {
    throw new StartRefused(
      `The database has schema version ${row.version} (${row.name}), newer than this Purser knows. Start a newer Purser.`,
    );
  }
  if (known.checksum !== row.checksum) {
    throw new StartRefused(
      row.version === 1
        ? 'This database has another baseline, which this Purser cannot upgrade. It is unchanged: start the Purser that made it, or start over with npm run db:reset or an empty database of your own.'
        : `Migration ${known.name} was changed after it was applied to this database. A draft of your own: npm run db:reset.`,
    );
  }
}

async function apply(client: Client, { version, name, sql, checksum }: Migration): Promise<void> {
  await within(client, async () => {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
  });
}
