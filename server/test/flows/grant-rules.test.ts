import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributes, call, codes, pay, resource, resources } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { approvalsOf, get, post } from '../support/moves.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const stateOf = (reply: Reply): unknown => resource(reply).attributes['status'];

describe('the rules of a customer', () => {
  it('count what the agent pays for this customer, and the customer decides', async () => {
    const { customer, main } = server.parties;
    const all = resources(await get(server, '/delegations?direction=given', customer.apiKey));
    const path = `/delegations/${all[0]?.id}`;
    const set = (rules: object | null): Promise<Reply> =>
      call(server.baseUrl, 'PATCH', path, {
        key: customer.apiKey,
        body: attributes({ agents: [{ agentId: main.agentId, rules }] }),
        headers: { 'Idempotency-Key': randomUUID() },
      });
    expect((await set({ paymentsPerDay: { max: 1 } })).status).toBe(200);
    const counterparty = { type: 'party_id', value: server.parties.stranger.partyId };
    const payBy = (values: object = {}): Promise<Reply> =>
      pay(server.baseUrl, main.agentKey, { amount: 100, counterparty, ...values });
    const forCustomer = { customerPartyId: customer.partyId };
    expect(stateOf(await payBy())).toBe('PROCESSING');
    expect(stateOf(await payBy(forCustomer))).toBe('PROCESSING');
    const over = await payBy(forCustomer);
    expect(stateOf(over)).toBe('IN_REVIEW');
    const [approval] = await approvalsOf(server, resource(over));
    expect(approval?.attributes['reasons']).toEqual([
      { type: 'rateExceeded', period: 'day', limit: 1, actual: 2, onBreach: 'review' },
    ]);
    expect(codes(await post(server, `/approvals/${approval?.id}/approve`))).toEqual(['forbidden']);
    const key = customer.apiKey;
    expect((await post(server, `/approvals/${approval?.id}/approve`, null, { key })).status).toBe(200);
    await set(null);
  });
});
