import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../../server/src/db/failures.ts';
import { addCleanup } from '../support/cleanup.ts';
import { scratchFolder } from '../support/scratch.ts';
import { NotPermitted } from './fault.ts';

const run = promisify(execFile);
const pieces_bytes = [1024 * 1024, 4096];

/** A small file system of the proof's own. */
export type Disk = { folder: string; fill: () => Promise<void>; empty: () => Promise<void> };

/** Mounts a small file system. Throws NotPermitted where this machine does not allow it. */
export async function mountDisk(size_mb: number): Promise<Disk> {
  const folder = join(await scratchFolder(), 'disk');
  await mkdir(folder);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size_mb}m,mode=0755`, 'purser-chaos', folder]);
  } catch (cause) {
    throw new NotPermitted('mounting a small file system needs root: a full disk is not tested', { cause });
  }
  addCleanup(() => run('umount', ['--lazy', folder]));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, 'a');
      for (const size of pieces_bytes) await fillWith(Buffer.alloc(size), (bytes) => file.appendFile(bytes));
      await file.close();
    },
    empty: () => rm(ballast, { force: true }),
  };
}

async function fillWith(piece: Buffer, write: (piece: Buffer) => Promise<void>): Promise<void> {
  try {
    for (;;) await write(piece);
  } catch (error) {
    if (!hasCode(error, 'ENOSPC')) throw error;
  }
}
