import { startProgram, stopProgram } from '../support/program.ts';
import type { Database, Program, ProgramOptions } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { openCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import type { Places } from './make-cluster.ts';
import { freePort } from './ports.ts';
import { openProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';

/** A server to be struck. It keeps its port, its folder and its database when it is started again. */
export type World = {
  /** As it was started last. */
  program: () => Program;
  /** Starts the server again, which is gone or going. */
  startServer: () => Promise<void>;
  /** A way into the database that no fault is in the way of. */
  database: () => Database;
  end: () => Promise<void>;
};

/** A server whose database is at the other end of a proxy, as in most installations it is on another machine. */
export type RemoteWorld = World & { cluster: Cluster; proxy: Proxy };

const secret = 'k1:0123456789abcdef0123456789abcdef';
// A swift bank, so that faults meet it at work.
const swift = { PURSER_SANDBOX_SETTLE_MS: '50' };

/** A server that runs its own database, as `npm start` has it. */
export async function openEmbeddedWorld(): Promise<World> {
  return serve({}, (program) => program.connection);
}

/** A server, a proxy and a database. */
export async function openRemoteWorld(places: Places = {}): Promise<RemoteWorld> {
  const cluster = await openCluster(places);
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
  const settings = { ...options.settings, ...swift, PORT: String(await freePort()) };
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
