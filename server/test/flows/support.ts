import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createParty, type NewParty } from '../../src/identity/parties/create.ts';
import { codeRows, type Connection, createPool, type Db } from '../../src/db/pool.ts';
import { SessionClient } from '../../src/db/session-client.ts';
import type { Reply } from '../support/http.ts';
import { figure, figures } from '../support/figures.ts';
import { clockNow } from '../support/moves.ts';
import type { Parties, Sql, TestServer } from '../support/server.ts';
import { triggersOff, triggersOn } from '../support/triggers.ts';
import { clientAt } from '../support/client.ts';

const timeout_ms = 150_000; // a test has 180 s, and several run at once on few cores
const pauses_ms = { first: 10, last: 40 }; // asking is work, for which what is waited for may have to wait

/** Retries until `passes` returns true, less and less often; throws before the test has no time left. */
export async function until(what: string, passes: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + timeout_ms;
  for (let pause_ms = pauses_ms.first; !(await passes());) {
    if (Date.now() > giveUpAt) throw new Error(`Timed out waiting until ${what}`);
    await pause(pause_ms);
    pause_ms = Math.min(pauses_ms.last, pause_ms * 1.3);
  }
}

/** Waits until the server is ready: on a busy machine its first session may not open in time. */
export const untilReady = (baseUrl: string): Promise<void> =>
  until('the server is ready', async () => (await clientAt(baseUrl, null).get('/readyz')).status === 200);

/** Opens a session of the test's own, and closes it when the work is done. */
export async function withSession<T>(
  connection: Connection,
  work: (session: Client) => Promise<T>,
): Promise<T> {
  const session = new SessionClient({ ...connection, ...codeRows, application_name: 'test' });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** Opens the sessions that a server has, for tests that call its functions. */
export const openDb = (connection: Connection): Db =>
  createPool(connection, readConfig({}).database, pino({ level: 'silent' }));

/** Changes columns that the database protects: no trigger fires, as only the owner of the table can arrange. */
export const rewrite = (connection: Connection, text: string, values: unknown[]): Promise<void> =>
  withSession(connection, async (session) => {
    await session.query(`BEGIN; ${triggersOff(text)}`);
    await session.query(text, values);
    await session.query(`${triggersOn(text)}; COMMIT`);
  });

let created = 0;

/** Creates an empty database. */
export async function emptyDatabase(): Promise<Connection> {
  const connection = inject('connection');
  const database = `empty_${process.pid}_${(created += 1)}`;
  await withSession(connection, (session) => session.query(`CREATE DATABASE ${database} TEMPLATE template0`));
  return { ...connection, database };
}

/** Waits until a session of the engine, the only one that takes locks, waits for a lock. */
export const untilEngineWaits = (sql: Sql): Promise<void> =>
  until('the engine waits for a lock', async () => (await waitingSessions(sql)).length > 0);

/** Waits until so many commands are in the queue of a server's engine, behind the batch that it has begun. */
export const untilQueued = ({ baseUrl }: { baseUrl: string }, count: number): Promise<void> =>
  until(
    `${count} commands wait for the engine`,
    async () => figure(await figures(baseUrl), 'purser_engine_queue_length') === count,
  );

/** Returns the pids of the server's sessions that wait for a lock. */
export async function waitingSessions(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'purser'
       AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Terminates the sessions that the servers on this database have now, without waiting for their ends. */
export async function terminateSessions(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }>(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'purser'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Terminates the same sessions. Returns when they are gone; the server may have opened others by then. */
export async function endSessions(sql: Sql): Promise<void> {
  const ended = await terminateSessions(sql);
  await until('the sessions are gone', async () => {
    const left = await sql`SELECT pid FROM pg_stat_activity WHERE pid = ANY(${ended}::int[])`;
    return left.length === 0;
  });
}

/** Pays one of the sandbox's parties from another by its id, in USD. */
export function payParty(
  baseUrl: string,
  from: Parties[keyof Parties],
  to: Parties[keyof Parties],
  amount: number,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const counterparty = { type: 'party_id', value: to.partyId };
  return clientAt(baseUrl, from).pay({ amount, counterparty }, headers);
}

/** Returns the id as the database stores it. */
export const uuidOf = (publicId: string): string => publicId.slice(publicId.indexOf('_') + 1);

export type Balance = { available: bigint; held: bigint };

/** Returns the sum of a party's wallets in a currency. */
export async function balanceOf(server: TestServer, partyId: string, currency = 'USD'): Promise<Balance> {
  const [balance] = await server.sql<Balance>`SELECT coalesce(sum(posted - held), 0)::bigint AS available,
    coalesce(sum(held), 0)::bigint AS held FROM wallets WHERE party_id = ${uuidOf(partyId)}
    AND currency = ${currency} AND NOT is_receivable`;
  return balance ?? { available: 0n, held: 0n };
}

/** Makes the party of an address in a transaction of its own; null if the address leads to another party. */
export const signUpWith = (server: TestServer, email: string): Promise<NewParty | null> =>
  withSession(server.connection, async (tx) => {
    const now = await clockNow(server);
    const person = { type: 'PERSON', name: 'Robin', currency: 'USD', now, email } as const;
    await tx.query('BEGIN');
    const party = await createParty(tx, person, { name: 'Robin', email });
    await tx.query('COMMIT');
    return party;
  });
