import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GuardedProcess, spawnGuarded } from '../../server/src/db/embedded/guard.ts';
import type { OsUser } from '../../server/src/db/embedded/os-user.ts';
import { signalProcess } from '../../server/src/db/embedded/proc.ts';
import { freePort } from '../chaos/ports.ts';
import { addCleanup } from '../support/cleanup.ts';
import type { Database } from '../support/program.ts';
import { type Link, openLink } from './link.ts';
import { databaseProcesses, walReceivers } from './processes.ts';
import { clusterSettings, type Replication } from './settings.ts';
import type { Tools } from './tools.ts';

/** The paths of a node's network: to etcd, and to it from the other nodes (SQL, Patroni's API) and from clients. */
export type Links = { etcd: Link; peers: Link; api: Link; clients: Link };

/** A machine of the cluster: Patroni and the PostgreSQL that it runs. */
export type Node = {
  name: string;
  links: Links;
  /** A superuser's connection that passes no link. */
  admin: Database;
  /** Starts Patroni, which starts PostgreSQL. */
  start: () => Promise<void>;
  /** Sends a signal to Patroni and to all processes of PostgreSQL. */
  signalAll: (signal: NodeJS.Signals) => void;
  /** Kills PostgreSQL's first process only: the others end when they see that it is gone. */
  killPostmaster: () => void;
  /** Sends a signal to the process that receives the write-ahead log. */
  signalReceiver: (signal: NodeJS.Signals) => void;
  /** Calls Patroni's API, past the links. Returns status 0 where no response arrives within 2 s. */
  call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ status: number; text: string }>;
  log: () => Promise<string>;
};

/** What a node is made of. */
export type NodeParts = {
  name: string;
  folder: string;
  tools: Tools;
  user: OsUser | undefined;
  etcdPort: number;
  replication: Replication;
};

/** PostgreSQL's superuser, and the user of Purser. */
export const admin = 'postgres';
export const owner = 'purser';

const callTimeout_ms = 2_000;
const switchoverTimeout_ms = 60_000;

/** Prepares a node that does not run yet. Its processes are killed at the end of the proof at the latest. */
export async function makeNode(parts: NodeParts): Promise<Node> {
  const { name, folder, tools, user, etcdPort } = parts;
  await mkdir(folder);
  if (user) await chown(folder, user.uid, user.gid);
  const [sql, api] = [await freePort(), await freePort()];
  const links = {
    etcd: await openLink(await freePort(), etcdPort),
    peers: await openLink(await freePort(), sql),
    api: await openLink(await freePort(), api),
    clients: await openLink(await freePort(), sql),
  };
  const data = join(folder, 'data');
  const configFile = join(folder, 'patroni.yml');
  const logFile = join(folder, 'log');
  await writeFile(configFile, JSON.stringify(configOf(parts, { sql, api }, links))); // JSON is YAML
  let patroni: GuardedProcess | null = null;
  const signalAll = (signal: NodeJS.Signals): void => {
    if (patroni?.isRunning()) signalProcess(patroni.pid, signal);
    for (const pid of databaseProcesses(data)) signalProcess(pid, signal);
  };
  addCleanup(async () => {
    signalAll('SIGCONT');
    signalAll('SIGKILL');
    await Promise.all(Object.values(links).map(({ close }) => close()));
  });
  return {
    name,
    links,
    admin: { host: '127.0.0.1', port: sql, user: admin, database: owner },
    start: async () => {
      const file = await open(logFile, 'a');
      const command = ['/usr/bin/env', `LD_LIBRARY_PATH=${tools.libraries}`, tools.patroni, configFile];
      patroni = await spawnGuarded(command, user, file.fd);
      await file.close();
    },
    signalAll,
    killPostmaster: () =>
      databaseProcesses(data)
        .slice(0, 1)
        .forEach((pid) => signalProcess(pid, 'SIGKILL')),
    signalReceiver: (signal) => walReceivers(data).forEach((pid) => signalProcess(pid, signal)),
    call: (method, path, body) => call(`http://127.0.0.1:${api}${path}`, method, body),
    log: () => readFile(logFile, 'utf8'),
  };
}

const local = (port: number): string => `127.0.0.1:${port}`;

/** Returns Patroni's configuration of a node. */
function configOf(
  { name, folder, tools, replication }: NodeParts,
  ports: { sql: number; api: number },
  links: Links,
): object {
  const trusted = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust`);
  return {
    scope: 'purser',
    name,
    restapi: { listen: local(ports.api), connect_address: local(links.api.port) },
    etcd3: { hosts: [local(links.etcd.port)], use_proxies: true },
    bootstrap: {
      dcs: clusterSettings(replication),
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: local(ports.sql),
      connect_address: local(links.peers.port),
      data_dir: join(folder, 'data'),
      bin_dir: tools.postgres,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: admin },
        replication: { username: 'replicator' },
        rewind: { username: 'rewinder' },
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: trusted,
    },
  };
}

async function call(url: string, method: string, body?: object): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(body ? switchoverTimeout_ms : callTimeout_ms);
  try {
    const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
