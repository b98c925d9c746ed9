import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { findProcesses, signalProcess } from '../../src/db/embedded/proc.ts';
import { until } from '../flows/support.ts';

const scratch = new Set<string>();

afterAll(async () => {
  for (const folder of scratch) await clearAway(folder);
});

/** A data folder of a test's own, which the database's user may pass through. It is gone after the tests. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-test-'));
  await chmod(folder, 0o711);
  scratch.add(folder);
  return folder;
}

/** Ends what a failed test has left on the folder, then removes it. */
async function clearAway(folder: string): Promise<void> {
  const pid = await postmasterOn(folder).catch(() => null);
  if (pid !== null && processesOn(folder).includes(pid)) signalProcess(pid, 'SIGQUIT');
  await untilDeserted(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The pid of the folder's postmaster, as PostgreSQL wrote it down. Throws where it wrote none. */
export async function postmasterOn(folder: string): Promise<number> {
  const [pid] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Processes that have the folder in their command: the postmaster and its guard. */
export function processesOn(folder: string): number[] {
  return findProcesses((command) => command.some((word) => word.includes(folder)));
}

export function untilDeserted(folder: string): Promise<void> {
  return until('nothing runs on the folder any more', () => processesOn(folder).length === 0);
}
