import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster, Connection } from './cluster.ts';
import type { Watched } from './guard.ts';
import { readPidFile, shutDown } from './postmaster.ts';
import { StartRefused } from './refused.ts';
import { type LoggedProcess, runLogged } from './run-logged.ts';
import { settle } from './settle.ts';
import { Client } from 'pg';
import { purser } from './initdb.ts';

const pollInterval_ms = 10;
const longStart_ms = 5000;

/**
 * Starts the cluster, or adopts it when it is running, and resolves once it accepts connections and has its database.
 * When this throws, the cluster is down: StartRefused for a permanent fault, another error for one that may be
 * transient.
 */
export async function launch(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched> {
  const adopted = await settle(cluster, log, signal);
  if (adopted) log.info(`Adopting the running PostgreSQL, pid ${adopted.pid}`);
  const postmaster = adopted ?? (await start(cluster, log, signal));
  try {
    const version = await ensureDatabase(cluster.connection);
    if (version === cluster.version) return postmaster;
    throw new Error(`PostgreSQL ${version} was running instead of ${cluster.version}`);
  } catch (error) {
    await shutDown(postmaster);
    throw error;
  }
}

/** Resolves when PostgreSQL reports that it is ready, however long its crash recovery takes. */
async function start(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched> {
  const postmaster = await runLogged(cluster.command, cluster.user, cluster.log);
  const notice = setTimeout(() => log.info('PostgreSQL is still recovering'), longStart_ms);
  try {
    while (!isReady(postmaster, cluster)) {
      if (!postmaster.isRunning()) throw await failureOf(postmaster, cluster);
      await pause(pollInterval_ms, undefined, { signal });
    }
    return postmaster;
  } catch (error) {
    await shutDown(postmaster);
    throw error;
  } finally {
    clearTimeout(notice);
  }
}

function isReady({ pid }: Watched, cluster: Cluster): boolean {
  const file = readPidFile(cluster);
  return file?.pid === pid && file.status === 'ready';
}

async function failureOf(postmaster: LoggedProcess, { log }: Cluster): Promise<Error> {
  const status = await postmaster.gone;
  const message = `PostgreSQL did not start: ${await postmaster.complaint()} (more in ${log})`;
  // It was killed, or started too soon after another one was killed.
  const isTransient = status === null || /shared memory block|lock file .* already exists/.test(message);
  return isTransient ? new Error(message) : new StartRefused(message);
}

const connectTimeout_ms = 10_000;
const queryTimeout_ms = 60_000;

/** Creates the database unless it exists. Returns the version of the running PostgreSQL, such as 18.4. */
async function ensureDatabase(connection: Connection): Promise<string | undefined> {
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
