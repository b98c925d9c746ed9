import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { scratchFolder } from '../../proof/support/scratch.ts';
import { SessionClient } from '../../server/src/db/session-client.ts';
import { addCleanup } from '../cleanup.ts';
import { partyCode } from './party-code.ts';
import type { Payer } from './payers.ts';
import { ownRoot, type Server, startServer } from './server.ts';

/** A server with its own database, and parties that can pay each other. */
export type World = Server & {
  /** The root of the checkout that runs. */
  root: URL;
  dataDir: string;
  /** A database session of the benchmark, for setup and queries. */
  client: Client;
  payers: Payer[];
  close: () => Promise<void>;
};

export type WorldOptions = {
  wallets: number;
  settings: Record<string, string>;
  /** The limit of sessions, where a yardstick needs more than PostgreSQL's default. */
  sessions?: number;
  /** The checkout to run: by default this one. */
  root?: URL;
};

/** Starts a server on a scratch folder, as a user would, and creates the parties. */
export async function openWorld({
  wallets,
  settings,
  sessions,
  root = ownRoot,
}: WorldOptions): Promise<World> {
  const { makePayers, typeParsers, codeRows } = await partyCode(root);
  const dataDir = await scratchFolder();
  let server = await startServer(dataDir, settings, root);
  if (sessions !== undefined) {
    await withClient(server, (client) => client.query(`ALTER SYSTEM SET max_connections = ${sessions}`));
    await server.stop();
    server = await startServer(dataDir, settings, root);
  }
  const client = new SessionClient({ ...server.connection, types: typeParsers, ...codeRows });
  client.on('error', () => undefined); // a lost session fails the query that needs it
  await client.connect();
  const payers = await makePayers(client, wallets);
  const close = addCleanup(async () => {
    await client.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return { ...server, root, dataDir, client, payers, close };
}

async function withClient(server: Server, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(server.connection);
  await client.connect();
  await work(client);
  await client.end();
}
