import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { figure, figures } from '../support/figures.ts';
import { codes, resource, type Reply } from '../support/http.ts';
import { advance, asAgent, transferNow, withdraw } from '../support/moves.ts';
import { main, customer, stranger, startServer, type TestServer } from '../support/server.ts';
import { payParty, until, untilEngineWaits, uuidOf, waitingSessions, withSession } from './support.ts';

let server: TestServer;
afterEach(() => server.close());

// So that a request waits until the test lets it go on.
const patient = {
  PURSER_ACQUIRE_TIMEOUT_MS: '60000',
  PURSER_LOCK_TIMEOUT_MS: '60000',
  PURSER_STATEMENT_TIMEOUT_MS: '60000',
};

/** Runs the work while another session holds this lock, which the work may release. */
const whileLocked = <T>(lock: string, work: (release: () => Promise<unknown>) => Promise<T>): Promise<T> =>
  withSession(server.connection, async (session: Client) => {
    await session.query('BEGIN');
    await session.query(lock);
    return work(() => session.query('ROLLBACK'));
  });

/** The rows of the keys of a party: each of its plain writes locks one. */
const keysOf = ({ partyId }: { partyId: string }): string =>
  `SELECT FROM api_keys WHERE party_id = '${uuidOf(partyId)}' FOR UPDATE`;
const walletsOf = ({ partyId }: { partyId: string }): string =>
  `SELECT FROM wallets WHERE party_id = '${uuidOf(partyId)}' FOR UPDATE`;

const setLimits = (key: string) => server.as(key).put('/parties/me/limits', { limits: { perDay: 900_000 } });

/** Collects replies as they arrive. */
function collect(requests: Array<Promise<Reply>>): Reply[] {
  const replies: Reply[] = [];
  for (const request of requests) void request.then((reply) => replies.push(reply));
  return replies;
}

async function untilFigure(name: string, least: number): Promise<void> {
  await until(`${name} is ${least}`, async () => figure(await figures(server.baseUrl), name) >= least);
}

describe('a party whose plain writes wait for a lock', () => {
  it('holds half of their sessions, and everybody else pays, reads, writes and is ready', async () => {
    server = await startServer({ ...patient, PURSER_POOL_SIZE: '4' });
    await whileLocked(keysOf(customer), async (release) => {
      const sent = Array.from({ length: 80 }, () => setLimits(customer.apiKey));
      const replies = collect(sent);
      await untilFigure('purser_database_waiting_writes', 64);
      const headers = asAgent(main.agentId);
      const paid = await payParty(server.baseUrl, main, stranger, 5, headers);
      expect(paid.status).toBe(201);
      const read = (path: string, key: string) => server.as(key).get(path);
      const others = [
        await read(`/payments/${resource(paid).id}`, main.apiKey),
        await read('/transactions', stranger.apiKey),
        await read('/customers', main.approverApiKey),
        await setLimits(stranger.apiKey),
        await read('/transactions', customer.apiKey),
        await payParty(server.baseUrl, customer, stranger, 5),
        await server.as(null).get('/readyz'),
      ];
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201, 200]);
      expect(await waitingSessions(server.sql)).toHaveLength(1);
      await until('the rest is refused', async () => replies.length === 15);
      expect(new Set(replies.map((reply) => codes(reply)[0]))).toEqual(new Set(['rate_limited']));
      await release();
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([65, 15]);
    });
  });

  it('does not delay the last use of other keys', async () => {
    server = await startServer(patient);
    await whileLocked(keysOf(customer), async () => {
      for (const { apiKey } of [customer, stranger]) {
        await server.as(apiKey).get('/approvals');
      }
      const text = 'SELECT k.id FROM key_uses u JOIN api_keys k ON k.id = u.key_id WHERE k.party_id = $1';
      const used = () => server.sql(text, uuidOf(stranger.partyId));
      await until('the use is recorded', async () => (await used()).length > 0);
      expect(await used()).toHaveLength(1);
    });
  });
});

const ask = (key: string) =>
  server
    .as(customer)
    .post(
      '/payment-requests',
      { amount: 5, payer: { type: 'email', value: 'payer@example.com' } },
      { 'Idempotency-Key': key },
    );

