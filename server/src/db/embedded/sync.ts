import { open } from 'node:fs/promises';
import { hasCode } from '../failures.ts';

/**
 * Puts the names that these folders hold on the disk, so that a power cut does not take a new one away. A folder that we
 * may pass through but not read is left to its owner.
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
