import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { OsUser } from './os-user.ts';
import { findProcesses } from './proc.ts';

// The shell leaves a reader behind on our pipe and then becomes the command itself, so that the pid we know is the
// command's own. The pipe ends when we die, however we die. The reader stays for a second after its signal,
// so that whoever finds a command without one knows that no signal is on its way to it.
const script = `exec 3<&0 </dev/null
( ( read -r _; kill -INT $$ && sleep 1 ) <&3 >/dev/null 2>&1 & )
exec "$@" 3<&-`;

const words = ['/bin/sh', '-c', script, 'purser'];

// No variable of ours reaches the database: they hold secrets.
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** A process to keep an eye on. The pid is another's as soon as `isRunning` says no. */
export type Watched = { pid: number; isRunning(): boolean; gone: Promise<unknown> };

/** A command that we run; `gone` becomes its exit status, null when a signal ended it. */
export type GuardedProcess = Watched & { gone: Promise<number | null> };

/**
 * Runs a command that gets SIGINT (PostgreSQL's fast shutdown) when this process dies. It has its own session, so that
 * a Ctrl-C in the terminal is ours alone. Its output goes to the open file `log`.
 */
export async function spawnGuarded(
  command: string[],
  user: OsUser | undefined,
  log: number,
): Promise<GuardedProcess> {
  const [sh = '', ...rest] = [...words, ...command];
  const child = spawn(sh, rest, { stdio: ['pipe', log, log], detached: true, cwd: '/', env, ...user });
  const gone = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  await once(child, 'spawn');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { pid: child.pid ?? 0, isRunning, gone };
}

/** Whether the guard of such a command is still there, to shut it down or having just done so. */
export function isGuarded(command: string[]): boolean {
  const guard = [...words, ...command].join('\0');
  return findProcesses((other) => other.join('\0') === guard).length > 0;
}
