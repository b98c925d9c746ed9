import { readdirSync, readFileSync } from 'node:fs';
import { hasCode } from '../failures.ts';

/** Returns a live process's arguments (or the title that replaced them); null when it has ended or is a zombie. */
export function commandOf(pid: number): string[] | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.some((word) => word !== '') ? words.slice(0, -1) : null;
  } catch {
    return null;
  }
}

/** Returns the pids of all live processes whose command passes the test. */
export function findProcesses(passes: (command: string[]) => boolean): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    const command = commandOf(pid);
    return command !== null && passes(command);
  });
}

/** Sends a signal. Ignores a process that has ended or belongs to another user. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH', 'EPERM')) throw error;
  }
}
