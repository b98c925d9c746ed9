import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { GuardedProcess } from '../../server/src/db/embedded/guard.ts';
import { findProcesses, signalProcess } from '../../server/src/db/embedded/proc.ts';
import { addCleanup } from '../support/cleanup.ts';
import type { Database } from '../support/program.ts';
import { withSession } from '../support/books.ts';
import { admin, type ClusterFiles, type ClusterFolders, makeCluster } from './make-cluster.ts';
import { freePort } from './ports.ts';

/** A PostgreSQL cluster of the proof's own on the loopback interface, external to Purser as in an installation. */
export type Cluster = ClusterFiles & {
  port: number;
  /** The proof's connection, as superuser, for whom PostgreSQL reserves sessions. */
  admin: Database;
  /** Purser's connection, as the owner of the database without further privileges. */
  owner: Database;
  /** Returns the postmaster's pid. Throws where PostgreSQL is down. */
  postmaster: () => number;
  isRunning: () => boolean;
  /** Sends a signal to the postmaster and all its processes. */
  signalAll: (signal: NodeJS.Signals) => void;
  /** Starts it unless it is running, and retries until it accepts connections, as an init system does. */
  start: () => Promise<void>;
  stop: (how: 'fast' | 'immediate') => Promise<void>;
};

/** The limit of concurrent sessions. */
export const sessions = 40;

const owner = 'purser';
const pollInterval_ms = 20;
const timeout_ms = 30_000;
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Creates a cluster and starts it. It is stopped at the end of the proof at the latest. */
export async function openCluster(folders: ClusterFolders = {}): Promise<Cluster> {
  const files = await makeCluster(folders);
  const port = await freePort();
  const address = { host: '127.0.0.1', port, database: owner };
  const control = controlOf(files, port);
  addCleanup(async () => {
    control.signalAll('SIGCONT');
    await control.stop('immediate');
    control.signalAll('SIGKILL');
  });
  await control.start();
  await makeDatabase({ ...address, user: admin, database: 'postgres' });
  return {
    ...files,
    ...control,
    port,
    admin: { ...address, user: admin },
    owner: { ...address, user: owner },
  };
}

function controlOf({ run, log }: ClusterFiles, port: number) {
  const name = `chaos-${port}`;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${sessions}`,
    `cluster_name=${name}`,
    'min_wal_size=2MB',
    'max_wal_size=64MB',
    'wal_init_zero=off', // as in the embedded database
  ];
  let running: GuardedProcess | null = null;
  const isRunning = (): boolean => running?.isRunning() ?? false;
  const postmaster = (): number => {
    if (!running || !isRunning()) throw new Error('the database is down');
    return running.pid;
  };
  return {
    postmaster,
    isRunning,
    signalAll: (signal: NodeJS.Signals): void => {
      const own = findProcesses(([title = '']) => title.startsWith(`postgres: ${name}: `));
      for (const pid of isRunning() ? [postmaster(), ...own] : own) signalProcess(pid, signal);
    },
    start: async (): Promise<void> => {
      const deadline_ms = Date.now() + timeout_ms;
      while (!(await takesConnections(port))) {
        if (Date.now() > deadline_ms) throw new Error(`the database did not start: ${await log()}`);
        if (!isRunning()) running = await run(settings);
        await pause(pollInterval_ms);
      }
    },
    stop: async (how: 'fast' | 'immediate'): Promise<void> => {
      if (!running || !isRunning()) return;
      signalProcess(running.pid, stopSignals[how]);
      await running.gone;
    },
  };
}

async function takesConnections(port: number): Promise<boolean> {
  const address = { host: '127.0.0.1', port, user: admin, database: 'postgres' };
  const client = new Client({ ...address, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function makeDatabase(connection: Database): Promise<void> {
  await withSession(connection, async (session) => {
    await session.query(`CREATE ROLE ${owner} LOGIN`);
    await session.query(`CREATE DATABASE ${owner} OWNER ${owner}`);
  });
}
