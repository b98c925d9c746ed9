import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { figure, figures } from '../support/figures.ts';
import { codes, errors, type Reply } from '../support/http.ts';
import { main, customer, stranger, serveOn, testServer } from '../support/server.ts';
import { countRows, expectBalancedBooks } from './books.ts';
import { payParty, until, untilEngineWaits, uuidOf, waitingSessions, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

/** Long enough to see on a busy machine that the engine waits, and to run statements that wait for no lock. */
const limit_ms = '1000';

const server = testServer({ PURSER_LOCK_TIMEOUT_MS: limit_ms });

/** Runs the work while another session holds the lock of main's wallet. */
const whileLocked = <T>(work: (session: Client) => Promise<T>): Promise<T> =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    const id = uuidOf(main.walletId);
    await session.query('SELECT FROM wallets WHERE id = $1 FOR UPDATE', [id]);
    return work(session);
  });

const payAs = (key: string, at: ApiClient = server) =>
  payParty(at.baseUrl, main, customer, 25, { 'Idempotency-Key': key });

function expectUnavailable(reply: Reply, code = 'lock_timeout'): void {
  expect([reply.status, codes(reply)]).toEqual([503, [code]]);
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
}

describe('a wallet that another session locks for longer than the lock time-out', () => {
  it('gives every payment of the batch 503 with Retry-After, and stores nothing', async () => {
    const before = await countRows(server.sql);
    const replies = await whileLocked(() => Promise.all(['a', 'b', 'c'].map((key) => payAs(key))));
    replies.forEach((reply) => expectUnavailable(reply));
    expect(await countRows(server.sql)).toEqual(before);
    expect(await waitingSessions(server.sql)).toEqual([]);
    // Background work of the same server may be in a transaction at this moment, but not for long.
    await until('no session is in a transaction', async () => {
      const states = await server.sql<{ state: string }>(
        `SELECT DISTINCT state FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'purser'`,
      );
      return states.length === 1 && states[0]?.state === 'idle';
    });
  });

  it('accepts the retry afterwards, and the key makes one payment', async () => {
    const before = await countRows(server.sql);
    expectUnavailable(await whileLocked(() => payAs('again')));
    const [first, second] = [await payAs('again'), await payAs('again')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    const after = await countRows(server.sql);
    expect(after['payments']).toBe((before['payments'] ?? 0) + 1);
    await expectBalancedBooks(server.sql);
  });

  it('does not block other payments once the waiting batch has failed', async () => {
    const [blocked, free] = await whileLocked(async () => {
      const waiting = payAs('blocked');
      await untilEngineWaits(server.sql);
      return Promise.all([waiting, payParty(server.baseUrl, customer, stranger, 5)]);
    });
    expectUnavailable(blocked);
    expect(free.status).toBe(201);
  });
});

describe('a lock time-out', () => {
  it('has a code of its own and is counted, in the engine and in plain writes', async () => {
    const name = 'purser_lock_timeouts_total';
    const before = figure(await figures(server.baseUrl), name);

    const replies = await whileLocked(() =>
      Promise.all([payAs('counted'), server.put('/parties/me/limits', { limits: { perDay: 900_000_000 } })]),
    );
    replies.forEach((reply) => expectUnavailable(reply));
    expect(figure(await figures(server.baseUrl), name)).toBe(before + 2);
  });
});

const lockWallet = (currency: string, wait: string) =>
  `SELECT FROM wallets WHERE party_id = '${uuidOf(main.partyId)}' AND currency = '${currency}' FOR UPDATE ${wait}`;

describe('a wallet that another session locks', () => {
  it('for a moment delays the payment', async () => {
    const patient = await serveOn(server.connection);
    const reply = await whileLocked(async (session) => {
      const waiting = payAs('delayed', patient);
      await untilEngineWaits(server.sql);
      await session.query('COMMIT');
      return waiting;
    });
    expect(reply.status).toBe(201);
    await patient.close();
  });

  it('for longer than the statement time-out gives 503 as well', async () => {
    const hasty = await serveOn(server.connection, { PURSER_STATEMENT_TIMEOUT_MS: limit_ms });
    const reply = await whileLocked(() => payAs('hasty', hasty));
    expectUnavailable(reply, 'service_unavailable');
    expect(errors(reply)[0]?.detail).toContain('took too long');
    expect((await payAs('hasty', hasty)).status).toBe(201);
    await hasty.close();
  });

  it('is read after the lock is released, not before', async () => {
    const patient = await serveOn(server.connection);
    const reply = await whileLocked(async (session) => {
      const waiting = payParty(patient.baseUrl, main, stranger, 5);
      await untilEngineWaits(server.sql);
      await pause(20);
      await session.query(`UPDATE wallets SET status = 'frozen' WHERE id = $1`, [uuidOf(main.walletId)]);
      await session.query('COMMIT');
      return waiting;
    });
    expect(codes(reply)).toEqual(['wallet_frozen']);
    await patient.close();
  });

  it('delays a change of limits, which meanwhile locks no wallet that the engine locks later', async () => {
    const patient = await serveOn(server.connection);
    await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query(lockWallet('EUR', ''));

      const changing = patient.put('/parties/me/limits', { limits: { perDay: 900_000_000 } });
      await untilEngineWaits(server.sql);
      await server.sql(lockWallet('USD', 'NOWAIT'));
      await session.query('COMMIT');
      expect((await changing).status).toBe(200);
    });
    await patient.close();
  });
});
