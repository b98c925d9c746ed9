import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Client, ClientBase } from 'pg';
import { StartRefused } from './embedded/refused.ts';
import { within } from './tx.ts';

const folder = new URL('../../db/migrations/', import.meta.url);
const lockKey = 7_283_910_455n; // any constant: "Purser migrates"

type Migration = { version: number; name: string; sql: string; checksum: string };

/**
 * Migrates the schema to this program's version: forward only, under an advisory lock, each migration in a transaction
 * with its record. Throws StartRefused where the database is newer, or an applied migration was changed.
 */
export async function migrate(client: Client): Promise<void> {
  const migrations = await readMigrations();
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

/** Whether Purser has migrated this database before. */
export async function isMigrated(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS found",
  );
  return rows[0]?.found ?? false;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version: Number(name.slice(0, 4)), name, sql, checksum };
    }),
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
      `Migration ${known.name} was changed after it was applied to this database. A draft of your own: npm run db:reset.`,
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
