import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { resource, type Resource, type Reply } from '../support/http.ts';
import { advance, asAgent, toNextDay, transferNow, withdraw } from '../support/moves.ts';
import { main, stranger, to, toNobody, testServer, secondServer } from '../support/server.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { uuidOf, until } from './support.ts';

const bank = createTestBank();
const server = testServer({}, bank.rail);
const second = secondServer(server, {}, bank.rail);
afterAll(() => expectBalancedBooks(server.sql));

const on = (index: number): ApiClient => (index % 2 === 0 ? server : second);
const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const toStranger = () => to(stranger);
const toUnknown = () => toNobody();

/** Sends a write under one key to both servers concurrently: one effect, and the same response for all. */
async function expectOneEffect(send: (index: number, headers: Record<string, string>) => Promise<Reply>) {
  const headers = { 'Idempotency-Key': randomUUID() };
  const replies = await many(24, (index) => send(index, headers));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBeLessThan(300);
  expect(replies.filter((reply) => reply.headers.get('Idempotency-Replayed') === 'true')).toHaveLength(23);
  return replies[0] as Reply;
}

async function countOf(table: string, where: string, value: string): Promise<number> {
  const rows = await server.sql<{ count: number }>(
    `SELECT count(*)::int FROM ${table} WHERE ${where}`,
    value,
  );
  return rows[0]?.count ?? -1;
}

describe('one idempotency key, concurrently on two servers,', () => {
  it('creates one payment request, and one mail about it', async () => {
    const values = { amount: 900, payer: { type: 'email', value: 'one.mail@example.com' } };
    await expectOneEffect((index, headers) => on(index).post('/payment-requests', values, headers));
    expect(await countOf('payment_requests', 'payer_identifier = $1', 'one.mail@example.com')).toBe(1);
    expect(await countOf('mails', 'recipient = $1', 'one.mail@example.com')).toBe(1);
  });

  it('changes an agent and limits once', async () => {
    const path = `/agents/${stranger.agentId}`;
    await expectOneEffect((index, headers) =>
      on(index)
        .as(stranger)
        .patch(path, { name: 'Front desk', limits: { perDay: 5 } }, headers),
    );
    expect(await countOf('audit_log', `decision = 'accepted' AND action = $1`, `PATCH ${path}`)).toBe(1);
    const limits = { perMonth: 5 };
    await expectOneEffect((index, headers) =>
      on(index).as(stranger).put('/parties/me/limits', { limits }, headers),
    );
    await server.as(stranger).delete('/parties/me/limits');
  });

  it('invites a customer once', async () => {
    const recipients = [{ type: 'email', value: 'invited.once@example.com' }];
    const values = { recipients, permissions: ['payments.read'] };
    const path = `/agents/${main.agentId}/customers`;
    await expectOneEffect((index, headers) => on(index).post(path, values, headers));
    expect(await countOf('mails', 'recipient = $1', 'invited.once@example.com')).toBe(1);
  });

  it('withdraws once, and submits once to the bank', async () => {
    const reply = await expectOneEffect((index, headers) =>
      withdraw(on(index).with(headers), { amount: 321 }),
    );
    expect(await countOf('transfers', 'amount = $1', '321')).toBe(1);
    const key = `purser-${uuidOf(resource(reply).id)}`;
    await until('the bank has accepted it', () => bank.accepted.has(key));
    expect(bank.submitted.filter((each) => each.key === key)).toHaveLength(1);
  });

  it('cancels once, even when other keys cancel too', async () => {
    const payment = resource(await server.pay({ amount: 5, ...toUnknown() }));
    const path = `/payments/${payment.id}/cancel`;
    const mine = { 'Idempotency-Key': randomUUID() };
    const replies = await many(24, (index) => on(index).post(path, null, index % 3 > 0 ? mine : {}));
    const [ok, refused] = [200, 409].map((status) => replies.filter((reply) => reply.status === status));
    expect([ok?.length ?? 0, refused?.length ?? 0].toSorted((a, b) => a - b)).toEqual(
      ok?.length === 16 ? [8, 16] : [1, 23],
    );
    expect(new Set(ok?.map(({ text }) => text)).size).toBe(1);
  });
});

const spend = (index: number) =>
  on(index)
    .as(main.agentKey)
    .pay({ amount: 100, ...toStranger() });

describe('the clock', () => {
  it('advances on both servers, for days and limits too', async () => {
    await server.patch(`/agents/${main.agentId}`, { limits: { perDay: 100 } });
    for (let day = 0; day < 4; day += 1) {
      await toNextDay(on(day));
      const times = await many(2, (index) => on(index).get('/simulations/clock'));
      const offsets = times.map((reply) => resource(reply).attributes['offsetSeconds']);
      expect(offsets[0]).toBe(offsets[1]);
      const replies = [await spend(day + 1), await spend(day)];
      expect(replies.map((reply) => resource(reply).attributes['status'])).toEqual([
        'PROCESSING',
        'IN_REVIEW',
      ]);
    }
  });
});

describe('background work on two servers', () => {
  it('submits each withdrawal once, and stores each report once', async () => {
    const transfers = (await many(80, (index) => withdraw(on(index), { amount: 111 }))).map(resource);
    await many(4, (index) => advance(on(index), 1));
    const keys = transfers.map(({ id }) => `purser-${uuidOf(id)}`);
    await until('the bank has accepted them all', () => keys.every((key) => bank.accepted.has(key)));
    for (const key of keys) expect(bank.submitted.filter((each) => each.key === key)).toHaveLength(1);
    for (const [index, key] of keys.entries()) {
      const failed = { kind: 'failed', code: 'R01', reason: 'Insufficient funds' } as const;
      bank.report(key, index % 2 === 0 ? { kind: 'completed' } : failed);
    }
    await many(4, (index) => advance(on(index), 1));
    const ended = await many(80, (index) => transferNow(server, transfers[index] as Resource));
    expect(ended.map(({ attributes: { status } }) => status)).toEqual(
      transfers.map((_, index) => (index % 2 === 0 ? 'COMPLETED' : 'FAILED')),
    );
  });

  it('closes overdue reviews and unclaimed payments once', async () => {
    const reviewed = await many(40, (index) =>
      withdraw(on(index).with(asAgent(main.limitedAgentId)), { amount: 10_001 }),
    );
    const unclaimed = await many(40, (index) => on(index).pay({ amount: 3, ...toUnknown() }));
    await many(2, (index) => advance(on(index), 8 * 86_400));
    await many(4, (index) => advance(on(index), 23 * 86_400));
    const ids = [...reviewed, ...unclaimed].map((reply) => uuidOf(resource(reply).id));
    const events = await server.sql<{ to: string; count: number }>`SELECT to_status AS to, count(*)::int
      FROM events WHERE resource <> 'party' AND resource_id = ANY (${ids}::uuid[]) GROUP BY to_status
      ORDER BY to_status`;
    expect(events).toEqual([
      { to: 'CANCELED', count: 40 },
      { to: 'IN_REVIEW', count: 40 },
      { to: 'PENDING_CLAIM', count: 40 },
      { to: 'RETURNED', count: 40 },
    ]);
    const lines = await server.sql<{ count: number }>`SELECT count(*)::int FROM audit_log
      WHERE target_id = ANY (${ids}::uuid[]) AND action = 'expire'`;
    expect(lines).toEqual([{ count: 80 }]);
  });
});
