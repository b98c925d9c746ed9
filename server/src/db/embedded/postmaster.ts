import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Watched } from './guard.ts';
import { commandOf, signalProcess } from './proc.ts';

const watchInterval_ms = 250;
const fastShutdown_ms = 20_000;

/** Reads pid and status from postmaster.pid; null when the file is missing or incomplete. */
export function readPidFile(cluster: Cluster): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/** Whether this pid is a postgres that was started on the cluster's folder, by any command. */
export function isPostmaster(pid: number, cluster: Cluster): boolean {
  const [program, ...args] = commandOf(pid) ?? [];
  return program !== undefined && program.endsWith('/postgres') && args.includes(cluster.folder);
}

/** Whether this pid runs exactly the command that this program starts the cluster with. */
export function isOurPostmaster(pid: number, { command }: Cluster): boolean {
  return commandOf(pid)?.join('\0') === command.join('\0');
}

/** Watches a postmaster that another process has started. */
export function adopt(pid: number, cluster: Cluster): Watched {
  const isRunning = () => isPostmaster(pid, cluster);
  const watch = async () => {
    while (isRunning()) await pause(watchInterval_ms);
  };
  return { pid, isRunning, gone: watch() };
}

/**
 * Shuts PostgreSQL down in fast mode, and in immediate mode if that takes too long; recovery then follows at the next
 * start.
 */
export async function shutDown(postmaster: Watched): Promise<void> {
  const send = (signal: NodeJS.Signals) => postmaster.isRunning() && signalProcess(postmaster.pid, signal);
  send('SIGINT');
  const timer = setTimeout(send, fastShutdown_ms, 'SIGQUIT');
  await postmaster.gone;
  clearTimeout(timer);
}

/** Shuts down the postmaster that runs on the cluster's folder, if there is one. */
export async function shutDownAny(cluster: Cluster): Promise<void> {
  const found = readPidFile(cluster);
  if (found && isPostmaster(found.pid, cluster)) await shutDown(adopt(found.pid, cluster));
}

/**
 * Overwrites the pid of a dead postmaster in postmaster.pid when another process has it now: PostgreSQL would take a
 * process of the same user for the postmaster. The rest of the file stays, because PostgreSQL checks the shared memory
 * by it.
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

// One above the largest pid_max of Linux, and no shorter than any pid it replaces.
const impossiblePid = 2 ** 22 + 1;

function pidFile({ folder }: Cluster): string {
  return join(folder, 'postmaster.pid');
}
