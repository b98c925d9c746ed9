import { open, rename, stat } from 'node:fs/promises';
import { type GuardedProcess, spawnGuarded } from './guard.ts';
import type { OsUser } from './os-user.ts';

const fullLog_bytes = 10 * 1024 * 1024;
const read_bytes = 64 * 1024;

/** A guarded process whose output goes to a log file; `complaint` returns its last error message. */
export type LoggedProcess = GuardedProcess & { complaint(): Promise<string> };

/** Runs a command as `user`, with its output appended to the log file. A full log is first renamed to `<log>.1`. */
export async function runLogged(
  command: string[],
  user: OsUser | undefined,
  log: string,
): Promise<LoggedProcess> {
  const before = await stat(log).catch(() => null);
  if (before && before.size > fullLog_bytes) await rename(log, `${log}.1`);
  const file = await open(log, 'a', 0o600);
  try {
    const { size } = await file.stat();
    const running = await spawnGuarded(command, user, file.fd);
    return { ...running, complaint: async () => findComplaint(await readFrom(log, size)) };
  } finally {
    await file.close();
  }
}

async function readFrom(path: string, position: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(read_bytes), 0, read_bytes, position);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the last error message without its prefix; the last line where there is none. */
export function findComplaint(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.flatMap((line) => line.match(/(?:FATAL|PANIC|error): +(.*)/)?.[1] ?? []);
  return errors.at(-1) ?? lines.at(-1) ?? 'it said nothing';
}
