import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createHosts } from '../db/hosts.ts';
import { StartRefused } from '../db/embedded/refused.ts';
import { startEmbeddedDatabase } from '../db/embedded/supervisor.ts';
import { syncFolders } from '../db/embedded/sync.ts';
import type { Connection } from '../db/pool.ts';
import { readDatabaseUrl } from '../lib/database-url.ts';

/** The database that the server uses; `stop` releases it. */
export type Database = { connection: Connection; embedded: boolean; stop: () => Promise<void> };

/** Returns the database at DATABASE_URL, else starts the embedded one on the data folder. Throws StartRefused. */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    return {
      connection: connectionTo(config.databaseUrl),
      embedded: false,
      stop: async () => undefined,
    };
  }
  const { connection, stop } = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
  await writePrivate(connectionFile(config), JSON.stringify(connection));
  return { connection: { ...connection, ssl: false }, embedded: true, stop };
}

function connectionTo(databaseUrl: string): Connection {
  const url = readDatabaseUrl(databaseUrl);
  if (!url) throw new StartRefused('DATABASE_URL is not the address of a database');
  const { connectionString, hosts } = url;
  return hosts.length === 0 ? { connectionString } : { connectionString, hosts: createHosts(hosts) };
}

/** Returns the embedded database of a running server if there is one, for commands; else works as `openDatabase`. */
export async function joinDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl === undefined) {
    const running = await runningEmbedded(config);
    if (running) return { connection: running, embedded: true, stop: async () => undefined };
  }
  return openDatabase(config, log);
}

async function runningEmbedded(config: Config): Promise<Connection | null> {
  try {
    const connection = JSON.parse(await readFile(connectionFile(config), 'utf8')) as Connection;
    const client = new Client({ ...connection, connectionTimeoutMillis: 1_000 });
    await client.connect();
    await client.end();
    return connection;
  } catch {
    return null;
  }
}

function connectionFile(config: Config): string {
  return join(config.dataDir, 'database.json');
}

/**
 * Writes a file that only this user may read, and syncs it to disk. The write is atomic: after a crash at any moment
 * the file is complete, old or new. Its content may exist nowhere else.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await syncFolders(folder);
}
