import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
 * does not fit. A mutant whose types are wrong would fail at its first request and prove nothing: `compile.test.ts`
 * checks those of all of them together, which takes less than a minute; for each alone they would take half of the time.
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

/** Returns what the type check says about a copy; '' if it finds nothing. What is not used is no error there. */
export async function typeErrorsIn(root: string, options: readonly string[] = []): Promise<string> {
  const lenient = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const tsc = join(here, 'node_modules/typescript/bin/tsc');
  const values = [tsc, '--noEmit', '-p', root, ...lenient, ...options];
  try {
    await promisify(execFile)(process.execPath, values, { cwd: root });
    return '';
  } catch (error) {
    return (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)).trimEnd();
  }
}
