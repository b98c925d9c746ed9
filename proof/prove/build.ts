import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { here } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { applied, type Build } from './mutant.ts';

// The parts of a checkout that the server, its commands and the type check need.
const parts = [
  'package.json',
  'tsconfig.json',
  'server/package.json',
  'server/start.js',
  'server/src',
  'server/db',
  'client/src',
];

/**
 * Copies this checkout's server, applies the patches of a mutant to the copy and returns its root. Throws if a patch
 * does not fit. A mutant with wrong types would fail at its first request and prove nothing, so `compile.test.ts` checks
 * the types of all mutants together within a minute. A check of each one here would double the time of `prove`.
 */
export async function buildMutant({ name, patches }: Pick<Build, 'name' | 'patches'>): Promise<string> {
  const root = await copyServer();
  await patchFiles(root, { name, patches });
  return root;
}

/** Applies patches to the files of a copy. Throws if one does not fit. */
export async function patchFiles(
  root: string,
  { name, patches }: Pick<Build, 'name' | 'patches'>,
): Promise<void> {
  for (const patch of patches) {
    const file = join(root, patch[0]);
    await writeFile(file, applied(patch, await readFile(file, 'utf8'), name));
  }
}

/** Copies what the server, its commands and the type check need of this checkout, and returns the root of the copy. */
export async function copyServer(): Promise<string> {
  const root = await scratchFolder();
  for (const part of parts) await cp(join(here, part), join(root, part), { recursive: true });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  return root;
}
