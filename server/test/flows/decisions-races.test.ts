import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { codes, refusal, resource, type Resource, type Reply } from '../support/http.ts';
import { balanceOf, uuidOf } from './support.ts';
import { advance, approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, customer, stranger, delegate, byId, to, secondServer, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
const second = secondServer(server);
beforeAll(() => server.as(delegate).patch(`/agents/${delegate.agentId}`, { limits: { perTransaction: 1 } }));
afterAll(() => expectBalancedBooks(server.sql));

type Waiting = { it: Resource; id: string };
const on = (index: number): ApiClient => (index % 2 === 0 ? server : second);
const stateOf = async (id: string): Promise<unknown> =>
  resource(await server.get(`/approvals/${id}`)).attributes['status'];
const done = (replies: readonly Reply[]): Reply[] => replies.filter(({ status }) => status === 200);

/** A payment or withdrawal of main's petty cash agent, over its limit. */
async function waiting(type: 'payment' | 'withdrawal' = 'payment'): Promise<Waiting> {
  const reply =
    type === 'payment'
      ? await server.as(main.limitedAgentKey).pay({ amount: 10_001, ...to(stranger) })
      : await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 10_001 });
  const [approval] = await approvalsOf(server, resource(reply));
  return { it: resource(reply), id: approval?.id ?? '' };
}
const decide = (action: 'approve' | 'deny', id: string, index = 0, headers = {}) =>
  on(index).as(main.approverApiKey).post(`/approvals/${id}/${action}`, null, headers);
const cancel = ({ type, id }: Resource, index = 0) => on(index).post(`/${type}s/${id}/cancel`);

describe('concurrent decisions on one approval, on two servers', () => {
  it('have one winner: the first one stands, all others conflict', async () => {
    for (const type of ['payment', 'withdrawal'] as const) {
      for (let round = 0; round < 5; round += 1) {
        const { it, id } = await waiting(type);
        const replies = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            decide((index >> 1) % 2 === 0 ? 'approve' : 'deny', id, index),
          ),
        );
        const [winner, ...others] = done(replies);
        expect(others).toEqual([]);
        expect(replies.filter(({ status }) => status === 409)).toHaveLength(11);
        const decision = winner && resource(winner).attributes['status'];
        expect(await stateOf(id)).toBe(decision);
        const ran = type === 'payment' ? 'COMPLETED' : 'PROCESSING';
        expect(await server.statusOf(it)).toBe(decision === 'approved' ? ran : 'APPROVAL_DENIED');
      }
    }
  });

  it('under one idempotency key are one decision with one response', async () => {
    const { it, id } = await waiting();
    const headers = { 'Idempotency-Key': randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => decide('approve', id, index, headers)),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(done(replies)).toHaveLength(20);
    expect(await server.statusOf(it)).toBe('COMPLETED');
  });

  it('and a cancellation: either the payment runs or it is canceled', async () => {
    for (const type of ['payment', 'withdrawal'] as const) {
      for (let round = 0; round < 8; round += 1) {
        const { it, id } = await waiting(type);
        const [approved, canceled] = await Promise.all(
          round % 2 === 0
            ? [decide('approve', id, 0), cancel(it, 1)]
            : [decide('approve', id, 1), cancel(it, round % 4 === 1 ? 1 : 0)],
        );
        const ran = approved.status === 200;
        expect(await stateOf(id)).toBe(ran ? 'approved' : 'canceled');
        // A withdrawal that runs can still be canceled, which other tests cover.
        const left = ran ? (type === 'payment' ? 409 : canceled.status) : 200;
        expect([approved.status, canceled.status]).toEqual([ran ? 200 : 409, left]);
        const ends = ran ? ['COMPLETED', 'PROCESSING', 'CANCELED'] : ['CANCELED'];
        expect(ends).toContain(await server.statusOf(it));
      }
    }
  });

  it('and its expiry: either it is approved first or it is canceled', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => waiting('payment')));
    const moved = advance(server, 8 * 86_400);
    const replies = await Promise.all(all.map(({ id }, index) => decide('approve', id, index)));
    await moved;
    await advance(server, 1);
    for (const [index, { it, id }] of all.entries()) {
      const ran = replies[index]?.status === 200;
      expect([await stateOf(id), await server.statusOf(it)]).toEqual(
        ran ? ['approved', 'COMPLETED'] : ['canceled', 'CANCELED'],
      );
    }
  });
});

