import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resource, withoutRequestId } from '../support/http.ts';
import { main, customer, stranger, delegate, restrictedDelegate, to, testServer } from '../support/server.ts';
import { paymentShape } from '../support/shapes-payments.ts';

const server = testServer();
let paymentId: string;
const coffee = (): object => ({
  amount: 125,
  currency: 'USD',
  counterparty: { type: 'email', value: customer.email },
  description: 'Coffee beans',
});
const read = (id: string, key: string, query = '') => server.as(key).get(`/payments/${id}${query}`);
const notFound = [404, ['payment_not_found'], ['paymentId']];

beforeAll(async () => {
  paymentId = resource(await server.pay(coffee())).id;
});
checkEndpoint('POST /payments', server, {
  alsoHas: ['GET'],
  scope: 'payments.create',
  agents: 'allowed',
  status: 201,
  response: { data: paymentShape },
  body: coffee,
});

checkEndpoint('GET /payments/{paymentId}', server, {
  path: () => `/payments/${paymentId}`,
  scope: 'payments.read',
  response: { data: paymentShape },
});

describe('GET /payments/{paymentId}', () => {
  it('is found by its parties and by no other party, under concurrent reads too', async () => {
    const otherId = resource(await server.pay(coffee())).id;
    const ids = Array.from({ length: 12 }, (_each, index) => (index % 2 ? paymentId : otherId));
    const readers = [stranger, customer, main];
    const found = await Promise.all(
      ids.map(async (id, index) => {
        const reply = await read(id, readers[index % 3]?.apiKey ?? '');
        return reply.status === 200 ? resource(reply).id : reply.status;
      }),
    );
    expect(found).toEqual(ids.map((id, index) => (index % 3 === 0 ? 404 : id)));
  });

  it('shows payer and payee the same payment', async () => {
    const asPayer = await read(paymentId, main.apiKey);
    const asPayee = await read(paymentId, customer.apiKey);
    expect(asPayer.status).toBe(200);
    expect(asPayee.text).toBe(asPayer.text);
  });

  it('returns 404 for a payment between other parties, byte for byte as for an unknown payment', async () => {
    const absent = await read(`pay_${'0'.repeat(32)}`, main.apiKey);
    const foreign = await read(paymentId, stranger.apiKey);
    expect(refusal(absent)).toEqual(notFound);
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    expect([...foreign.headers.keys()]).toEqual([...absent.headers.keys()]);
  });

  it.each([
    'nonsense',
    'pay_',
    `pay_${'0'.repeat(31)}`,
    `pay_${'0'.repeat(33)}`,
    `pay_${'A'.repeat(32)}`,
    `txn_${'0'.repeat(32)}`,
    `pay_${'0'.repeat(32)}%00`,
    `pay_${'0'.repeat(32)}%20`,
    `%F0%9F%92%A9`,
    `pay_${'0'.repeat(8_000)}`,
  ])('refuses the malformed id %s', async (id) => {
    const reply = await read(id, main.apiKey);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['paymentId']]);
  });

  it.each(['nonsense', '', `pay_${'0'.repeat(32)}`, `pty_${'0'.repeat(32)}&partyId=pty_${'0'.repeat(32)}`])(
    'refuses partyId=%s',
    async (partyId) => {
      const reply = await read(paymentId, main.apiKey, `?partyId=${partyId}`);
      expect(refusal(reply)).toEqual([400, ['invalid_value'], ['partyId']]);
    },
  );

  it('reports a malformed id and a malformed partyId together', async () => {
    const reply = await read('nonsense', main.apiKey, '?partyId=nonsense');
    expect(refusal(reply)).toEqual([400, ['invalid_value', 'invalid_value'], ['paymentId', 'partyId']]);
  });
});

describe('GET /payments/{paymentId}?partyId=', () => {
  it('reads a payment of a customer that delegated payments.read, as that customer sees it', async () => {
    const theirs = resource(await server.as(customer).pay({ amount: 5, ...to(stranger) }));
    expect(refusal(await read(theirs.id, main.apiKey))).toEqual(notFound);
    for (const key of [main.apiKey, main.agentKey]) {
      const reply = await read(theirs.id, key, `?partyId=${customer.partyId}`);
      expect([reply.status, resource(reply).id]).toEqual([200, theirs.id]);
    }
    expect((await read(paymentId, delegate.apiKey, `?partyId=${main.partyId}`)).status).toBe(200);
  });

  it('returns 404 when reading was not delegated, as if the payment did not exist', async () => {
    const absent = await read(`pay_${'0'.repeat(32)}`, main.apiKey);
    const replies = [
      await read(paymentId, restrictedDelegate.apiKey, `?partyId=${main.partyId}`),
      await read(paymentId, stranger.apiKey, `?partyId=${main.partyId}`),
      await read(paymentId, main.apiKey, `?partyId=${stranger.partyId}`),
      await read(paymentId, main.apiKey, `?partyId=pty_${'0'.repeat(32)}`),
      await read(paymentId, main.limitedAgentKey, `?partyId=${customer.partyId}`),
    ];
    for (const reply of replies) expect(withoutRequestId(reply)).toBe(withoutRequestId(absent));
  });

  it("accepts the actor's own party", async () => {
    expect((await read(paymentId, main.apiKey, `?partyId=${main.partyId}`)).status).toBe(200);
  });
});
