import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { main, stranger, byId, startServer, type TestServer } from '../support/server.ts';
import { until, uuidOf, withSession } from './support.ts';

let server: TestServer;
let isClosed = false;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await startServer();
  isClosed = false;
});
afterEach(async () => {
  if (!isClosed) await server.close();
  vi.useRealTimers();
});

async function stop(): Promise<void> {
  await server.close();
  isClosed = true;
}

type Line = { action: string; reason: string; requests: number; sum: number; agent: string | null };

/** Returns the lines of the audit log about refusals, oldest first. Works after the server has stopped, too. */
const refusedLines = (): Promise<Line[]> =>
  withSession(server.connection, async (session) => {
    const { rows } = await session.query<Line>(
      `SELECT action, reason, count::int AS sum, (request_id IS NOT NULL)::int AS requests, agent_id AS agent
       FROM audit_log WHERE decision = 'refused' ORDER BY at, id`,
    );
    return rows;
  });

type Sending = { method?: string; path: () => string; key: string; values?: object; headers?: () => object };

/** Sends a write many times, twenty at once, and returns the statuses. */
async function sendMany(times: number, { method = 'POST', path, key, values, headers }: Sending) {
  const statuses = new Set<number>();
  for (let sent = 0; sent < times; sent += 20) {
    const replies = await Promise.all(
      Array.from({ length: Math.min(20, times - sent) }, () =>
        server.as(key).send(method, path(), values ?? {}, { ...headers?.() }),
      ),
    );
    for (const { status } of replies) statuses.add(status);
  }
  return [...statuses];
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;
const aPayment = (): string => `/payments/${newId('pay')}/cancel`;
const payWithoutScope = () => ({ path: () => '/payments', key: main.readOnlyApiKey });
const toStranger = () => byId(stranger);

/** Ways to be refused again and again: the status, the pattern of the route, the reason, and the request. */
function waysToBeRefused(): Array<[status: number, pattern: string, reason: string, sending: Sending]> {
  const cancel = 'POST /payments/:paymentId/cancel';
  const anAgent = {
    method: 'PATCH',
    path: () => `/agents/${newId('agt')}`,
    key: main.apiKey,
    values: { name: 'New' },
  };
  const pay = {
    path: () => '/payments',
    key: main.apiKey,
    values: { amount: 90_000_000, counterparty: toStranger() },
  };
  let asked = 0;
  const byTurns = {
    path: () => '/api-keys',
    key: main.apiKey,
    headers: () => ({
      'X-Agent-ID': (asked += 1) % 2 === 0 ? main.agentId : main.limitedAgentId,
      'X-Instance-ID': randomUUID(),
    }),
  };
  return [
    [403, cancel, 'insufficient_scope', { path: aPayment, key: main.readOnlyApiKey }],
    [403, 'POST /api-keys', 'agent_not_allowed', byTurns],
    [404, cancel, 'payment_not_found', { path: aPayment, key: main.apiKey }],
    [404, 'PATCH /agents/:agentId', 'agent_not_found', anAgent],
    [409, 'POST /payments', 'insufficient_funds', pay],
  ];
}

describe('300 refusals of one credential', () => {
  it('leave two lines of the audit log per route and reason, whose counts add up', async () => {
    const ways = waysToBeRefused();
    for (const [status, , , sending] of ways) expect(await sendMany(300, sending)).toEqual([status]);
    await stop();
    const lines = await refusedLines();
    for (const [, pattern, reason] of ways) {
      const found = lines.filter((line) => line.reason === reason);
      expect(found).toMatchObject([
        { requests: 1, sum: 1 },
        { requests: 0, sum: 299, action: pattern, agent: null },
      ]);
    }
    expect(lines).toHaveLength(2 * ways.length);
  });

  it('for a reused idempotency key leave two lines, too', async () => {
    const key = main.apiKey;
    const once = { 'Idempotency-Key': randomUUID() };
    const values = { amount: 1, counterparty: toStranger() };
    const sending = { path: () => '/payments', key, headers: () => once };
    expect(await sendMany(1, { ...sending, values })).toEqual([201]);
    expect(await sendMany(300, { ...sending, values: { ...values, amount: 2 } })).toEqual([409]);
    await stop();
    expect(await refusedLines()).toMatchObject([
      { reason: 'key_reused', sum: 1 },
      { reason: 'key_reused', sum: 299 },
    ]);
  });
});

const refusedPayments = (key: string, headers?: () => object): Sending => ({
  path: () => '/payments',
  key,
  values: { amount: 90_000_000, counterparty: toStranger() },
  ...(headers && { headers }),
});
const kept = async (): Promise<unknown[]> =>
  withSession(server.connection, async (session) => {
    const { rows } = await session.query(
      `SELECT agent_id AS agent, (attempt->>'amount')::int AS amount, count(*)::int AS lines, sum(count)::int AS sum
       FROM audit_log WHERE decision = 'refused' GROUP BY 1, 2 ORDER BY amount NULLS LAST, agent`,
    );
    return rows;
  });

describe('refused payments of an agent', () => {
  it('keep what was asked for in 20 lines an hour, and are summed from then on', async () => {
    const agent = uuidOf(main.agentId);
    expect(await sendMany(300, refusedPayments(main.agentKey))).toEqual([409]);
    vi.advanceTimersByTime(60_000);
    await until('the sum is written', async () => (await refusedLines()).length === 21);
    expect(await kept()).toEqual([
      { agent, amount: 90_000_000, lines: 20, sum: 20 },
      { agent, amount: null, lines: 1, sum: 280 },
    ]);
    vi.advanceTimersByTime(59 * 60_000);
    await sendMany(1, refusedPayments(main.agentKey));
    expect((await kept())[0]).toMatchObject({ lines: 21 });
  });

  it('count for the agent that acts, whoever sends them, and nothing is kept of other refusals', async () => {
    let asked = 0;
    const agents = [main.agentId, (await newAgent(server)).id];
    const byTurns = () => ({ 'X-Agent-ID': agents[(asked += 1) % 2], 'X-Instance-ID': randomUUID() });
    await sendMany(100, refusedPayments(main.apiKey, byTurns));
    await sendMany(100, refusedPayments(main.apiKey));
    await sendMany(100, { path: aPayment, key: main.agentKey });
    await stop();
    const lines = await withSession(server.connection, (session) =>
      session.query(
        'SELECT agent_id AS agent, count(*)::int AS lines FROM audit_log WHERE attempt IS NOT NULL GROUP BY 1 ORDER BY 1',
      ),
    );
    expect(lines.rows).toEqual(
      agents
        .map(uuidOf)
        .toSorted()
        .map((agent) => ({ agent, lines: 20 })),
    );
  });
});

describe('repeated refusals', () => {
  it('are written when the minute ends, and the next minute begins with a line of its own', async () => {
    await sendMany(3, payWithoutScope());
    expect((await refusedLines()).map(({ sum }) => sum)).toEqual([1]);
    vi.advanceTimersByTime(60_000);
    await until('the sum is written', async () => (await refusedLines()).length === 2);
    await sendMany(1, payWithoutScope());
    expect((await refusedLines()).map(({ sum }) => sum)).toEqual([1, 2, 1]);
  });

  it('of other credentials, routes and reasons have lines of their own', async () => {
    await sendMany(2, payWithoutScope());
    await sendMany(2, { path: () => '/api-keys', key: main.createOnlyApiKey });
    await sendMany(2, { path: () => '/api-keys', key: main.readOnlyApiKey });
    await sendMany(2, { path: () => '/api-keys', key: main.agentKey });
    await stop();
    const lines = await refusedLines();
    expect(lines.map(({ sum }) => sum)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(lines.filter(({ requests }) => requests === 1)).toHaveLength(4);
  });

  it('get their 403 and are counted even while the audit log cannot be written', async () => {
    await server.close();
    server = await startServer({ PURSER_LOCK_TIMEOUT_MS: '1000' }); // for which a refusal waits
    await withSession(server.connection, async (session) => {
      await session.query('BEGIN; LOCK TABLE audit_lines IN ACCESS EXCLUSIVE MODE');
      expect(await sendMany(2, payWithoutScope())).toEqual([403]);
      await session.query('ROLLBACK');
    });
    expect(await refusedLines()).toEqual([]);
    await stop();
    expect(await refusedLines()).toMatchObject([{ requests: 0, sum: 2 }]);
  });
});
