import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { codes, refusal, resource, resources, type Reply } from '../support/http.ts';
import { inviteOne } from '../support/invitations.ts';
import { approvalsOf, asAgent, toNextDay } from '../support/moves.ts';
import { main, customer, stranger, byId, to, secondServer, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
const second = secondServer(server);
beforeAll(() => toNextDay(server));
afterAll(() => expectBalancedBooks(server.sql));

const stateOf = (reply: Reply): unknown => resource(reply).attributes['status'];
const forCustomer = { ...to(stranger), customerPartyId: customer.partyId };
const pay = (amount: number, at: ApiClient = server) => at.as(main.agentKey).pay({ amount, ...forCustomer });
const payStates = async (...amounts: number[]): Promise<unknown[]> => {
  const states: unknown[] = [];
  for (const amount of amounts) states.push(stateOf(await pay(amount)));
  return states;
};

async function delegationId(): Promise<string> {
  const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
  return given?.id ?? '';
}

const setLimits = async (limits: object | null): Promise<Reply> =>
  server.as(customer).patch(`/delegations/${await delegationId()}`, {
    agents: [{ agentId: main.agentId, limits }],
  });

async function acceptInvitation(limits: object): Promise<void> {
  const { id } = await inviteOne(server, byId(customer), { limits });
  expect((await server.as(customer).post(`/customer-invitations/${id}/accept`)).status).toBe(200);
}

/** Returns what the counter of the grant says of the day. */
const countedToday = (): Promise<Array<{ day: bigint; month: bigint }>> =>
  server.sql<{
    day: bigint;
    month: bigint;
  }>`SELECT spent_in_day AS day, spent_in_month AS month FROM limit_counters
    WHERE replace(owner_party_id::text, '-', '') = ${customer.partyId.slice(4)}
      AND replace(spender_id::text, '-', '') = ${main.agentId.slice(4)}`;

describe('a total that a customer sets', () => {
  it('begins with what the agent has paid in the period, and with nothing that others have', async () => {
    await setLimits(null);
    expect(await payStates(300)).toEqual(['PROCESSING']);
    await server.as(main.agentKey).pay({ amount: 400, ...to(stranger) });
    await server.as(customer).pay({ amount: 500, ...to(stranger) });
    expect(resource(await setLimits({ perDay: 1_000 })).attributes).toMatchObject({
      agents: expect.arrayContaining([expect.objectContaining({ limits: { perDay: 1_000 } })]) as unknown,
    });
    expect(await countedToday()).toEqual([{ day: 300n, month: 300n }]);
    expect(await payStates(701, 700, 1)).toEqual(['IN_REVIEW', 'PROCESSING', 'IN_REVIEW']);
  });

  it('asks the customer for what exceeds it, and shows both why', async () => {
    const over = resource(await pay(50));
    const reasons = [
      {
        type: 'limitExceeded',
        limitType: 'dailyAmount',
        limitAmount: 1_000,
        actualAmount: 1_050,
        currency: 'USD',
      },
    ];
    const [seen] = await approvalsOf(server, over);
    expect(seen?.attributes['reasons']).toEqual(reasons);
    expect(codes(await server.post(`/approvals/${seen?.id}/approve`))).toEqual(['forbidden']);
    expect((await server.as(customer).post(`/approvals/${seen?.id}/approve`)).status).toBe(200);
    expect(await countedToday()).toEqual([{ day: 1_050n, month: 1_050n }]);
  });

  it('survives a new invitation: what was spent stays spent', async () => {
    await acceptInvitation({ perDay: 2_000, perMonth: 1_500 });
    expect(await countedToday()).toEqual([{ day: 1_050n, month: 1_050n }]);
    expect(await payStates(451, 450)).toEqual(['IN_REVIEW', 'PROCESSING']);
    await server.as(customer).delete(`/delegations/${await delegationId()}`);
    await acceptInvitation({ perMonth: 1_500 });
    expect(await payStates(1)).toEqual(['IN_REVIEW']);
  });

  it('keeps counting through a change of another limit, and in a day that is over nothing counts', async () => {
    await setLimits({ perTransaction: 5_000, perMonth: null, perDay: 2_000 });
    await setLimits({ perTransaction: 4_000 });
    expect(await payStates(501)).toEqual(['IN_REVIEW']);
    await toNextDay(server);
    expect(await payStates(501, 1_499, 1)).toEqual(['PROCESSING', 'PROCESSING', 'IN_REVIEW']);
  });

  it('lets nothing pass without the agent', async () => {
    const values = { amount: 1, ...forCustomer };
    expect(refusal(await server.pay(values))).toEqual([
      403,
      ['forbidden'],
      ['/data/attributes/customerPartyId'],
    ]);
    await toNextDay(server);
    expect(stateOf(await server.pay(values, asAgent(main.agentId)))).toBe('PROCESSING');
    await setLimits({ perDay: null });
    expect(stateOf(await server.pay(values))).toBe('PROCESSING');
    expect(await countedToday()).toEqual([]);
  });

  it('gives back what is canceled in its day', async () => {
    await toNextDay(server);
    await setLimits({ perDay: 500 });
    const counterparty = { type: 'email', value: 'unknown-to-all@example.com' };
    const held = await server.as(main.agentKey).pay({ ...forCustomer, amount: 500, counterparty });
    expect(await payStates(1)).toEqual(['IN_REVIEW']);
    await server.as(customer).post(`/payments/${resource(held).id}/cancel`);
    expect(await countedToday()).toMatchObject([{ day: 0n }]);
    expect(await payStates(500)).toEqual(['PROCESSING']);
  });

  it('holds to the cent for payments at once, on two servers', async () => {
    await toNextDay(server);
    await setLimits({ perDay: 1_050, perTransaction: null });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => pay(100, index % 2 === 0 ? server : second)),
    );
    expect(replies.filter((reply) => stateOf(reply) === 'PROCESSING')).toHaveLength(10);
    expect(await countedToday()).toMatchObject([{ day: 1_000n }]);
  });
});
