import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, resource, type Resource } from '../support/http.ts';
import { approvalsOf } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { approvalAbout, exceeded } from '../support/shapes-transfers.ts';

const server = testServer();
beforeAll(() => server.pay({ amount: 50, currency: 'EUR', ...to(customer) }));
// The limit that the customer granted to main's purchasing agent, in cents.
const granted = 5_000;
const notAllowed = [403, ['forbidden'], [undefined]];
const decided = [409, ['conflict'], [undefined]];

/** A payment from the customer's wallet, made by main's agent. */
async function payForCustomer(values: object): Promise<Resource> {
  const made = { ...to(stranger), customerPartyId: customer.partyId, ...values };
  return resource(await server.as(main.agentKey).pay(made));
}

/** Payments that exceed the customer's grant, and both the grant and the agent's own limit. */
const overGrant = () => payForCustomer({ amount: granted + 1 });
const overBoth = () => payForCustomer({ amount: 1, currency: 'EUR' });

const decide = (action: string, approval: Resource | undefined, key: string) =>
  server.as(key).post(`/approvals/${approval?.id}/${action}`);
const stateOf = async (approval: Resource | undefined): Promise<unknown> =>
  resource(await server.get(`/approvals/${approval?.id}`)).attributes['status'];

/** Approves main's own approval of a payment, and returns which approval is whose. */
async function approveOurs(payment: Resource): Promise<{ ours: Resource; theirs: Resource }> {
  const [one, other, ...more] = await approvalsOf(server, payment);
  if (!one || !other || more.length > 0) throw new Error('there should be two approvals');
  const replies = [await decide('approve', one, main.apiKey), await decide('approve', other, main.apiKey)];
  expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]));
  return replies[0]?.status === 200 ? { ours: one, theirs: other } : { ours: other, theirs: one };
}

describe('an approval that the customer decides', () => {
  it('is visible to the initiator, who cannot decide it', async () => {
    const payment = await overGrant();
    const target = { type: 'payment' as const, id: payment.id };
    const shape = approvalAbout(target, 'pending', [exceeded('perTransactionAmount', granted, granted + 1)]);
    const [approval] = await approvalsOf(server, payment);
    expect(approval).toStrictEqual(shape);
    expect(await approvalsOf(server.as(customer), payment)).toStrictEqual([approval]);
    const path = `/approvals/${approval?.id}`;
    for (const key of [main.apiKey, main.agentKey, customer.apiKey]) {
      expect(resource(await server.as(key).get(path))).toStrictEqual(approval);
    }
    for (const key of [main.apiKey, main.approverApiKey]) {
      for (const action of ['approve', 'deny']) {
        expect(refusal(await decide(action, approval, key))).toEqual(notAllowed);
      }
    }
    expect(await stateOf(approval)).toBe('pending');
    expect((await decide('approve', approval, customer.apiKey)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
    for (const key of [main.apiKey, customer.apiKey]) {
      expect(refusal(await decide('approve', approval, key))).toEqual(decided);
    }
  });

  it('is canceled when the initiator cancels the payment', async () => {
    const payment = await overGrant();
    const [approval] = await approvalsOf(server, payment);
    const reply = await server.as(main.agentKey).post(`/payments/${payment.id}/cancel`);
    expect(resource(reply).attributes['status']).toBe('CANCELED');
    expect(await stateOf(approval)).toBe('canceled');
    expect(refusal(await decide('approve', approval, customer.apiKey))).toEqual(decided);
    expect(refusal(await decide('deny', approval, customer.apiKey))).toEqual(decided);
  });

  it('is hidden from the payee, like the payment', async () => {
    const payment = await overGrant();
    const [approval] = await approvalsOf(server, payment);
    expect((await server.as(stranger).get(`/payments/${payment.id}`)).status).toBe(404);
    expect((await server.as(stranger).get(`/approvals/${approval?.id}`)).status).toBe(404);
    expect((await decide('deny', approval, stranger.apiKey)).status).toBe(404);
  });
});

describe('two approvals of one payment', () => {
  it('are both required: the first leaves the payment in review, the second executes it', async () => {
    const payment = await overBoth();
    const { ours, theirs } = await approveOurs(payment);
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
    expect([await stateOf(ours), await stateOf(theirs)]).toEqual(['approved', 'pending']);
    expect((await decide('approve', theirs, customer.apiKey)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });

  it('are settled by the first denial, even after an approval', async () => {
    const payment = await overBoth();
    const { ours, theirs } = await approveOurs(payment);
    expect((await decide('deny', theirs, customer.apiKey)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('APPROVAL_DENIED');
    expect([await stateOf(ours), await stateOf(theirs)]).toEqual(['approved', 'denied']);

    const other = await overBoth();
    const approvals = await approvalsOf(server, other);
    const replies = await Promise.all(approvals.map((approval) => decide('deny', approval, customer.apiKey)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.statusOf(other)).toBe('APPROVAL_DENIED');
    const states = await Promise.all(approvals.map(stateOf));
    expect(states).toEqual(expect.arrayContaining(['canceled', 'denied']));
  });

  it('leave the last one pending when funds are short', async () => {
    const payment = await payForCustomer({ amount: 1_000_000_001 });
    const { ours, theirs } = await approveOurs(payment);
    const reply = await decide('approve', theirs, customer.apiKey);
    expect(refusal(reply)).toEqual([409, ['insufficient_funds'], [undefined]]);
    expect([await stateOf(ours), await stateOf(theirs)]).toEqual(['approved', 'pending']);
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
  });
});
