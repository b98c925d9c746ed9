import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/purser', import.meta.url));

/** The setting with which a program finds its TypeScript compiled, as `npm start` does: a third of the time to load. */
export const compiled = { NODE_COMPILE_CACHE: cache };

/**
 * Returns whether a program is installed. A bare machine has Node and npm only; tests that need more are
 * skipped there.
 */
export function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** How a program ended, and what it printed. */
export type Ended = { code: number; out: string; err: string };

/** Runs a script with these arguments and settings, and no others but where programs are, to its end. */
export async function runScript(
  script: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  const { PATH = '', HOME = '/' } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, HOME, ...compiled, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), out, err };
}
