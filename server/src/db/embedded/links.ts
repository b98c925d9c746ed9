import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hasCode } from '../failures.ts';

/**
 * Creates the library links that the package's install script creates, for installations with --ignore-scripts.
 * `native` is the package's folder of that name, or a copy of it. Existing links are kept, so concurrent calls are
 * safe. Throws when a link is missing and cannot be created.
 */
export async function ensureSymlinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list.filter(isLink)) {
    const link = join(native, relative('native', target));
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

type Link = { source: string; target: string };

function isLink(entry: unknown): entry is Link {
  return typeof entry === 'object' && entry !== null && 'source' in entry && 'target' in entry;
}
