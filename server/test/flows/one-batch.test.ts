import { describe, expect, it } from 'vitest';
import { resource, type Resource, type Reply } from '../support/http.ts';
import { approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { uuidOf, untilEngineWaits, untilQueued, withSession } from './support.ts';
import { differencesIn } from './books.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '60000' });

/**
 * Sends writes one after the other while the engine is blocked, so that they form one batch in this order.
 */
const together = (...writes: Array<() => Promise<Reply>>) =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query('LOCK TABLE wallets IN EXCLUSIVE MODE');
    const first = server.pay({ amount: 1, ...to(stranger) });
    await untilEngineWaits(server.sql);
    const replies = [];
    for (const write of writes) {
      replies.push(write());
      await untilQueued(server, replies.length);
    }
    await session.query('ROLLBACK');
    await first;
    return Promise.all(replies);
  });

const statusOf = (reply: Reply): [number, unknown] => [reply.status, resource(reply).attributes['status']];
const approve = (approval: Resource | undefined) => (): Promise<Reply> =>
  server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);

async function expectSoundBooks(): Promise<void> {
  expect(await differencesIn(server.sql)).toEqual([]);
}

describe('in one batch', () => {
  it('a withdrawal that is approved and canceled is canceled, and never submitted to the bank', async () => {
    const waits = resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 20_000 }));
    const [approval] = await approvalsOf(server, waits);
    const replies = await together(approve(approval), () => server.post(`/transfers/${waits.id}/cancel`));
    expect(replies.map(statusOf)).toEqual([
      [200, 'approved'],
      [200, 'CANCELED'],
    ]);
    const orders = await server.sql`SELECT state, attempts FROM rail_orders
      WHERE transfer_id = ${uuidOf(waits.id)}`;
    expect(orders).toEqual([{ state: 'withdrawn', attempts: 0 }]);
    await expectSoundBooks();
  });

  it('an approval that is requested because of another one and then canceled is stored as canceled', async () => {
    const limit = (key: string) =>
      server.as(key).put('/parties/me/limits', { limits: { perTransaction: 100 } });
    await limit(main.apiKey);
    const values = { amount: 500, ...to(stranger), customerPartyId: customer.partyId };
    const waits = resource(await server.as(main.agentKey).pay(values));
    const [approval] = await approvalsOf(server, waits);
    await limit(customer.apiKey);
    const replies = await together(approve(approval), () => server.post(`/payments/${waits.id}/cancel`));
    expect(replies.map(statusOf)).toEqual([
      [200, 'approved'],
      [200, 'CANCELED'],
    ]);
    const states = await server.sql`SELECT status FROM approvals WHERE target_id = ${uuidOf(waits.id)}
      ORDER BY id`;
    expect(states).toEqual([{ status: 'approved' }, { status: 'canceled' }]);
    await expectSoundBooks();
  });
});
