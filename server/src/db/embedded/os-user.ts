import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasCode } from '../failures.ts';
import { StartRefused } from './refused.ts';

export type OsUser = { uid: number; gid: number };

/** Returns a user's ids from the text of /etc/passwd; null when there is no such user. */
export function findUser(passwd: string, name: string): OsUser | null {
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/**
 * Returns the user that the database runs as, since PostgreSQL refuses root: the owner of an existing cluster, else
 * `postgres`, else `nobody`. Undefined when Purser does not run as root: the database then runs as the same user.
 * Throws StartRefused when there is no such user.
 */
export async function databaseUser(cluster: string): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const user = findUser(passwd, 'postgres') ?? findUser(passwd, 'nobody');
  if (user) return user;
  throw new StartRefused(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody: start Purser as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Whether this user may enter the folder. Not checked (true) when the database runs as the same user as Purser.
 * Throws StartRefused when root may not become that user, as in a container without that privilege.
 */
export async function canEnter(folder: string, user: OsUser | undefined): Promise<boolean> {
  if (!user) return true;
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd "$1"', 'purser', folder], { cwd: '/', ...user });
    return true;
  } catch (cause) {
    if (!hasCode(cause, 'EPERM', 'EINVAL')) return false;
    throw new StartRefused(
      `PostgreSQL cannot run as root, and root may not become uid ${user.uid} here: start Purser as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  }
}