describe('copies of one request with an idempotency key', () => {
  it('wait without a session behind the first, then get its response', async () => {
    server = await startServer(patient);
    await whileLocked(keysOf(customer), async (release) => {
      const key = randomUUID();
      const sent = Array.from({ length: 50 }, () => ask(key));
      await untilFigure('purser_http_requests_in_flight', 51); // with the request for the figures
      await until('the first waits', async () => (await waitingSessions(server.sql)).length > 0);
      expect(await waitingSessions(server.sql)).toHaveLength(1);
      await release();
      const replies = await Promise.all(sent);
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]?.status).toBe(201);
      expect(replies.filter(({ headers }) => headers.has('Idempotency-Replayed'))).toHaveLength(49);
    });
  });

  it('get 409 when the first takes longer than the lock time-out, on this server and on others', async () => {
    server = await startServer({ PURSER_LOCK_TIMEOUT_MS: '150' });
    const name = `${uuidOf(customer.partyId)} POST /payment-requests held`;
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('${name}', 0))`;
    const replies = await whileLocked(lock, () => Promise.all([ask('held'), ask('held'), ask('held')]));
    const inProgress = [409, ['idempotency_request_in_progress']];
    expect(replies.map((reply) => [reply.status, codes(reply)])).toEqual([
      inProgress,
      inProgress,
      inProgress,
    ]);
  });
});

describe('a party with many payments waiting', () => {
  it('fills a quarter of the queue at most, and other parties pay', async () => {
    server = await startServer({ ...patient, PURSER_QUEUE_SIZE: '8' });
    await whileLocked(walletsOf(stranger), async (release) => {
      const first = payParty(server.baseUrl, customer, stranger, 1);
      await untilEngineWaits(server.sql);
      const sent = Array.from({ length: 6 }, () => payParty(server.baseUrl, customer, stranger, 1));
      const refused = collect(sent);
      await until('the rest is refused', () => refused.length === 4);
      expect(refused.map((reply) => [reply.status, codes(reply)[0]])).toEqual(
        Array.from({ length: 4 }, () => [429, 'rate_limited']),
      );
      const other = payParty(server.baseUrl, main, stranger, 1);
      await untilFigure('purser_engine_queue_length', 3);
      await release();
      expect([(await first).status, (await other).status]).toEqual([201, 201]);
      expect((await Promise.all(sent)).filter(({ status }) => status === 201)).toHaveLength(2);
    });
  });

  it('takes turns with other parties when they fit into no batch', async () => {
    server = await startServer({ ...patient, PURSER_BATCH_SIZE: '4' });
    await whileLocked(walletsOf(stranger), async (release) => {
      const order: string[] = [];
      const pay = (from: typeof customer, name: string): Promise<unknown> =>
        payParty(server.baseUrl, from, stranger, 1).then(() => order.push(name));
      const first = pay(customer, 'first');
      await untilEngineWaits(server.sql);
      const many = Array.from({ length: 40 }, () => pay(customer, 'many'));
      await untilFigure('purser_engine_queue_length', 40);
      const few = pay(main, 'few');
      await untilFigure('purser_engine_queue_length', 41);
      await release();
      await Promise.all([first, few, ...many]);
      expect(order.indexOf('few')).toBeLessThan(20);
    });
  });
});

describe('a sweep of payments that nobody decided in time', () => {
  it('fills little of the queue, however many they are', async () => {
    server = await startServer({ PURSER_QUEUE_SIZE: '20' });
    const headers = asAgent(main.limitedAgentId);
    for (let paid = 0; paid < 30; paid += 1) {
      expect((await payParty(server.baseUrl, main, stranger, 20_000, headers)).status).toBe(201);
    }
    const inReview = () => server.sql(`SELECT id FROM payments WHERE status = 'IN_REVIEW'`);
    expect(await inReview()).toHaveLength(30);
    await server.post('/simulations/clock/advance', { seconds: 8 * 86_400 });
    expect(await inReview()).toHaveLength(0);
  });
});

describe('a party whose deposits have no room in its wallet', () => {
  it('keeps no transfer of another party waiting for its report, however many they are', async () => {
    server = await startServer();
    const { externalAccountId } = stranger;
    const drawn = { amount: 1_000, currency: 'CHF', externalAccountId };
    for (let count = 0; count < 112; count += 16) {
      const sent = Array.from({ length: 16 }, () => server.as(stranger).post('/transfers/deposit', drawn));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
    }
    await server.sql`UPDATE wallets SET posted = ${Number.MAX_SAFE_INTEGER}
      WHERE party_id = ${uuidOf(stranger.partyId)} AND currency = 'CHF' AND NOT is_receivable`;
    await advance(server, 60); // no report of the bank fits
    const transfer = resource(await withdraw(server));
    await until('it completes', async () => {
      await advance(server, 10);
      return (await transferNow(server, transfer)).attributes['status'] === 'COMPLETED';
    });
  });
});
