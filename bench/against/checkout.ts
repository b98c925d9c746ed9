import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { scratchFolder } from '../../proof/support/scratch.ts';
import { addCleanup } from '../cleanup.ts';
import { Usage } from '../options.ts';
import { ownRoot } from '../world/server.ts';

const run = promisify(execFile);

/** Returns the short name of a commit. Throws Usage where there is none. */
export async function nameOf(commit: string): Promise<string> {
  try {
    return await git('rev-parse', '--short', '--verify', `${commit}^{commit}`);
  } catch {
    throw new Usage(`--against must be a commit of this repository: there is no ${commit}`);
  }
}

/** Checks the commit out into a scratch folder, installs it, and returns its root. */
export async function checkOut(commit: string): Promise<URL> {
  const folder = join(await scratchFolder(), 'checkout');
  await git('worktree', 'add', '--detach', folder, commit);
  addCleanup(async () => void (await git('worktree', 'remove', '--force', folder)));
  const ending = new AbortController();
  addCleanup(async () => ending.abort()); // before the folder is removed: the newest cleanup is the first
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, signal: ending.signal });
  return pathToFileURL(`${folder}/`);
}

async function git(...words: string[]): Promise<string> {
  return (await run('git', words, { cwd: ownRoot })).stdout.trim();
}
