import { join } from 'node:path';
import type { Logger } from 'pino';
import { ensureCluster, purser } from './initdb.ts';
import type { LockedFolder } from './lock.ts';
import { findNativeTree } from './native.ts';
import type { OsUser } from './os-user.ts';
import { placeCluster, rootsFolder } from './place.ts';
import { port, socketFolderFor } from './socket-folder.ts';
import { totalmem } from 'node:os';

/** How to connect to a database: the fields of pg's ClientConfig. */
export type Connection = { host: string; port: number; user: string; database: string };

export type Cluster = {
  folder: string;
  user: OsUser | undefined;
  /** The version of PostgreSQL, such as 18.4. */
  version: string;
  /** The command that runs it. A process with another command was not started by this program. */
  command: string[];
  /** PostgreSQL's name for this cluster, which is part of the title of all its processes. */
  name: string;
  log: string;
  connection: Connection;
};

/** Finds or creates the cluster of a locked data folder. Throws StartRefused where that is impossible. */
export async function openCluster({ path, id }: LockedFolder, logger: Logger): Promise<Cluster> {
  const log = join(path, 'postgres.log');
  const place = await placeCluster(path, logger);
  const { folder, user } = place;
  const native = await findNativeTree(user, user ? rootsFolder : () => Promise.resolve(path), logger);
  await ensureCluster(place, native, log);
  const host = socketFolderFor(folder, id);
  const name = `purser-${id}`;
  const settings = [
    `port=${port}`,
    'listen_addresses=',
    // The value is a list: the quotes keep a path with a comma together.
    `unix_socket_directories="${host.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `cluster_name=${name}`,
    `shared_buffers=${sharedBuffers_MB()}MB`,
    // Limits the log to replay after a crash at the worst moment, so that recovery meets G11. With checkpoints completed
    // after a fifth of the interval, they start as rarely as with PostgreSQL's defaults of 1 GB and nine tenths.
    'max_wal_size=640MB',
    'checkpoint_completion_target=0.2',
    // A new file of the log is not written full of zeros first, for which commits would wait, 65 ms in every 16 MB.
    'wal_init_zero=off',
    // Log errors without the row or the statement, which contain clients' data.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
  ];
  return {
    folder,
    user,
    version: native.version,
    command: [
      join(native.folder, 'bin/postgres'),
      '-D',
      folder,
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    name,
    log,
    connection: { host, port, user: purser, database: purser },
  };
}

const most_MB = 1024;

/**
 * Returns PostgreSQL's shared_buffers in MB: a quarter of the memory of the machine or container, 1 GB at most. The
 * memory is allocated as it is used. With PostgreSQL's default of 128 MB, crash recovery takes three times as long.
 */
function sharedBuffers_MB(): number {
  const limit = process.constrainedMemory() || Infinity; // 0 where there is no limit
  return Math.min(most_MB, Math.max(1, Math.floor(Math.min(limit, totalmem()) / 4 / 1024 ** 2)));
}
