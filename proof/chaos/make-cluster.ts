import { chown, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type GuardedProcess, spawnGuarded } from '../../server/src/db/embedded/guard.ts';
import { findNativeTree } from '../../server/src/db/embedded/native.ts';
import { databaseUser } from '../../server/src/db/embedded/os-user.ts';
import { scratchFolder } from '../support/scratch.ts';

/** Empty folders to use instead of new ones. */
export type ClusterFolders = { data?: string; wal?: string };

/** An initialized cluster that is not running yet. */
export type ClusterFiles = {
  folder: string;
  /** Runs the postmaster with these settings. */
  run: (settings: readonly string[]) => Promise<GuardedProcess>;
  /** Returns the log so far. */
  log: () => Promise<string>;
};

/** The superuser of a new cluster. */
export const admin = 'admin';

const rules = [`--username=${admin}`, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
// Small segments, so that the disk is full soon.
const smallSegments = '--wal-segsize=1';

/** Initializes a cluster with the PostgreSQL programs that come with Purser. */
export async function makeCluster(folders: ClusterFolders): Promise<ClusterFiles> {
  const home = await scratchFolder();
  const folder = folders.data ?? join(home, 'data');
  const wal = folders.wal ?? join(home, 'wal');
  const logFile = join(home, 'postgres.log');
  const user = await databaseUser(folder);
  const { folder: native } = await findNativeTree(user, async () => home, pino({ level: 'silent' }));
  for (const each of [folder, wal]) {
    await mkdir(each, { recursive: true, mode: 0o700 });
    if (user) await chown(each, user.uid, user.gid);
  }
  const run = async (program: string, args: readonly string[]): Promise<GuardedProcess> => {
    const file = await open(logFile, 'a');
    try {
      return await spawnGuarded([join(native, 'bin', program), ...args], user, file.fd);
    } finally {
      await file.close();
    }
  };
  const log = (): Promise<string> => readFile(logFile, 'utf8');
  const initdb = await run('initdb', [...rules, smallSegments, '--waldir', wal, '--pgdata', folder]);
  if ((await initdb.gone) !== 0) throw new Error(`initdb failed: ${await log()}`);
  return {
    folder,
    run: (settings) => run('postgres', ['-D', folder, ...settings.flatMap((each) => ['-c', each])]),
    log,
  };
}
