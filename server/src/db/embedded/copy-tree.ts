import { randomBytes } from 'node:crypto';
import { chmod, cp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../failures.ts';

/**
 * Copies a folder of programs to where everybody may run them and only the copier may change them. The copy appears
 * whole, on the disk, or not at all; one that is there already is taken as it is. Returns whether a copy was made.
 */
export async function copyTree(from: string, to: string): Promise<boolean> {
  if (await stat(to).catch(() => null)) return false;
  const partial = `${to}.new-${randomBytes(4).toString('hex')}`;
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  await settleModes(partial);
  return rename(partial, to).then(
    () => true,
    async (error: unknown) => {
      await rm(partial, { recursive: true, force: true });
      if (hasCode(error, 'EEXIST', 'ENOTEMPTY')) return false;
      throw error;
    },
  );
}

async function settleModes(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await settleMode(join(entry.parentPath, entry.name));
  }
}

async function settleMode(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}
