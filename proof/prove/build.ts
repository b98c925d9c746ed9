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
 * does not fit, or if the types are no longer correct: a mutant that fails at its first request would prove nothing.
 */
export async function buildMutant({ name, patches }: Pick<Build, 'name' | 'patches'>): Promise<string> {
  const root = await scratchFolder();
  for (const part of parts) await cp(join(here, part), join(root, part), { recursive: true });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  for (const patch of patches) {
    const file = join(root, patch[0]);
    await writeFile(file, applied(patch, await readFile(file, 'utf8'), name));
  }
  if (patches.length > 0) await checkTypes(root, name);
  return root;
}

async function checkTypes(root: string, name: string): Promise<void> {
  const lenient = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const tsc = join(here, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', root, ...lenient], { cwd: root });
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`the mutant ${name} does not compile:\n${output.trimEnd()}`, { cause: error });
  }
}