describe('thirty approvals that together exceed the funds', () => {
  it('succeed as long as there are funds, and the others stay pending', async () => {
    const give = async (amount: number): Promise<void> => {
      expect((await server.pay({ amount, ...to(delegate) })).status).toBe(201);
    };
    const counterparty = byId(stranger);
    for (let index = 0; index < 30; index += 1) {
      await server.as(delegate).pay({ amount: 100, counterparty }, asAgent(delegate.agentId));
    }
    const ids = (
      await server.sql<{ id: string }>`SELECT id FROM approvals
        WHERE payer_party_id = ${uuidOf(delegate.partyId)} AND status = 'pending'`
    ).map(({ id }) => `apr_${id}`);
    expect(ids).toHaveLength(30);
    const approveAll = () =>
      Promise.all(ids.map((id, index) => on(index).as(delegate).post(`/approvals/${id}/approve`)));
    await give(1_250);
    const first = await approveAll();
    expect(done(first)).toHaveLength(12);
    expect(first.filter((reply) => codes(reply)[0] === 'insufficient_funds')).toHaveLength(18);
    expect(await balanceOf(server, delegate.partyId)).toEqual({ available: 50n, held: 0n });
    await give(1_000);
    const then = await approveAll();
    expect(done(then)).toHaveLength(10);
    expect(then.filter((reply) => codes(reply)[0] === 'conflict')).toHaveLength(12);
    expect(await balanceOf(server, delegate.partyId)).toEqual({ available: 50n, held: 0n });
  });
});

const run = (text: string) =>
  server.sql(
    `WITH ids AS (SELECT $1::uuid, $2::uuid) ${text}`,
    uuidOf(main.limitedAgentId),
    uuidOf(main.walletId),
  );

describe('an approval', () => {
  // What an approval requires: how to remove it, how to restore it, and the code in between.
  const gone: Array<[what: string, remove: string, restore: string, code: string]> = [
    [
      'the agent is revoked',
      `UPDATE agents SET status = 'REVOKED' WHERE id = $1`,
      `UPDATE agents SET status = 'ACTIVE' WHERE id = $1`,
      'conflict',
    ],
    [
      'the wallet is frozen',
      `UPDATE wallets SET status = 'frozen' WHERE id = $2`,
      `UPDATE wallets SET status = 'active' WHERE id = $2`,
      'wallet_frozen',
    ],
  ];
  it.each(gone)(
    'is refused while %s, stays pending, and can be denied',
    async (_what, remove, restore, code) => {
      const [first, other] = [await waiting(), await waiting('withdrawal')];
      await run(remove);
      for (const { id } of [first, other]) {
        for (const index of [0, 1]) {
          expect(refusal(await decide('approve', id, index))).toEqual([409, [code], [undefined]]);
        }
        expect(await stateOf(id)).toBe('pending');
      }
      expect((await decide('deny', other.id)).status).toBe(200);
      await run(restore);
      expect((await decide('approve', first.id)).status).toBe(200);
      expect([await server.statusOf(first.it), await server.statusOf(other.it)]).toEqual([
        'COMPLETED',
        'APPROVAL_DENIED',
      ]);
    },
  );

  it('of a customer is refused once the delegation is revoked', async () => {
    const values = { amount: 5_001, ...to(stranger), customerPartyId: customer.partyId };
    const payment = resource(await server.as(main.agentKey).pay(values));
    const [approval] = await approvalsOf(server.as(customer), payment);
    const approve = () => server.as(customer).post(`/approvals/${approval?.id}/approve`);
    for (const [table, where] of [
      ['delegations', 'customer_party_id = $2'],
      ['delegation_grants', 'agent_id = $1'],
    ] as const) {
      const set = (status: string) =>
        server.sql(
          `WITH ids AS (SELECT $1::uuid, $2::uuid) UPDATE ${table} SET status = '${status}'${
            table === 'delegations' ? `, last_name = ${status === 'ACTIVE' ? 'NULL' : "'Casey'"}` : ''
          } WHERE ${where}`,
          uuidOf(main.agentId),
          uuidOf(customer.partyId),
        );
      await set('REVOKED');
      expect(refusal(await approve())).toEqual([409, ['conflict'], [undefined]]);
      await set('ACTIVE');
    }
    expect((await approve()).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });
});
