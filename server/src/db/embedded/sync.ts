import { open } from 'node:fs/promises';
import { hasCode } from '../failures.ts';

/**
 * Syncs the directory entries of these folders to disk, so that a new file survives a power failure. Skips a folder
 * that this process may not read.
 */
export async function syncFolders(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    const handle = await open(folder).catch((error: unknown) => {
      if (!hasCode(error, 'EACCES')) throw error;
      return null;
    });
    await handle?.sync();
    await handle?.close();
  }
}
