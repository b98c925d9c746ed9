import { join } from 'node:path';
import { run } from '../../support/run-command.ts';
import { scratchFolder } from '../../support/scratch.ts';

const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];

/** Returns what this machine lacks to use Python; null if nothing. */
export async function whatIsAbsent(): Promise<string | null> {
  const version = 'import sys, ensurepip, venv; sys.exit(0 if sys.version_info >= (3, 11) else 1)';
  const hasPython = await succeeds('python3', ['-c', version]);
  if (!hasPython) return 'there is no python3 from 3.11 on with venv and pip';
  const words = [
    '-m',
    'pip',
    'download',
    ...quiet,
    '--retries',
    '2',
    '--no-cache-dir',
    '--no-deps',
    '--dest',
    await scratchFolder(),
    'idna',
  ];
  return (await succeeds('python3', words)) ? null : 'PyPI cannot be reached';
}

function succeeds(command: string, words: readonly string[]): Promise<boolean> {
  return run(command, words).then(
    () => true,
    () => false,
  );
}

/** Makes a virtual environment with these packages, in the versions of a file of constraints. Returns its folder. */
export async function environmentWith(packages: readonly string[], constraints: string): Promise<string> {
  const folder = await scratchFolder();
  await run('python3', ['-m', 'venv', folder]);
  if (packages.length > 0) await pip(folder, ['install', ...packages], constraints);
  return folder;
}

/** Runs pip in a virtual environment. */
export function pip(
  environment: string,
  [command = '', ...words]: readonly string[],
  constraints: string,
): Promise<string> {
  const options = [...quiet, '--constraint', constraints];
  return run(join(environment, 'bin/python'), ['-m', 'pip', command, ...options, ...words]);
}
