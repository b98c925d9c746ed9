import type { Logger } from 'pino';
import { type Connection, openCluster } from './cluster.ts';
import { keepRunning, launchFirst } from './keep-running.ts';
import { lockFolder } from './lock.ts';
import { refusalOf } from './refused.ts';
import { removeSocketFolder } from './socket-folder.ts';

/** The embedded PostgreSQL, kept running until it is stopped. */
export type EmbeddedDatabase = {
  /** How to connect to it: the fields of pg's ClientConfig. They do not change when PostgreSQL restarts. */
  connection: Connection;
  /** Shuts PostgreSQL down; resolves when it has ended and the data folder is unlocked. Safe to call twice. */
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on a data folder and resolves when its database `purser` accepts connections. From
 * then on PostgreSQL is restarted whenever it dies, and it shuts down when this process ends. Throws StartRefused,
 * whose message is one line for the user, when it cannot be started.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log: Logger;
}): Promise<EmbeddedDatabase> {
  try {
    return await start(options);
  } catch (error) {
    throw refusalOf(error, options.dataDir);
  }
}

async function start({ dataDir, log }: { dataDir: string; log: Logger }): Promise<EmbeddedDatabase> {
  const folder = await lockFolder(dataDir);
  try {
    const cluster = await openCluster(folder, log);
    const stopping = new AbortController();
    const first = await launchFirst(cluster, log, stopping.signal);
    const stopped = keepRunning(first, cluster, log, stopping.signal)
      .then(() => removeSocketFolder(cluster.connection.host))
      .then(folder.release);
    const stop = () => {
      stopping.abort();
      return stopped;
    };
    return { connection: cluster.connection, stop };
  } catch (error) {
    await folder.release();
    throw error;
  }
}
