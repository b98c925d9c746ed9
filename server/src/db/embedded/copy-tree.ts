import { randomBytes } from 'node:crypto';
import { chmod, cp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../failures.ts';

/**
 * Copies a folder of programs so that every user may run them and only the current user may change them. The copy
 * appears complete and synced to disk, or not at all. An existing copy is kept. Returns whether a copy was made.
 */
export async function copyTree(from: string, to: string): Promise<boolean> {
  if (await stat(to).catch(() => null)) return false;
  const partial = `${to}.new-${randomBytes(4).toString('hex')}`;
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  await setModes(partial);
  return rename(partial, to).then(
    () => true,
    async (error: unknown) => {
      await rm(partial, { recursive: true, force: true });
      if (hasCode(error, 'EEXIST', 'ENOTEMPTY')) return false;
      throw error;
    },
  );
}

async function setModes(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await setMode(join(entry.parentPath, entry.name));
  }
}

async function setMode(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}
