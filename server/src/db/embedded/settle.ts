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

const lookAgain_ms = 20;
const orphans_rounds = 100;
const patience_rounds = 1500;

/**
 * Deals with what an earlier run has left. Resolves with a postmaster to adopt, or with null when the ground is clear for
 * a new one. One on its way down is waited for; one that was started otherwise, or takes over half a minute, is shut down.
 */
export async function settle(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Watched | null> {
  for (let round = 0; ; round += 1) {
    const found = readPidFile(cluster);
    if (!found || !isPostmaster(found.pid, cluster)) break;
    const { pid, status } = found;
    if (!isOurPostmaster(pid, cluster) || round > patience_rounds) await shutDown(adopt(pid, cluster));
    else if (status === 'ready' && !isGuarded(cluster.command)) return adopt(pid, cluster);
    if (round === 0) log.info(`Waiting for the earlier PostgreSQL, pid ${pid}, to settle`);
    await pause(lookAgain_ms, undefined, { signal });
  }
  await endOrphans(cluster, signal);
  await strikeOutStalePid(cluster);
  await prepareSocketFolder(cluster.connection.host, cluster.user);
  return null;
}

/** Sessions outlive a killed postmaster for as long as their query runs, and no new one may start beside them. */
async function endOrphans({ name }: Cluster, signal: AbortSignal): Promise<void> {
  const find = () => findProcesses(([title = '']) => title.startsWith(`postgres: ${name}: `));
  for (let round = 0, orphans = find(); orphans.length > 0 && round < orphans_rounds; round += 1) {
    for (const pid of orphans) signalProcess(pid, 'SIGKILL');
    await pause(lookAgain_ms, undefined, { signal });
    orphans = find();
  }
}
