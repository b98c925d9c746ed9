import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Watched } from './guard.ts';
import { commandOf, signalProcess } from './proc.ts';

const watchEvery_ms = 250;
const fastShutdown_ms = 20_000;

/** What PostgreSQL says of itself in postmaster.pid; null when there is no such file, or no whole one yet. */
export function readPidFile(cluster: Cluster): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/** Whether this pid is a postgres that was started on the cluster's folder, by whatever command. */
export function isPostmaster(pid: number, cluster: Cluster): boolean {
  const [program, ...args] = commandOf(pid) ?? [];
  return program !== undefined && program.endsWith('/postgres') && args.includes(cluster.folder);
}

/** Whether this pid runs by the very command that we would start the cluster with. */
export function isOurPostmaster(pid: number, { command }: Cluster): boolean {
  return commandOf(pid)?.join('\0') === command.join('\0');
}

/** Keeps an eye on a postmaster that another process has started. */
export function adopt(pid: number, cluster: Cluster): Watched {
  const isRunning = () => isPostmaster(pid, cluster);
  const watch = async () => {
    while (isRunning()) await pause(watchEvery_ms);
  };
  return { pid, isRunning, gone: watch() };
}

/** Fast shutdown: sessions are ended, all is written. A shutdown that hangs is cut short; recovery makes it good. */
export async function shutDown(postmaster: Watched): Promise<void> {
  const tell = (signal: NodeJS.Signals) => postmaster.isRunning() && signalProcess(postmaster.pid, signal);
  tell('SIGINT');
  const patience = setTimeout(tell, fastShutdown_ms, 'SIGQUIT');
  await postmaster.gone;
  clearTimeout(patience);
}

/** Shuts down whatever runs on the cluster's folder. */
export async function shutDownAny(cluster: Cluster): Promise<void> {
  const found = readPidFile(cluster);
  if (found && isPostmaster(found.pid, cluster)) await shutDown(adopt(found.pid, cluster));
}

/**
 * Strikes out the pid of a dead postmaster when another process has it now: PostgreSQL would take that one for the
 * postmaster if it is of the same user. The rest of the file stays, for PostgreSQL to check the shared memory by.
 */
export async function strikeOutStalePid(cluster: Cluster): Promise<void> {
  const stale = readPidFile(cluster);
  if (!stale || !existsSync(`/proc/${stale.pid}`)) return;
  const file = await open(pidFile(cluster), 'r+');
  try {
    const text = await file.readFile('utf8');
    await file.write(text.replace(/^\d+/, String(impossiblePid)), 0);
  } finally {
    await file.close();
  }
}

// One above the most that Linux can be set to give, and no shorter than any pid it replaces.
const impossiblePid = 2 ** 22 + 1;

function pidFile({ folder }: Cluster): string {
  return join(folder, 'postmaster.pid');
}
