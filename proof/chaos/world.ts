import { loadSettings } from '../support/load/load.ts';
import {
  type Database,
  type Program,
  type ProgramOptions,
  startProgram,
  stopProgram,
} from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { ClusterFolders } from './make-cluster.ts';
import { freePort } from './ports.ts';
import { openProxy, type Proxy } from './proxy.ts';

/** A server to inject faults into. It keeps its port, its folder and its database over restarts. */
export type World = {
  /** Returns the program as last started. */
  program: () => Program;
  /** Waits for the server to end and restarts it. */
  startServer: () => Promise<void>;
  /** Returns a connection to the database that bypasses the proxy. */
  database: () => Database;
  end: () => Promise<void>;
};

/** A server whose database is behind a proxy, which stands for the network of an installation. */
export type RemoteWorld = World & { cluster: Cluster; proxy: Proxy };

const secret = 'k1:0123456789abcdef0123456789abcdef';
const toReceivers = { PURSER_WEBHOOKS_TO_LOOPBACK: 'true' };

/** Opens a server with the embedded database, as `npm start` runs it. */
export async function openEmbeddedWorld(): Promise<World> {
  return serve({}, (program) => program.connection);
}

/** Opens a database, a proxy and a server. */
export async function openRemoteWorld(folders: ClusterFolders = {}): Promise<RemoteWorld> {
  const cluster = await openCluster(folders);
  const proxy = await openProxy(await freePort(), { port: cluster.port, host: '127.0.0.1', noDelay: true });
  const options = { database: { ...cluster.owner, port: proxy.port }, settings: { PURSER_SECRET: secret } };
  const server = await serve(options, () => cluster.admin);
  const end = async (): Promise<void> => {
    await server.end();
    await proxy.close();
    await cluster.stop('fast');
  };
  return { ...server, cluster, proxy, end };
}

async function serve(options: ProgramOptions, databaseOf: (program: Program) => Database): Promise<World> {
  const folder = await scratchFolder();
  const settings = { ...options.settings, ...loadSettings, ...toReceivers, PORT: String(await freePort()) };
  const start = (): Promise<Program> => startProgram({ ...options, folder, settings });
  let program = await start();
  return {
    program: () => program,
    startServer: async () => {
      await program.ended;
      program = await start();
    },
    database: () => databaseOf(program),
    end: async () => {
      await stopProgram(program);
    },
  };
}
