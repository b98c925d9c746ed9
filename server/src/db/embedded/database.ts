import { Client } from 'pg';
import { purser } from './initdb.ts';
import type { Connection } from './cluster.ts';

const connectTimeout_ms = 10_000;
const queryTimeout_ms = 60_000;

/** Creates the database unless it exists. Returns the version of the running PostgreSQL, such as 18.4. */
export async function ensureDatabase(connection: Connection): Promise<string | undefined> {
  const client = new Client({
    ...connection,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: connectTimeout_ms,
    query_timeout: queryTimeout_ms,
  });
  // A connection lost between two queries emits an error; the next query fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; exists: boolean }>(
      `SELECT current_setting('server_version') AS version,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [connection.database],
    );
    if (!rows[0]?.exists) await client.query(`CREATE DATABASE ${purser}`);
    return rows[0]?.version;
  } finally {
    await client.end();
  }
}
