import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { GuardedProcess } from '../../server/src/db/embedded/guard.ts';
import { findProcesses, signalProcess } from '../../server/src/db/embedded/proc.ts';
import { addCleanup } from '../support/cleanup.ts';
import type { Database } from '../support/program.ts';
import { withSession } from '../support/books.ts';
import { admin, makeCluster } from './make-cluster.ts';
import type { ClusterFiles, Places } from './make-cluster.ts';
import { freePort } from './ports.ts';

/** A PostgreSQL of the proof's own on this machine's loopback, as an installation has one beside Purser. */
export type Cluster = ClusterFiles & {
  port: number;
  /** As the proof reaches it: as superuser, for whom PostgreSQL keeps sessions free. */
  admin: Database;
  /** As Purser reaches it: as the owner of a database, and no more. */
  owner: Database;
  /** The postmaster's pid. Throws where it is down. */
  postmaster: () => number;
  isRunning: () => boolean;
  /** Sends a signal to the postmaster and all its processes. */
  signalAll: (signal: NodeJS.Signals) => void;
  /** Starts it unless it runs, as an init system does: again and again, until it takes connections. */
  start: () => Promise<void>;
  stop: (how: 'fast' | 'immediate') => Promise<void>;
};

/** How many sessions it allows. */
export const sessions = 40;

const owner = 'purser';
const lookAgain_ms = 20;
const patience_ms = 30_000;
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Makes a cluster and starts it. It ends with the proof at the latest. */
export async function openCluster(places: Places = {}): Promise<Cluster> {
  const files = await makeCluster(places);
  const port = await freePort();
  const whereabouts = { host: '127.0.0.1', port, database: owner };
  const control = controlOf(files, port);
  addCleanup(async () => {
    control.signalAll('SIGCONT');
    await control.stop('immediate');
    control.signalAll('SIGKILL');
  });
  await control.start();
  await makeDatabase({ ...whereabouts, user: admin, database: 'postgres' });
  return {
    ...files,
    ...control,
    port,
    admin: { ...whereabouts, user: admin },
    owner: { ...whereabouts, user: owner },
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
      const deadline_ms = Date.now() + patience_ms;
      while (!(await takesConnections(port))) {
        if (Date.now() > deadline_ms) throw new Error(`the database did not come up: ${await log()}`);
        if (!isRunning()) running = await run(settings);
        await pause(lookAgain_ms);
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
  const whereabouts = { host: '127.0.0.1', port, user: admin, database: 'postgres' };
  const client = new Client({ ...whereabouts, connectionTimeoutMillis: 1_000 });
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
