import { join } from 'node:path';
import type { Logger } from 'pino';
import { ensureCluster, purser } from './initdb.ts';
import type { LockedFolder } from './lock.ts';
import { findNativeTree } from './native.ts';
import type { OsUser } from './os-user.ts';
import { placeCluster, rootsFolder } from './place.ts';
import { sharedBuffers_MB } from './shared-buffers.ts';
import { port, socketFolderFor } from './socket-folder.ts';

/** Where to reach a database: the fields of pg's ClientConfig. */
export type Connection = { host: string; port: number; user: string; database: string };

/** Everything needed to run one cluster. */
export type Cluster = {
  folder: string;
  user: OsUser | undefined;
  /** The version of the programs, such as 18.4. */
  version: string;
  /** The one command that runs it: a process with another command is not what we started. */
  command: string[];
  /** PostgreSQL's name for this cluster, which begins the title of all its processes. */
  name: string;
  log: string;
  connection: Connection;
};

/** Finds or makes the cluster of a locked data folder. Throws StartRefused when that cannot be. */
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
    // The value is a list: quotes keep a path with a comma in one piece.
    `unix_socket_directories="${host.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `cluster_name=${name}`,
    `shared_buffers=${sharedBuffers_MB()}MB`,
    // What there is of the log when it crashes at the worst moment, to be gone through within G11's time. A checkpoint done
    // after a fifth of the way to the next one begins as seldom as with PostgreSQL's own 1 GB and nine tenths.
    'max_wal_size=640MB',
    'checkpoint_completion_target=0.2',
    // What went wrong, without the row or the statement it went wrong with: those hold callers' data.
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
