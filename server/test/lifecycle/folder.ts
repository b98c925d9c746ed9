import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { signalProcess } from '../../src/db/embedded/proc.ts';
import { until } from '../flows/support.ts';
import { postmasterOn, processesOn } from '../support/processes.ts';

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

export const untilDeserted = (folder: string): Promise<void> =>
  until('no process uses the folder', () => processesOn(folder).length === 0);
