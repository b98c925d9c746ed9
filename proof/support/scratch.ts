import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProcesses } from '../../server/src/db/embedded/proc.ts';

const made = new Set<string>();

/** A folder of this process's own, which PostgreSQL's user may pass through. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-proof-'));
  await chmod(folder, 0o755);
  made.add(folder);
  return folder;
}

/** Removes every folder made here, once the databases in them are down. */
export async function removeScratch(): Promise<void> {
  for (const folder of made) await removeFolder(folder);
}

/** Removes one of them. */
export async function removeFolder(folder: string): Promise<void> {
  if (made.has(folder)) {
    const deadline_ms = Date.now() + 15_000;
    while (isInUse(folder) && Date.now() < deadline_ms) await pause(50);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    made.delete(folder);
  }
}

function isInUse(folder: string): boolean {
  return findProcesses((command) => command.some((word) => word.includes(folder))).length > 0;
}
