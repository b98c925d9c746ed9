import { execFileSync } from 'node:child_process';

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
