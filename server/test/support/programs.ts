import { execFileSync } from 'node:child_process';

/** Is this program on the machine? A bare one has Node and npm, and what needs more is not tried there. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
