import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { run } from '../../proof/support/run-command.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** How the command ended, and what it wrote. */
export type Ended = { code: number; out: string; err: string };

/** The built command, in a folder of this test file, with a home that nobody else has. */
export type BuiltProgram = {
  bin: string;
  home: string;
  /** Runs it by pipes to its end. */
  run: (args: readonly string[], env?: Record<string, string>, input?: string) => Promise<Ended>;
};

/** Declares the command, built before the tests of the file and removed after them. */
export function builtProgram(): () => BuiltProgram {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purser-cli-'));
    await mkdir(join(folder, 'bin'));
    await mkdir(join(folder, 'home'));
    await copyFile(here('../bin/purser.js'), join(folder, 'bin/purser.js'));
    await copyFile(here('../package.json'), join(folder, 'package.json'));
    await run(process.execPath, [here('../scripts/build.js'), join(folder, 'dist')], {});
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => {
    const bin = join(folder, 'bin/purser.js');
    const home = join(folder, 'home');
    return { bin, home, run: (args, env, input) => runBuilt(bin, home, args, env, input) };
  };
}

async function runBuilt(
  bin: string,
  home: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [bin, ...args], { env: { PATH, HOME: home, ...env } });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), out, err };
}

/** Returns an environment in which this key acts on this server. */
export const actingAs = (apiKey: string, baseUrl: string): Record<string, string> => ({
  PURSER_API_KEY: apiKey,
  PURSER_URL: baseUrl,
});
