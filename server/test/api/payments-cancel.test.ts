import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resource, resources, withoutRequestId, type Resource } from '../support/http.ts';
import { advance, approvalsOf, asAgent } from '../support/moves.ts';
import { main, customer, stranger, delegate, to, toNobody, testServer } from '../support/server.ts';
import { paymentShape } from '../support/shapes-payments.ts';

const server = testServer();
const ended = [409, ['conflict'], [undefined]];
const absent = `pay_${'0'.repeat(32)}`;
const cancel = ({ id }: { id: string }, key?: string, headers = {}) =>
  server.as(key).post(`/payments/${id}/cancel`, null, headers);

async function paid(values: object, key = main.apiKey, headers = {}): Promise<Resource> {
  const reply = await server.as(key).pay({ amount: 25, ...to(stranger), ...values }, headers);
  expect(reply.status).toBe(201);
  return resource(reply);
}

/** A payment in review, made by main's purchasing agent with its own key. */
const reviewed = () => paid({ amount: 1_000_000_001 }, main.agentKey);

/** A payment that waits to be claimed. */
const unclaimed = (key?: string, headers = {}) => paid(toNobody(), key, headers);

checkEndpoint('POST /payments/{paymentId}/cancel', server, {
  path: async () => `/payments/${(await reviewed()).id}/cancel`,
  scope: 'payments.create',
  agents: 'allowed',
  response: { data: paymentShape },
  action: true,
});

describe('canceling a payment', () => {
  it('in review closes the payment and its approval', async () => {
    const payment = await reviewed();
    const [approval] = await approvalsOf(server, payment);
    const canceled = resource(await cancel(payment));
    expect(canceled).toStrictEqual(paymentShape);
    expect(canceled).toEqual({
      ...payment,
      attributes: {
        ...payment.attributes,
        status: 'CANCELED',
        approvals: null,
        updatedAt: canceled.attributes['updatedAt'],
      },
    });
    expect(resource(await server.get(`/payments/${payment.id}`))).toStrictEqual(canceled);
    const over = resource(await server.get(`/approvals/${approval?.id}`));
    expect(over.attributes).toMatchObject({ status: 'canceled', reasons: approval?.attributes['reasons'] });
    expect(refusal(await server.post(`/approvals/${approval?.id}/approve`))).toEqual(ended);
    expect(await server.statusOf(payment)).toBe('CANCELED');
  });

  it('that waits to be claimed closes it, for payer and payee to see', async () => {
    const payment = await unclaimed();
    expect(await server.statusOf(payment)).toBe('PENDING_CLAIM');
    expect(resource(await cancel(payment)).attributes['status']).toBe('CANCELED');
    const [listed] = resources(await server.get('/transactions?limit=1'));
    expect([listed?.relationships['payment']?.data?.id, listed?.attributes['status']]).toEqual([
      payment.id,
      'CANCELED',
    ]);
  });

  it('works once: a second request conflicts, and a retry gets the first response', async () => {
    for (const payment of [await reviewed(), await unclaimed()]) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await cancel(payment, undefined, headers);
      expect(refusal(await cancel(payment))).toEqual(ended);
      const again = await cancel(payment, undefined, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    }
  });

  it('is refused once the payment is closed', async () => {
    const completed = await paid({});
    const denied = await reviewed();
    const [approval] = await approvalsOf(server, denied);
    await server.post(`/approvals/${approval?.id}/deny`);
    for (const [payment, status] of [
      [completed, 'COMPLETED'],
      [denied, 'APPROVAL_DENIED'],
    ] as const) {
      expect(refusal(await cancel(payment))).toEqual(ended);
      expect(await server.statusOf(payment)).toBe(status);
    }
  });
});

describe('who may cancel a payment', () => {
  it('is any user of the paying party', async () => {
    const payment = await unclaimed();
    expect((await cancel(payment, main.approverApiKey)).status).toBe(200);
  });

  it('is an agent for its own payments, by key or header', async () => {
    const [byKey, byHeader] = [asAgent(main.agentId), asAgent(main.limitedAgentId)];
    const mine = [await reviewed(), await unclaimed(main.agentKey), await unclaimed(main.apiKey, byKey)];
    for (const payment of mine) {
      for (const others of [
        await cancel(payment, main.limitedAgentKey),
        await cancel(payment, main.apiKey, byHeader),
      ]) {
        expect(refusal(others)).toEqual([403, ['agent_not_allowed'], [undefined]]);
      }
    }
    const [first, second, third] = mine as [Resource, Resource, Resource];
    expect((await cancel(first, main.apiKey, byKey)).status).toBe(200);
    expect((await cancel(second, main.agentKey)).status).toBe(200);
    expect((await cancel(third, main.agentKey)).status).toBe(200);
    const unnamed = await unclaimed();
    expect(refusal(await cancel(unnamed, main.agentKey))[0]).toBe(403);
    expect(await server.statusOf(unnamed)).toBe('PENDING_CLAIM');
  });

  it('is the initiator on behalf of a customer, and the customer', async () => {
    for (const key of [main.agentKey, main.apiKey, customer.apiKey]) {
      const payment = await paid({ amount: 5_001, customerPartyId: customer.partyId }, main.agentKey);
      expect(await server.statusOf(payment)).toBe('IN_REVIEW');
      expect(resource(await cancel(payment, key)).attributes['status']).toBe('CANCELED');
    }
  });

  it('is not the payee', async () => {
    const payment = await paid({});
    expect(refusal(await cancel(payment, stranger.apiKey))).toEqual([403, ['forbidden'], [undefined]]);
  });

  it('is no other party: for others, and in review for the payee, the payment does not exist, byte for byte', async () => {
    const missing = await cancel({ id: absent });
    expect(refusal(missing)).toEqual([404, ['payment_not_found'], ['paymentId']]);
    const payment = await reviewed();
    for (const { apiKey } of [customer, delegate, stranger]) {
      expect(withoutRequestId(await cancel(payment, apiKey))).toBe(withoutRequestId(missing));
    }
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
  });

  it.each(['nonsense', `pay_${'A'.repeat(32)}`, `trf_${'0'.repeat(32)}`])(
    'refuses the malformed id %s',
    async (id) => expect(refusal(await cancel({ id }))).toEqual([400, ['invalid_value'], ['paymentId']]),
  );
});

describe('a payment without a claim or a decision', () => {
  it('is returned after 30 days, and cannot be canceled afterwards', async () => {
    const [left, canceled] = [await unclaimed(), await unclaimed()];
    await advance(server, 30 * 86_400 - 60);
    expect(await server.statusOf(left)).toBe('PENDING_CLAIM');
    expect((await cancel(canceled)).status).toBe(200);
    await advance(server, 120);
    expect([await server.statusOf(left), await server.statusOf(canceled)]).toEqual(['RETURNED', 'CANCELED']);
    expect(refusal(await cancel(left))).toEqual(ended);
  });

  it('is canceled automatically after seven days in review', async () => {
    const payment = await reviewed();
    const [approval] = await approvalsOf(server, payment);
    await advance(server, 7 * 86_400 + 60);
    expect(await server.statusOf(payment)).toBe('CANCELED');
    expect(refusal(await cancel(payment))).toEqual(ended);
    expect(await approvalsOf(server, payment)).toEqual([]);
    const over = resource(await server.get(`/approvals/${approval?.id}`));
    expect(over.attributes['status']).toBe('canceled');
  });
});
