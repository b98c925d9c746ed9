import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { findProcesses, signalProcess } from '../../src/db/embedded/proc.ts';
import { until } from '../flows/support.ts';

const scratch = new Set<string>();

afterAll(async () => {
  for (const folder of scratch) await removeFolder(folder);
});

/** Creates a data folder that the database's user may enter. It is deleted after the tests. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-test-'));
  await chmod(folder, 0o711);
  scratch.add(folder);
  return folder;
}

/** Stops the processes that a failed test left on the folder, then deletes the folder. */
async function removeFolder(folder: string): Promise<void> {
  const pid = await postmasterOn(folder).catch(() => null);
  if (pid !== null && processesOn(folder).includes(pid)) signalProcess(pid, 'SIGQUIT');
  await untilDeserted(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns the pid of the folder's postmaster, as PostgreSQL recorded it. Throws when there is none. */
export async function postmasterOn(folder: string): Promise<number> {
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  if (pid > 0) return pid;
  throw new Error('PostgreSQL has not written its pid yet');
}

/** Returns the processes with the folder in their command line: the postmaster and its guard. */
export const processesOn = (folder: string): number[] =>
  findProcesses((command) => command.some((word) => word.includes(folder)));

export const untilDeserted = (folder: string): Promise<void> =>
  until('no process uses the folder', () => processesOn(folder).length === 0);
