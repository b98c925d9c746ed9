import type { Logger } from 'pino';
import { type Connection, openCluster } from './cluster.ts';
import { keepRunning, launchFirst } from './keep-running.ts';
import { lockFolder } from './lock.ts';
import { refusalOf } from './refused.ts';
import { removeSocketFolder } from './socket-folder.ts';

/** A PostgreSQL of our own, kept running until it is stopped. */
export type EmbeddedDatabase = {
  /** Where to reach it: the fields of pg's ClientConfig. They stay the same when PostgreSQL is started again. */
  connection: Connection;
  /** Fast shutdown; resolves when PostgreSQL is gone and the data folder is free. Safe to call twice. */
  stop: () => Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with Purser on a data folder and resolves when its database `purser` takes connections.
 * From then on PostgreSQL is started again whenever it dies, and it goes down when this process does.
 * Throws StartRefused, whose message is one line for the user, when it cannot be started here.
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
