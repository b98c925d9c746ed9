import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { newPerson } from '../support/claims.ts';
import { refusal, resource, resources, withoutRequestId, type Resource } from '../support/http.ts';
import { main, customer, stranger, to, toNobody, testServer } from '../support/server.ts';
import { refundShape, transactionDetailShape, transactionShape } from '../support/shapes-payments.ts';

const server = testServer();

/** A payment of the customer to the main party, unless the values say otherwise. */
async function paid(values: object = {}, key = customer.apiKey): Promise<Resource> {
  const reply = await server.as(key).pay({ amount: 100, ...to(main), ...values });
  expect(reply.status).toBe(201);
  return resource(reply);
}

const refund = ({ id }: Resource, values: object | null = null, key?: string) =>
  server.as(key).post(`/payments/${id}/refund`, values);

async function stateOf({ id }: Resource, key?: string): Promise<unknown[]> {
  const { status, refundedAmount } = resource(await server.as(key).get(`/payments/${id}`)).attributes;
  return [status, refundedAmount];
}

checkEndpoint('POST /payments/{paymentId}/refund', server, {
  path: async () => `/payments/${(await paid()).id}/refund`,
  scope: 'payments.create',
  idempotency: 'required',
  status: 201,
  response: { data: refundShape },
  action: true,
});

