import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Connection } from '../../src/db/pool.ts';
import { typeParsers } from '../../src/db/pool.ts';
import { pay } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import type { Parties } from '../support/server.ts';
import type { Sql } from './books.ts';

const patience_ms = 20_000;

/** Tries until the test passes; what keeps failing for long is taken to fail for ever. */
export async function until(what: string, passes: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + patience_ms;
  while (!(await passes())) {
    if (Date.now() > giveUpAt) throw new Error(`It never came about that ${what}`);
    await pause(10);
  }
}

/** A session of the test's own, beside the server's; ended when the work is. */
export async function withSession<T>(
  connection: Connection,
  work: (session: Client) => Promise<T>,
): Promise<T> {
  const session = new Client({ ...connection, types: typeParsers, application_name: 'test' });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** Changes what the database protects from changes: no trigger sees this statement. */
export function rewrite(connection: Connection, text: string, values: unknown[]): Promise<void> {
  return withSession(connection, async (session) => {
    await session.query('SET session_replication_role = replica');
    await session.query(text, values);
  });
}

let made = 0;

/** A database with nothing in it. */
export async function emptyDatabase(): Promise<Connection> {
  const connection = inject('connection');
  const database = `empty_${process.pid}_${(made += 1)}`;
  await withSession(connection, (session) => session.query(`CREATE DATABASE ${database} TEMPLATE template0`));
  return { ...connection, database };
}

/** Waits until a session of the server (the engine's: it alone locks) waits for somebody's lock. */
export function untilEngineWaits(sql: Sql): Promise<void> {
  return until('the engine waits for a lock', async () => (await waitingSessions(sql)).length > 0);
}

/** The pids of the server's sessions that wait for a lock. */
export async function waitingSessions(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'purser'
       AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Ends all sessions of the servers on this database. */
export async function terminateSessions(sql: Sql): Promise<void> {
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'purser'`,
  );
}

export async function countSessions(sql: Sql): Promise<number> {
  const rows = await sql(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'purser'`,
  );
  return rows.length;
}

/** One of the sandbox's parties pays another by its id, in USD. */
export function payParty(
  baseUrl: string,
  from: Parties[keyof Parties],
  to: Parties[keyof Parties],
  amount: number,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const counterparty = { type: 'party_id', value: to.partyId };
  return pay(baseUrl, from.apiKey, { amount, counterparty }, headers);
}

/** The uuid in a public id. */
export function uuidOf(publicId: string): string {
  return publicId.slice(4);
}
