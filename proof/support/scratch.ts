import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProcesses } from '../../server/src/db/embedded/proc.ts';

const folders = new Set<string>();

/** Creates a scratch folder, which PostgreSQL's user may pass through. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-proof-'));
  await chmod(folder, 0o755);
  folders.add(folder);
  return folder;
}

/** Removes all scratch folders, each once no process uses it. */
export async function removeScratch(): Promise<void> {
  for (const folder of folders) await removeFolder(folder);
}

/** Removes one scratch folder, once no process uses it (for 15 s at most). Ignores other folders. */
export async function removeFolder(folder: string): Promise<void> {
  if (folders.has(folder)) {
    const deadline_ms = Date.now() + 15_000;
    while (isInUse(folder) && Date.now() < deadline_ms) await pause(50);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    folders.delete(folder);
  }
}

function isInUse(folder: string): boolean {
  return findProcesses((command) => command.some((word) => word.includes(folder))).length > 0;
}
