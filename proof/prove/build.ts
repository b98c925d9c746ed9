import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { here } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { applied } from './mutant.ts';
import type { Mutant } from './mutant.ts';

// What a server needs of a checkout, and what says whether its types are right.
const parts = [
  'package.json',
  'tsconfig.json',
  'server/package.json',
  'server/start.js',
  'server/src',
  'server/db',
];

/**
 * A copy of this checkout's server with a fault in it. Answers its root. Throws where a patch does not fit, and where
 * the types are not right any more: what breaks down at the first request is no fault that anybody could overlook.
 */
export async function buildMutant({ name, patches }: Pick<Mutant, 'name' | 'patches'>): Promise<string> {
  const root = await scratchFolder();
  for (const part of parts) await cp(join(here, part), join(root, part), { recursive: true });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  for (const patch of patches) {
    const file = join(root, patch.file);
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
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`the mutant ${name} is not a program any more:\n${said.trimEnd()}`, { cause: error });
  }
}
