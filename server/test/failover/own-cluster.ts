import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, openCluster } from '../../../proof/chaos/cluster.ts';
import { scratchFolder } from '../../../proof/support/scratch.ts';
import { readConfig } from '../../src/config.ts';
import type { Connection } from '../../src/db/pool.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import type { SandboxFile } from '../../src/start/sandbox-file.ts';
import type { Parties } from '../support/server.ts';
import { until, withSession } from '../flows/support.ts';

/** A PostgreSQL of the test's own, whose settings it may change, with the sandbox's first data. */
export type OwnCluster = {
  cluster: Cluster;
  /** The server's connection. */
  connection: Connection;
  parties: Parties;
  /** Runs a statement as superuser in the server's database. */
  asAdmin: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Makes every commit wait for this standby. With an empty name no commit waits, and waiting ones return. */
  requireStandby: (name: string) => Promise<void>;
};

/** Starts a cluster. `runCleanups` and `removeScratch` remove it. */
export async function startCluster(): Promise<OwnCluster> {
  const cluster = await openCluster();
  const connection: Connection = { ...cluster.owner, ssl: false };
  const asAdmin = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    withSession({ ...cluster.admin, ssl: false }, async (session) => {
      await session.query('SET synchronous_commit = local'); // a test's own commits never wait
      return (await session.query<Row>(text, values)).rows;
    });
  const config = readConfig({ PURSER_DATA_DIR: await scratchFolder() });
  await prepareDatabase(config, connection);
  const file = await readFile(join(config.dataDir, 'sandbox.json'), 'utf8');
  return {
    cluster,
    connection,
    asAdmin,
    parties: (JSON.parse(file) as SandboxFile).parties,
    requireStandby: async (name) => {
      await asAdmin(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await asAdmin('SELECT pg_reload_conf()');
      await until(
        'commits wait or not',
        async () => (await commitWaits(asAdmin, connection)) === (name !== ''),
      );
    },
  };
}

/** Returns the pids of the sessions that wait for a standby, in a COMMIT or at the end of a single statement. */
export async function waitingPids(asAdmin: OwnCluster['asAdmin'], statement = '%'): Promise<number[]> {
  const rows = await asAdmin<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE $1`,
    [statement],
  );
  return rows.map(({ pid }) => pid);
}

/** Returns whether the COMMIT of a transaction waits for a standby. */
export const isCommitWaiting = async ({ asAdmin }: OwnCluster): Promise<boolean> =>
  (await waitingPids(asAdmin, 'COMMIT')).length > 0;

/** Resolves when the COMMIT of a transaction waits for a standby. */
export const untilCommitWaits = (own: OwnCluster): Promise<void> =>
  until('a COMMIT waits', () => isCommitWaiting(own));

/** Ends the wait of every COMMIT by this function of PostgreSQL, as an operator would. */
export async function endWaits(
  asAdmin: OwnCluster['asAdmin'],
  how: 'pg_cancel_backend' | 'pg_terminate_backend',
): Promise<void> {
  await asAdmin(`SELECT ${how}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
}

/** Returns whether a COMMIT waits for a standby. */
const commitWaits = async (asAdmin: OwnCluster['asAdmin'], connection: Connection): Promise<boolean> =>
  withSession(connection, async (session) => {
    const [{ pid } = { pid: 0 }] = (await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))
      .rows;
    const state = { isDone: false };
    const commit = session
      .query("SELECT pg_logical_emit_message(true, 'test', '')")
      .catch(() => undefined) // a session of Purser fails where its wait is canceled
      .then(() => (state.isDone = true));
    let waits = false;
    while (!state.isDone && !waits) waits = (await waitingPids(asAdmin)).includes(pid);
    await asAdmin('SELECT pg_cancel_backend($1)', [pid]);
    await commit;
    return waits;
  });
