import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ensureDatabase } from './database.ts';
import type { Cluster } from './cluster.ts';
import type { Watched } from './guard.ts';
import { readPidFile, shutDown } from './postmaster.ts';
import { StartRefused } from './refused.ts';
import { type LoggedProcess, runLogged } from './run-logged.ts';
import { settle } from './settle.ts';

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