describe('refunding a payment', () => {
  it('in parts adds them up, and returns the payment when nothing is left', async () => {
    const payment = await paid();
    expect(payment.attributes['refundedAmount']).toBe(0);
    const first = resource(await refund(payment, { amount: 60, description: 'Two of three' }));
    expect(first).toStrictEqual(refundShape);
    expect(first.attributes).toMatchObject({ amount: 60, currency: 'USD', description: 'Two of three' });
    expect(first.relationships['payment']?.data?.id).toBe(payment.id);
    expect(await stateOf(payment)).toEqual(['COMPLETED', 60]);
    expect(refusal(await refund(payment, { amount: 41 }))).toEqual([
      409,
      ['conflict'],
      ['/data/attributes/amount'],
    ]);
    expect(resource(await refund(payment)).attributes['amount']).toBe(40);
    for (const key of [main.apiKey, customer.apiKey]) {
      expect(await stateOf(payment, key)).toEqual(['RETURNED', 100]);
    }
    expect(refusal(await refund(payment))).toEqual([409, ['conflict'], [undefined]]);
  });

  it('never gives back more than was paid, however many ask at once', async () => {
    const payment = await paid({ amount: 100 });
    const replies = await Promise.all(Array.from({ length: 12 }, () => refund(payment, { amount: 30 })));
    const done = replies.filter(({ status }) => status === 201);
    expect(done).toHaveLength(3);
    const refused = replies.filter(({ status }) => status !== 201);
    for (const reply of refused)
      expect(refusal(reply)).toEqual([409, ['conflict'], ['/data/attributes/amount']]);
    expect(await stateOf(payment)).toEqual(['COMPLETED', 90]);
  });

  it('twice under one key refunds once, and a replay of the payment still shows it as it was made', async () => {
    const key = randomUUID();
    const make = () => server.as(customer).pay({ amount: 100, ...to(main) }, { 'Idempotency-Key': key });
    const made = await make();
    const payment = resource(made);
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (amount: number) => server.post(`/payments/${payment.id}/refund`, { amount }, headers);
    const [first, second] = [await send(10), await send(10)];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(refusal(await send(11))).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
    expect(await stateOf(payment)).toEqual(['COMPLETED', 10]);
    expect((await make()).text).toBe(made.text);
  });

  it('is a transaction of its own for both parties, and for nobody else', async () => {
    const payment = await paid();
    const refunded = resource(await refund(payment, { amount: 25 }));
    const id = refunded.relationships['transaction']?.data?.id;
    expect(id).toBe(`txn_${refunded.id.slice(4)}`);
    for (const [key, direction] of [
      [main.apiKey, 'OUTBOUND'],
      [customer.apiKey, 'INBOUND'],
    ] as const) {
      const [listed] = resources(await server.as(key).get('/transactions?type=payment&limit=1'));
      expect(listed).toStrictEqual(transactionShape('payment'));
      expect([listed?.id, listed?.attributes['direction'], listed?.attributes['status']]).toEqual([
        id,
        direction,
        'COMPLETED',
      ]);
      const read = resource(await server.as(key).get(`/transactions/${id}`));
      expect(read).toStrictEqual(transactionDetailShape('payment'));
      expect(read.attributes).toMatchObject({ category: 'refund', direction, amount: '25' });
      expect(read.relationships).toMatchObject({
        sourceParty: { data: { id: main.partyId } },
        destinationParty: { data: { id: customer.partyId } },
        payment: { data: { id: payment.id } },
      });
    }
    const absent = await server.as(stranger).get(`/transactions/txn_${'0'.repeat(32)}`);
    const foreign = await server.as(stranger).get(`/transactions/${id}`);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    const transfers = resources(await server.get('/transactions?type=transfer&limit=100'));
    expect(transfers.map((each) => each.id)).not.toContain(id);
  });

  it('is refused to the payer with 403, and to others as if there were no payment', async () => {
    const payment = await paid();
    expect(refusal(await refund(payment, null, customer.apiKey))).toEqual([403, ['forbidden'], [undefined]]);
    const foreign = await refund(payment, null, stranger.apiKey);
    const absent = await refund({ ...payment, id: `pay_${'0'.repeat(32)}` }, null, stranger.apiKey);
    expect(refusal(foreign)).toEqual([404, ['payment_not_found'], ['paymentId']]);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    const reply = await refund(payment, null, main.agentKey);
    expect(refusal(reply)).toEqual([403, ['agent_not_allowed'], [undefined]]);
    expect(await stateOf(payment)).toEqual(['COMPLETED', 0]);
  });

  it('is refused while the payment waits to be claimed or is in review', async () => {
    const waiting = await paid(toNobody(), main.apiKey);
    expect(refusal(await refund(waiting))).toEqual([403, ['forbidden'], [undefined]]);
    const reviewed = await paid({ amount: 1, currency: 'EUR', ...to(customer) }, main.limitedAgentKey);
    expect(refusal(await refund(reviewed, null, customer.apiKey))[0]).toBe(404);
  });

  it('of a delegated payment gives the money back to the customer, and shows it to its delegate', async () => {
    const payment = await paid({ customerPartyId: customer.partyId, ...to(stranger) }, main.agentKey);
    const refunded = resource(await refund(payment, null, stranger.apiKey));
    const id = refunded.relationships['transaction']?.data?.id;
    const read = resource(await server.as(customer).get(`/transactions/${id}`));
    expect(read.attributes).toMatchObject({ category: 'refund', direction: 'INBOUND' });
    expect(await stateOf(payment)).toEqual(['RETURNED', 100]);
  });

  it('needs the money, and a party that is not frozen', async () => {
    const payee = await newPerson(server);
    const payment = await paid({ ...to(payee), amount: 900 }, main.apiKey);
    await server.as(payee).post('/parties/me/freeze');
    expect(refusal(await refund(payment, null, payee.apiKey))).toEqual([409, ['party_frozen'], [undefined]]);
    await server.as(payee).post('/parties/me/unfreeze');
    await paid({ amount: 1 }, payee.apiKey);
    expect(refusal(await refund(payment, { amount: 900 }, payee.apiKey))).toEqual([
      409,
      ['insufficient_funds'],
      ['/data/attributes/amount'],
    ]);
    expect(refusal(await refund(payment, null, payee.apiKey))).toEqual([
      409,
      ['insufficient_funds'],
      [undefined],
    ]);
    expect((await refund(payment, { amount: 899 }, payee.apiKey)).status).toBe(201);
    expect(await stateOf(payment)).toEqual(['COMPLETED', 899]);
  });

  it.each([{ amount: 0 }, { amount: -1 }, { amount: '5' }, { amount: null }, { currency: 'USD' }])(
    'refuses the attributes %j',
    async (values) => {
      const reply = await refund(await paid(), values);
      expect(reply.status).toBe(422);
    },
  );
});
