import { chown, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { spawnGuarded } from '../../server/src/db/embedded/guard.ts';
import { databaseUser, type OsUser } from '../../server/src/db/embedded/os-user.ts';
import { signalProcess } from '../../server/src/db/embedded/proc.ts';
import { freePort } from '../chaos/ports.ts';
import { withSession } from '../support/books.ts';
import { addCleanup } from '../support/cleanup.ts';
import { scratchFolder } from '../support/scratch.ts';
import { makeNode, type Node, owner } from './node.ts';
import type { Replication } from './settings.ts';
import type { Tools } from './tools.ts';

/** Three nodes of PostgreSQL that Patroni keeps available, with an etcd that no fault hits. */
export type Cluster = {
  nodes: readonly Node[];
  replication: Replication;
  /** Purser's DATABASE_URL: names all nodes. */
  url: string;
  /** Resolves with the leader once both other nodes follow it and one of them is the synchronous standby. */
  untilHealthy: () => Promise<Node>;
  /** Resolves with the node whose PostgreSQL takes writes; not with `former`. */
  untilPromoted: (former?: Node) => Promise<Node>;
  /** Returns the synchronous standby; without one any standby. */
  standby: () => Promise<Node>;
  /** Runs work in a session on the leader, as superuser. */
  onLeader: <T>(work: (session: ClientBase) => Promise<T>) => Promise<T>;
};

type Member = { name: string; role: string; state: string };

const names = ['a', 'b', 'c'];
const healthyTimeout_ms = 180_000;
const promotedTimeout_ms = 90_000;
const poll_ms = 50;

/** Builds a cluster, with an empty database of Purser's own, and waits until it is healthy. */
export async function openCluster(tools: Tools, replication: Replication): Promise<Cluster> {
  const folder = await scratchFolder();
  const user = await databaseUser(folder);
  const etcdPort = await startEtcd(tools, folder, user);
  const nodes: Node[] = [];
  for (const name of names)
    nodes.push(await makeNode({ name, folder: join(folder, name), tools, user, etcdPort, replication }));
  const cluster = clusterOf(nodes, replication);
  for (const node of nodes) await node.start();
  const leader = await cluster.untilHealthy();
  await withSession({ ...leader.admin, database: 'postgres' }, async (session) => {
    await session.query(`CREATE ROLE ${owner} LOGIN`);
    await session.query(`CREATE DATABASE ${owner} OWNER ${owner}`);
    await session.query('CREATE TABLE commits (at timestamptz)');
  });
  return cluster;
}

async function startEtcd(tools: Tools, folder: string, user: OsUser | undefined): Promise<number> {
  const data = join(folder, 'etcd');
  await mkdir(data, { mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  const [port, peerPort] = [await freePort(), await freePort()];
  const [clients, peers] = [port, peerPort].map((each) => `http://127.0.0.1:${each}`);
  const options = {
    'data-dir': data,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const log = await open(join(folder, 'etcd.log'), 'a');
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const etcd = await spawnGuarded([tools.etcd, ...flags], user, log.fd);
  await log.close();
  addCleanup(async () => signalProcess(etcd.pid, 'SIGKILL'));
  return port;
}

function clusterOf(nodes: readonly Node[], replication: Replication): Cluster {
  const named = (name: string | undefined): Node | undefined => nodes.find((each) => each.name === name);

  /** Returns the members as the leader sees them, the leader first; none without a leader. */
  async function members(): Promise<Member[]> {
    for (const node of nodes) {
      if ((await node.call('GET', '/primary')).status !== 200) continue;
      const { status, text } = await node.call('GET', '/cluster');
      if (status !== 200) continue;
      const { members: all } = JSON.parse(text) as { members: Member[] };
      const standbys = all.filter(({ role }) => role !== 'leader');
      return [...all.filter(({ name }) => name === node.name), ...standbys];
    }
    return [];
  }
  async function until<T>(what: string, limit_ms: number, find: () => Promise<T | undefined>): Promise<T> {
    const deadline_ms = Date.now() + limit_ms;
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      if (Date.now() > deadline_ms) throw new Error(`${what}\n${await lastLines(nodes)}`);
      await pause(poll_ms);
    }
  }
  const untilHealthy = (): Promise<Node> =>
    until('the cluster is not healthy again', healthyTimeout_ms, async () => {
      const [leader, ...standbys] = await members();
      const follows = standbys.filter(({ state }) => state === 'streaming').length === nodes.length - 1;
      const isSafe = replication === 'asynchronous' || standbys.some(({ role }) => role === 'sync_standby');
      return follows && isSafe ? named(leader?.name) : undefined;
    });
  const untilPromoted = (former?: Node): Promise<Node> =>
    until('no node became leader', promotedTimeout_ms, async () => {
      const others = nodes.filter((node) => node !== former);
      const takeWrites = await Promise.all(others.map(isPrimary));
      return others.find((_node, index) => takeWrites[index]);
    });
  return {
    nodes,
    replication,
    url: `postgres://${owner}@${nodes.map(({ links }) => `127.0.0.1:${links.clients.port}`).join(',')}/${owner}?target_session_attrs=read-write`,
    untilHealthy,
    untilPromoted,
    standby: async () => {
      const [, ...standbys] = await members();
      const found = standbys.find(({ role }) => role === 'sync_standby') ?? standbys[0];
      const node = named(found?.name);
      if (!node) throw new Error('there is no standby');
      return node;
    },
    onLeader: async (work) => withSession((await untilPromoted()).admin, work),
  };
}

async function isPrimary({ admin }: Node): Promise<boolean> {
  const connection = { ...admin, database: 'postgres', connectionTimeoutMillis: 1_000, query_timeout: 1_000 };
  try {
    return await withSession(connection, async (session) => {
      const { rows } = await session.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      return rows[0]?.standby === false;
    });
  } catch {
    return false;
  }
}

async function lastLines(nodes: readonly Node[]): Promise<string> {
  const logs = await Promise.all(nodes.map(async (node) => [node.name, await node.log()] as const));
  return logs.map(([name, log]) => `${name}: ${log.split('\n').slice(-12).join('\n   ')}`).join('\n');
}
