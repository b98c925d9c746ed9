import { beforeAll, describe, expect, it } from 'vitest';
import { codes, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { approvalsOf, beginNext } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
beforeAll(() => beginNext(server, 'hour'));
const stateOf = (reply: Reply): unknown => resource(reply).attributes['status'];

/** Sets limits or rules of main's agent: main on the agent itself, the customer on its grant. */
async function set(owner: 'main' | 'customer', values: object): Promise<void> {
  const path = owner === 'main' ? `/agents/${main.agentId}` : `/delegations/${await delegationId()}`;
  const grant = { agents: [{ agentId: main.agentId, ...values }] };
  const { status } = await server
    .as(server.parties[owner].apiKey)
    .patch(path, owner === 'main' ? values : grant);
  expect(status).toBe(200);
}

async function delegationId(): Promise<string | undefined> {
  const given = resources(await server.as(customer).get('/delegations?direction=given'));
  return given[0]?.id;
}

const onlyEuros = (onBreach: string) => ({ rules: { currencies: { allow: ['EUR'], onBreach } } });

/** Makes main's agent pay 60.00 USD for the customer, which is over the customer's limit. */
async function payOverGrant(): Promise<Resource> {
  const values = { amount: 6_000, ...to(stranger), customerPartyId: customer.partyId };
  return resource(await server.as(main.agentKey).pay(values));
}

/** Gives the pending approval that the owner decides. */
async function approveBy(owner: 'main' | 'customer', payment: Resource): Promise<Reply> {
  const replies: Reply[] = [];
  for (const { id } of await approvalsOf(server, payment)) {
    replies.push(await server.as(server.parties[owner].apiKey).post(`/approvals/${id}/approve`));
  }
  return replies.find((reply) => codes(reply)[0] !== 'forbidden') as Reply;
}

describe('the rules of a customer', () => {
  it('count what the agent pays for this customer, and the customer decides', async () => {
    await set('customer', { rules: { paymentsPerDay: { max: 1 } } });
    const payBy = (values: object = {}) =>
      server.as(main.agentKey).pay({ amount: 100, ...to(stranger), ...values });
    const forCustomer = { customerPartyId: customer.partyId };
    expect(stateOf(await payBy())).toBe('PROCESSING');
    expect(stateOf(await payBy(forCustomer))).toBe('PROCESSING');
    const over = await payBy(forCustomer);
    expect(stateOf(over)).toBe('IN_REVIEW');
    const [approval] = await approvalsOf(server, resource(over));
    expect(approval?.attributes['reasons']).toEqual([
      { type: 'rateExceeded', period: 'day', limit: 1, actual: 2, onBreach: 'review' },
    ]);
    expect(codes(await server.post(`/approvals/${approval?.id}/approve`))).toEqual(['forbidden']);
    expect((await server.as(customer).post(`/approvals/${approval?.id}/approve`)).status).toBe(200);
    await set('customer', { rules: null });
  });
});

describe('a rule that is set while a payment is in review', () => {
  it('refuses the payment, or asks its owner, if that owner has not approved it', async () => {
    const payment = await payOverGrant();
    await set('main', onlyEuros('refuse'));
    const refused = await approveBy('customer', payment);
    expect([refused.status, codes(refused)]).toEqual([403, ['rule_broken']]);
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
    await set('main', onlyEuros('review'));
    expect((await approveBy('customer', payment)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
    await set('main', { rules: null });
    expect((await approveBy('main', payment)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });

  it('does not take back the approval that its owner has given, unless it refuses the payee or the currency', async () => {
    await set('main', { limits: { perTransaction: 5_000 } });
    const payment = await payOverGrant();
    expect((await approveBy('customer', payment)).status).toBe(200);
    await set('customer', onlyEuros('refuse'));
    expect(codes(await approveBy('main', payment))).toEqual(['rule_broken']);
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
    await set('customer', onlyEuros('review'));
    expect((await approveBy('main', payment)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
    await set('customer', { rules: null });
  });
});
