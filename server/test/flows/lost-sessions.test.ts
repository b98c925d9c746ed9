import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../proof/chaos/ports.ts';
import { openProxy, type Proxy } from '../../../proof/chaos/proxy.ts';
import type { Moment } from '../../../proof/chaos/traps.ts';
import type { Database } from '../../../proof/support/program.ts';
import { codes, type Reply } from '../support/http.ts';
import { main, customer, serveOn, testServer } from '../support/server.ts';
import { countRows, expectBalancedBooks } from './books.ts';
import {
  endSessions,
  payParty,
  terminateSessions,
  until,
  untilEngineWaits,
  waitingSessions,
  withSession,
} from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();

const payAs = (key: string, at: ApiClient = server) =>
  payParty(at.baseUrl, main, customer, 25, { 'Idempotency-Key': key });

const countPayments = async (): Promise<number> => (await countRows(server.sql))['payments'] ?? 0;

/** Returns the number of the server's open transactions. */
async function openTransactions(): Promise<number> {
  const rows = await server.sql(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'purser'
       AND state <> 'idle'`,
  );
  return rows.length;
}

/** Pays, terminates the engine's session while it waits for a lock on the table, and returns the response. */
const terminateAtLock = (table: string, mode: string, key: string) =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query(`LOCK TABLE ${table} IN ${mode} MODE`);
    const waiting = payAs(key);
    await untilEngineWaits(server.sql);
    for (const pid of await waitingSessions(server.sql))
      await server.sql`SELECT pg_terminate_backend(${pid})`;
    return waiting;
  });

function expectUnavailable(reply: Reply, code: string): void {
  expect([reply.status, codes(reply)]).toEqual([503, [code]]);
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
}

describe('if the session of the engine is terminated', () => {
  it('while it loads, the response is service_unavailable, and the retry makes one payment', async () => {
    const before = await countPayments();
    expectUnavailable(await terminateAtLock('wallets', 'EXCLUSIVE', 'loading'), 'service_unavailable');
    expect(await countPayments()).toBe(before);
    expect((await payAs('loading')).status).toBe(201);
    expect(await countPayments()).toBe(before + 1);
  });

  it('while it stores, the response is outcome_unknown, and the retry makes one payment', async () => {
    const before = await countPayments();
    expectUnavailable(await terminateAtLock('movements', 'SHARE', 'storing'), 'outcome_unknown');
    expect((await payAs('storing')).status).toBe(201);
    expect((await payAs('storing')).headers.get('Idempotency-Replayed')).toBe('true');
    expect(await countPayments()).toBe(before + 1);
  });

  it('while it is idle, the next payment succeeds', async () => {
    expect((await payAs(randomUUID())).status).toBe(201);
    await endSessions(server.sql);
    await pause(200); // the server, which is this process, hears of it
    expect((await payAs(randomUUID())).status).toBe(201);
  });

  it('repeatedly under load, each key still makes exactly one payment', async () => {
    const before = await countPayments();
    const keys = Array.from({ length: 120 }, () => randomUUID());
    const refusals: Reply[] = [];
    const finish = async (key: string): Promise<void> => {
      for (;;) {
        const reply = await payAs(key);
        if (reply.status === 201) return;
        refusals.push(reply);
      }
    };
    const work = Promise.all(keys.map(finish));
    for (let round = 0; round < 10; round += 1) await terminateSessions(server.sql);
    await work;
    for (const reply of refusals) {
      expect(reply.status).toBe(503);
      expect(['service_unavailable', 'outcome_unknown']).toContain(codes(reply)[0]);
      expect(reply.headers.has('Retry-After')).toBe(true);
    }
    expect(await countPayments()).toBe(before + keys.length);
    await expectBalancedBooks(server.sql);
  });
});

/** Makes new sessions of the database read-only or not, and terminates the existing ones. */
async function setReadOnly(to: 'on' | 'off'): Promise<void> {
  const [{ name } = { name: '' }] = await server.sql<{ name: string }>('SELECT current_database() AS name');
  await withSession(server.connection, async (session) => {
    await session.query('SET default_transaction_read_only = off');
    await session.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${to}`);
  });
  await endSessions(server.sql);
  await pause(200); // the server, which is this process, hears of it
}

/** Returns the response of the readiness endpoint. */
async function readiness(): Promise<unknown[]> {
  const { status, text } = await server.as(null).get('/readyz');
  return [status, JSON.parse(text)];
}

describe('a read-only database, as after a failover to a standby', () => {
  it('makes the server unavailable and not ready, until it accepts writes again', async () => {
    const before = await countPayments();
    await setReadOnly('on');
    expectUnavailable(await payAs('read-only'), 'service_unavailable');
    await until('the server is not ready', async () => (await readiness())[0] === 503);
    expect(await readiness()).toEqual([503, { status: 'unavailable', reason: 'database' }]);
    await setReadOnly('off');
    await until('the server is ready', async () => (await readiness())[0] === 200);
    expect((await payAs('read-only')).status).toBe(201);
    expect(await countPayments()).toBe(before + 1);
  });
});

describe('if the connection breaks at the commit', () => {
  let proxy: Proxy;
  let behind: Awaited<ReturnType<typeof serveOn>>;
  beforeAll(async () => {
    const target = { ...inject('connection'), ...server.connection } as Database;
    const socket = { path: join(target.host, `.s.PGSQL.${target.port}`) };
    proxy = await openProxy(await freePort(), socket);
    behind = await serveOn({ ...target, host: '127.0.0.1', port: proxy.port });
  });
  afterAll(async () => {
    await behind.close();
    await proxy.close();
  });

  it.each<[string, Moment, number]>([
    ['and PostgreSQL has committed, the outcome is unknown and the retry replays the payment', 'done', 1],
    ['and PostgreSQL never got the COMMIT, the outcome is unknown and the retry pays', 'before', 0],
  ])('%s', async (_what, moment, committed) => {
    const before = await countPayments();
    const struck = proxy.atCommit({ moment, commit: 'engine' }, (link) => link.cut('end'));
    expectUnavailable(await payAs(moment, behind), 'outcome_unknown');
    await struck;
    await until('the broken transaction is over', async () => (await openTransactions()) === 0);
    expect(await countPayments()).toBe(before + committed);
    const retried = await payAs(moment, behind);
    expect([retried.status, retried.headers.get('Idempotency-Replayed')]).toEqual([
      201,
      committed === 1 ? 'true' : null,
    ]);
    expect((await payAs(moment, behind)).text).toBe(retried.text);
    expect(await countPayments()).toBe(before + 1);
  });

  it('and the database stays unreachable, the response is outcome_unknown too, not service_unavailable', async () => {
    expect((await payAs('before the loss', behind)).status).toBe(201);
    const before = await countPayments();
    const struck = proxy.atCommit({ moment: 'done', commit: 'engine' }, proxy.refuse);
    expectUnavailable(await payAs('unreachable', behind), 'outcome_unknown');
    await struck;
    await proxy.admit();
    expect((await payAs('unreachable', behind)).headers.get('Idempotency-Replayed')).toBe('true');
    expect(await countPayments()).toBe(before + 1);
  });
});
