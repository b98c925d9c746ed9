import { chown, lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OsUser } from './os-user.ts';
import { hasCode } from '../failures.ts';
import { StartRefused } from './refused.ts';

/** The port number in the socket's name. No network port is opened. */
export const port = 5432;

const socketName = `.s.PGSQL.${port}`;
const longestSocketPath_bytes = 107;

/**
 * Returns the folder of the socket: next to the cluster, or in the folder for temporary files when that path is too
 * long.
 */
export function socketFolderFor(cluster: string, id: string): string {
  const folder = `${cluster}.run`;
  const length_bytes = Buffer.byteLength(join(folder, socketName));
  return length_bytes <= longestSocketPath_bytes ? folder : join(tmpdir(), `purser-${id}`);
}

/**
 * Creates the socket's folder, accessible only to the database's user, and deletes what a killed database left in it:
 * PostgreSQL would take the pid there for a live one. Throws StartRefused when the folder belongs to another user.
 */
export async function prepareSocketFolder(folder: string, user: OsUser | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  const owners = [process.getuid?.(), user?.uid];
  const found = await lstat(folder);
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new StartRefused(`${folder} must be a folder of the database's own user, mode 0700: remove it.`);
  }
  if (user) await chown(folder, user.uid, user.gid);
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(folder, name), { force: true });
}

/** Removes the folder once PostgreSQL has removed its socket. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
