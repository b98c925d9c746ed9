import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ensureDatabase } from './database.ts';
import type { Cluster } from './cluster.ts';
import type { Watched } from './guard.ts';
import { readPidFile, shutDown } from './postmaster.ts';
import { StartRefused } from './refused.ts';
import { type LoggedProcess, runLogged } from './run-logged.ts';
import { settle } from './settle.ts';

const lookAgain_ms = 10;
const longStart_ms = 5000;

/**
 * Brings the cluster up, or adopts it when it runs, and resolves once it takes connections and has its database.
 * When this throws, the cluster is down: StartRefused for a fault that will not pass, another error for one that may.
 */
export async function launch(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched> {
  const adopted = await settle(cluster, log, signal);
  if (adopted) log.info(`Adopting the PostgreSQL that runs already, pid ${adopted.pid}`);
  const postmaster = adopted ?? (await start(cluster, log, signal));
  try {
    const version = await ensureDatabase(cluster.connection);
    if (version === cluster.version) return postmaster;
    throw new Error(`PostgreSQL ${version} was running in the place of ${cluster.version}`);
  } catch (error) {
    await shutDown(postmaster);
    throw error;
  }
}

/** Resolves when PostgreSQL says that it is ready, however long its recovery after a crash may take. */
async function start(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched> {
  const postmaster = await runLogged(cluster.command, cluster.user, cluster.log);
  const notice = setTimeout(() => log.info('PostgreSQL is still recovering'), longStart_ms);
  try {
    while (!isReady(postmaster, cluster)) {
      if (!postmaster.isRunning()) throw await failureOf(postmaster, cluster);
      await pause(lookAgain_ms, undefined, { signal });
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
  // Killed, or too soon after one that was killed.
  const mayPass = status === null || /shared memory block|lock file .* already exists/.test(message);
  return mayPass ? new Error(message) : new StartRefused(message);
}
