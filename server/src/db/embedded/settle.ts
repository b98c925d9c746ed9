import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from './cluster.ts';
import { type Watched, isGuarded } from './guard.ts';
import {
  adopt,
  isOurPostmaster,
  isPostmaster,
  readPidFile,
  shutDown,
  strikeOutStalePid,
} from './postmaster.ts';
import { findProcesses, signalProcess } from './proc.ts';
import { prepareSocketFolder } from './socket-folder.ts';

const pollInterval_ms = 20;
const orphanRounds = 100;
const waitRounds = 1500;

/**
 * Cleans up after an earlier run. Resolves with a running postmaster to adopt, or with null when a new one can be
 * started. Waits for one that is starting or stopping, for half a minute; shuts down one that takes longer or has
 * another command.
 */
export async function settle(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched | null> {
  for (let round = 0; ; round += 1) {
    const found = readPidFile(cluster);
    if (!found || !isPostmaster(found.pid, cluster)) break;
    const { pid, status } = found;
    if (!isOurPostmaster(pid, cluster) || round > waitRounds) await shutDown(adopt(pid, cluster));
    else if (status === 'ready' && !isGuarded(cluster.command)) return adopt(pid, cluster);
    if (round === 0) log.info(`Waiting for the earlier PostgreSQL, pid ${pid}`);
    await pause(pollInterval_ms, undefined, { signal });
  }
  await killOrphans(cluster, signal);
  await strikeOutStalePid(cluster);
  await prepareSocketFolder(cluster.connection.host, cluster.user);
  return null;
}

/**
 * Kills the backends of a dead postmaster: they survive it until their query ends, and prevent a new one from starting.
 */
async function killOrphans({ name }: Cluster, signal: AbortSignal): Promise<void> {
  const find = () => findProcesses(([title = '']) => title.startsWith(`postgres: ${name}: `));
  for (let round = 0, orphans = find(); orphans.length > 0 && round < orphanRounds; round += 1) {
    for (const pid of orphans) signalProcess(pid, 'SIGKILL');
    await pause(pollInterval_ms, undefined, { signal });
    orphans = find();
  }
}
