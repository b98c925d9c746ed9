import { chmod, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { syncFolders } from './sync.ts';
import { type OsUser, canEnter, databaseUser } from './os-user.ts';
import { StartRefused } from './refused.ts';

/** The folder of PostgreSQL's files, and the user they belong to (undefined: the user of this process). */
export type Place = { folder: string; user: OsUser | undefined };

/**
 * Returns the cluster's folder: `postgres` in the data folder, or the target of a link of that name. If Purser runs as
 * root and the database's user cannot reach the data folder, a new cluster goes to another folder and such a link is
 * created.
 */
export async function placeCluster(dataDir: string, log: Logger): Promise<Place> {
  const link = join(dataDir, 'postgres');
  const folder = await follow(link);
  const user = await databaseUser(folder);
  if (await canEnter(dirname(folder), user)) return { folder, user };
  if (await exists(folder)) {
    throw new StartRefused(
      `The user of the database (uid ${user?.uid}) cannot pass through to ${folder}: chmod o+x the folders above it.`,
    );
  }
  const home = join(await rootsFolder(), `cluster-${randomBytes(6).toString('hex')}`);
  await mkdir(home);
  await chmod(home, 0o711);
  const elsewhere = join(home, 'postgres');
  await symlink(elsewhere, link);
  await syncFolders(dataDir, dirname(home));
  log.info(
    `The user of the database (uid ${user?.uid}) cannot pass through ${dataDir}: the files are in ${elsewhere}`,
  );
  return { folder: elsewhere, user };
}

/** Returns root's folder for files that the database's user must reach. Only root may write there. */
export async function rootsFolder(): Promise<string> {
  const folder = '/var/lib/purser';
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
  const { uid, mode } = await stat(folder);
  if (uid === 0 && (mode & 0o022) === 0) return folder;
  throw new StartRefused(`${folder} must belong to root and be writable by root only: fix that first.`);
}

async function follow(link: string): Promise<string> {
  const target = await readlink(link).catch(() => null);
  if (target === null) return link;
  const folder = resolve(dirname(link), target);
  // A new, empty database here would look like the loss of all payments.
  if (!(await exists(dirname(folder)))) {
    throw new StartRefused(
      `The database of this folder was kept in ${folder}, which is gone: bring it back, or delete ${link}.`,
    );
  }
  return realpath(folder).catch(() => folder);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
