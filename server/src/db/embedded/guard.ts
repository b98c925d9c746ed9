import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { OsUser } from './os-user.ts';
import { findProcesses } from './proc.ts';

// The shell starts a reader (the guard) on our pipe and then becomes the command, so the child's pid is the command's. The
// pipe closes however this process dies. The guard stays for a second after its signal: a command without a guard
// therefore has no signal pending.
const script = `exec 3<&0 </dev/null
( ( read -r _; kill -INT $$ && sleep 1 ) <&3 >/dev/null 2>&1 & )
exec "$@" 3<&-`;

const words = ['/bin/sh', '-c', script, 'purser'];

// The database inherits no environment variables, because they contain secrets.
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** A watched process. Once `isRunning` returns false, the pid may belong to another process. */
export type Watched = { pid: number; isRunning(): boolean; gone: Promise<unknown> };

/** A command that this process runs; `gone` resolves with its exit status, null when a signal killed it. */
export type GuardedProcess = Watched & { gone: Promise<number | null> };

/**
 * Runs a command that gets SIGINT (PostgreSQL's fast shutdown) when this process dies. It has its own session, so that
 * a Ctrl-C in the terminal does not reach it. Its output goes to the open file `log`.
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

/** Whether the guard of a command is still running: it is waiting to shut the command down, or has just done so. */
export function isGuarded(command: string[]): boolean {
  const guard = [...words, ...command].join('\0');
  return findProcesses((other) => other.join('\0') === guard).length > 0;
}
