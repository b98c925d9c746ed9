import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { pino, type Logger } from 'pino';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { createApp, type App } from '../../src/start/app.ts';
import { readConfig } from '../../src/config.ts';
import { typeParsers, type Connection } from '../../src/db/pool.ts';
import { parseKeyring, type Keyring } from '../../src/lib/keyring.ts';
import type { Rail } from '../../src/gateways/rail.ts';
import type { SandboxFile } from '../../src/start/sandbox-file.ts';
import { clientAt, requests, type ApiClient } from './client.ts';

export type Parties = SandboxFile['parties'];

/** The parties that every test server has, with their keys: what the sandbox begins with. */
export const { main, customer, stranger, delegate, restrictedDelegate } = inject('parties');

/** How a client names whom it pays, asks or invites. */
type Named = { type: string; value: string };

/** Names a party by its id. */
export const byId = ({ partyId }: { partyId: string }): Named => ({ type: 'party_id', value: partyId });

/** Returns an email address that no other call returns. */
export const newAddress = (): string => `${randomUUID()}@example.com`;

/** Names somebody who is no party yet. */
export const newEmail = (): Named => ({ type: 'email', value: newAddress() });

/** The payee of a payment: a party. */
export const to = (party: { partyId: string }): { counterparty: Named } => ({ counterparty: byId(party) });

/** The payee of a payment: somebody who is no party yet. */
export const toNobody = (): { counterparty: Named } => ({ counterparty: newEmail() });

/**
 * A server of one test file over its own database with the sandbox's first data; or one that runs elsewhere
 * (see `global-setup.ts`), whose database is out of reach. Its own requests are the main party's.
 */
export type TestServer = Served & {
  readonly connection: Connection;
  /** Reads or sets up in the database what no endpoint shows or does. */
  sql: Sql;
};

/** Runs a statement: a template, whose values it sends beside the text, or a text with `$1` and so on. */
export type Sql = <Row extends object>(
  text: string | TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>;

/** A server on the database of another. */
export type Served = ApiClient & { close: () => Promise<void> };

/** What a server is started with: settings, as in the program's environment; its bank, null for none; its log. */
type Start = [env?: Record<string, string>, rail?: Rail | null, log?: Logger];

/** Declares a server that starts before the tests of the file, and stops after them. */
export function testServer(...start: Start): TestServer {
  const started = aroundTests(() => startServer(...start));
  const server = {
    get baseUrl() {
      return started().baseUrl;
    },
    get connection() {
      return started().connection;
    },
    sql: <Row extends object>(...statement: Parameters<Sql>) => started().sql<Row>(...statement),
    close: () => started().close(),
  };
  return Object.assign(server, requests());
}

/** Declares another server on the same database, for as long. */
export function secondServer(first: TestServer, ...start: Start): Served {
  const started = aroundTests(() => serveOn(first.connection, ...start));
  const server = {
    get baseUrl() {
      return started().baseUrl;
    },
    close: () => started().close(),
  };
  return Object.assign(server, requests());
}

/** Starts something before the tests of the file and closes it after them. Returns what gives it in between. */
function aroundTests<T extends { close: () => Promise<void> }>(start: () => Promise<T>): () => T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return () => {
    if (!started) throw new Error('the server starts right before the first test of the file');
    return started;
  };
}

/** Clones the template and starts a server on it. */
export async function startServer(...start: Start): Promise<TestServer> {
  const elsewhere = inject('baseUrl');
  if (elsewhere !== null) return runningServer(elsewhere);
  const connection = await cloneTemplate();
  const server = await serveOn(connection, ...start);
  const pool = new Pool({ ...connection, types: typeParsers, max: 4 });
  return {
    ...server,
    connection,
    sql: async <Row extends object>(text: string | TemplateStringsArray, ...values: unknown[]) =>
      (await pool.query<Row>(typeof text === 'string' ? text : numbered(text), values)).rows,
    close: async () => {
      await server.close();
      await pool.end();
    },
  };
}

/** Returns the text of a template with `$1` and so on for its values. */
const numbered = (parts: TemplateStringsArray): string =>
  parts.reduce((text, part, index) => `${text}$${index}${part}`);

/** The secret of servers to which a test gives none. */
export const testSecret = 'k1:0123456789abcdef0123456789abcdef';

/** Returns the keyring of these servers. */
export function testKeyring(secret = testSecret): Keyring {
  const keyring = parseKeyring(secret);
  if (!keyring) throw new Error('PURSER_SECRET of the test is malformed');
  return keyring;
}

/** On a busy machine, a session and its turn take longer than the defaults of one and two seconds; and tests share agents. */
const patient = {
  PURSER_ACQUIRE_TIMEOUT_MS: '30000',
  PURSER_LOCK_TIMEOUT_MS: '30000',
  PURSER_STATEMENT_TIMEOUT_MS: '30000',
  PURSER_MAX_IN_REVIEW_PER_AGENT: '10000',
};

/** Starts another server on the same database. */
export async function serveOn(connection: Connection, ...[env = {}, rail, log]: Start): Promise<Served> {
  const config = readConfig({ PORT: '0', PURSER_SHUTDOWN_TIMEOUT_MS: '100', ...patient, ...env });
  const bank = rail === undefined ? rail : () => rail;
  const started = createApp(config, connection, testKeyring(config.secret), log ?? silent, bank);
  let app: App | null = started;
  const close = async (): Promise<void> => {
    const closing = app;
    app = null; // a test file keeps its server, and its process keeps the file
    await closing?.close();
  };
  return { ...clientAt(await started.listen()), close };
}

const silent = pino({ level: 'silent' });

const runningServer = (baseUrl: string): TestServer => ({
  ...clientAt(baseUrl),
  connection: { connectionString: '' },
  sql: () => Promise.reject(new Error('this test needs access to the database')),
  close: async () => undefined,
});

let clones = 0;

/** The databases of this worker that are still there, and the test files that they are for. */
const databases = new Map<string, string | undefined>();

async function cloneTemplate(): Promise<Connection> {
  const connection = inject('connection');
  const database = `test_${process.pid}_${(clones += 1)}`;
  const admin = new Client(connection);
  await admin.connect();
  await dropEnded(admin);
  await admin.query(`CREATE DATABASE ${database} TEMPLATE purser_template STRATEGY FILE_COPY`);
  await admin.end();
  databases.set(database, expect.getState().testPath);
  return { ...connection, database };
}

/** Drops the databases of test files that have ended, unless a session is still open: they may be in memory. */
async function dropEnded(admin: Client): Promise<void> {
  const { testPath } = expect.getState();
  const ended = [...databases].flatMap(([name, file]) => (file === testPath ? [] : [name]));
  const { rows } = await admin.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name WHERE name NOT IN (SELECT datname FROM pg_stat_activity WHERE datname IS NOT NULL)`,
    [ended],
  );
  for (const { name } of rows) {
    await admin.query(`DROP DATABASE ${name}`);
    databases.delete(name);
  }
}
