import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resource, withoutRequestId, type Reply } from '../support/http.ts';
import type { ApiClient } from '../support/client.ts';
import { asAgent } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { main, customer, stranger, byId, testServer } from '../support/server.ts';
import { fulfillingPaymentShape, listedPaymentRequestShape } from '../support/shapes-payments.ts';

const server = testServer();
const listedById = listedPaymentRequestShape('party_id');
const fromWallet = { paymentSource: { type: 'wallet' } };
const from = (walletId: string) => ({ paymentSource: { type: 'wallet', walletId } });
const conflict = [409, ['conflict'], [undefined]];
const read = async (id: string, key?: string) =>
  resource(await server.as(key).get(`/payment-requests/${id}`));
const answer = (id: string, verb: string, as: ApiClient = server): Promise<Reply> =>
  verb === 'fulfill' ? fulfil(as, { id }) : as.post(`/payment-requests/${id}/${verb}`);
const asRequester = () => server.as(customer);

checkEndpoint('POST /payment-requests/{paymentRequestId}/fulfill', server, {
  path: async () => `/payment-requests/${(await askFor(server)).id}/fulfill`,
  scope: 'payments.create',
  agents: 'allowed',
  idempotency: 'required',
  response: { data: fulfillingPaymentShape },
  body: () => ({ ...fromWallet, expectedAmount: 1_250 }),
  otherBody: { expectedCurrency: 'USD' },
});

checkEndpoint('POST /payment-requests/{paymentRequestId}/decline', server, {
  path: async () => `/payment-requests/${(await askFor(server)).id}/decline`,
  scope: 'payments.create',
  agents: 'allowed',
  response: { data: listedById },
  action: true,
});

describe('POST /payment-requests/{paymentRequestId}/cancel', () => {
  it('cancels a request of the party once', async () => {
    const { id } = await askFor(server);
    const canceled = await answer(id, 'cancel', asRequester());
    expect([canceled.status, JSON.parse(canceled.text)]).toStrictEqual([200, { data: listedById }]);
    expect(resource(canceled).attributes).toMatchObject({ status: 'CANCELED', payerCanPay: false });
    expect(refusal(await answer(id, 'cancel', asRequester()))).toEqual(conflict);
  });

  it('replays its response under its key', async () => {
    const { id } = await askFor(server);
    const once = asRequester().with({ 'Idempotency-Key': randomUUID() });
    const [first, again] = [await answer(id, 'cancel', once), await answer(id, 'cancel', once)];
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
  });

  it('lets an agent cancel only what it asked for itself', async () => {
    const payer = byId(stranger);
    const ofParty = await askFor(server, { payer }, main.apiKey);
    const ofAgent = await askFor(server, { payer }, main.agentKey);
    const forbidden = [403, ['agent_not_allowed'], [undefined]];
    const key = main.agentKey;
    expect(refusal(await answer(ofParty.id, 'cancel', server.as(key)))).toEqual(forbidden);
    expect(refusal(await answer(ofAgent.id, 'cancel', server.as(main.limitedAgentKey)))).toEqual(forbidden);
    expect((await answer(ofAgent.id, 'cancel', server.as(key))).status).toBe(200);
    expect((await answer(ofParty.id, 'cancel', server.with(asAgent(main.agentId)))).status).toBe(403);
    expect((await answer(ofParty.id, 'cancel')).status).toBe(200);
  });
});

describe('the body of a fulfilment', () => {
  it.each([
    ['no source', {}, ['/paymentSource']],
    ['a source that is text', { paymentSource: 'wallet' }, ['/paymentSource']],
    ['a source without a type', { paymentSource: {} }, ['/paymentSource/type']],
    [
      'an external account without an id, and with a wallet',
      { paymentSource: { type: 'external_account', walletId: `wal_${'0'.repeat(32)}` } },
      ['/paymentSource/externalAccountId', '/paymentSource/walletId'],
    ],
    [
      'a wallet that is no id',
      { paymentSource: { type: 'wallet', walletId: 'x' } },
      ['/paymentSource/walletId'],
    ],
    ['an amount of zero', { ...fromWallet, expectedAmount: 0 }, ['/expectedAmount']],
    ['an amount that is text', { ...fromWallet, expectedAmount: '1250' }, ['/expectedAmount']],
    ['a currency in lower case', { ...fromWallet, expectedCurrency: 'usd' }, ['/expectedCurrency']],
    ['an amount to pay', { ...fromWallet, amount: 1 }, ['/amount']],
  ])('is refused with %s', async (_name, values, pointers) => {
    const reply = await server.post(`/payment-requests/${(await askFor(server)).id}/fulfill`, values);
    expect(refusal(reply)).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });

  it('is refused if the request asks for another amount or currency than expected', async () => {
    const request = await askFor(server);
    const amount = await fulfil(server, request, { expectedAmount: 1_249, expectedCurrency: 'USD' });
    expect(refusal(amount)).toEqual([409, ['conflict'], ['/data/attributes/expectedAmount']]);
    const currency = await fulfil(server, request, { expectedAmount: 1_250, expectedCurrency: 'EUR' });
    expect(refusal(currency)).toEqual([409, ['conflict'], ['/data/attributes/expectedCurrency']]);
    const both = await fulfil(server, request, { expectedAmount: 1_250, expectedCurrency: 'USD' });
    expect(both.status).toBe(200);
  });
});

describe('the wallet that pays', () => {
  it("is the named one if it is the payer's, and another party's looks absent", async () => {
    const request = await askFor(server);
    const absent = [404, ['wallet_not_found'], [undefined]];
    for (const walletId of [customer.walletId, `wal_${'0'.repeat(32)}`]) {
      expect(refusal(await fulfil(server, request, from(walletId)))).toEqual(absent);
    }
    expect((await fulfil(server, request, from(main.walletId))).status).toBe(200);
  });
});

describe('a payment request', () => {
  it('of other parties looks absent, byte for byte', async () => {
    const { id } = await askFor(server);
    const absent = `prq_${'0'.repeat(32)}`;
    const responses = async (each: string): Promise<Reply[]> => [
      await server.as(stranger).get(`/payment-requests/${each}`),
      await answer(each, 'fulfill', server.as(stranger)),
      await answer(each, 'decline', server.as(stranger)),
      await answer(each, 'cancel', server.as(stranger)),
    ];
    const [foreign, unknown] = [await responses(id), await responses(absent)];
    for (const reply of foreign) {
      expect(refusal(reply)).toEqual([404, ['payment_request_not_found'], ['paymentRequestId']]);
    }
    expect(foreign.map(withoutRequestId)).toEqual(unknown.map(withoutRequestId));
  });

  it('is paid and declined by its payer only, and canceled by its requester only', async () => {
    const { id } = await askFor(server);
    const forbidden = [403, ['forbidden'], [undefined]];
    expect(refusal(await answer(id, 'fulfill', asRequester()))).toEqual(forbidden);
    expect(refusal(await answer(id, 'decline', asRequester()))).toEqual(forbidden);
    expect(refusal(await answer(id, 'cancel'))).toEqual(forbidden);
    expect((await read(id)).attributes['status']).toBe('OPEN');
  });

  it('can be answered once', async () => {
    for (const [verb, status] of [
      ['fulfill', 'COMPLETED'],
      ['decline', 'DECLINED'],
      ['cancel', 'CANCELED'],
    ] as const) {
      const { id } = await askFor(server);
      const first = await answer(id, verb, verb === 'cancel' ? asRequester() : server);
      expect(first.status).toBe(200);
      expect((await read(id)).attributes).toMatchObject({
        status,
        payerCanPay: false,
        payerCanDecline: false,
      });
      for (const again of ['fulfill', 'decline']) expect(refusal(await answer(id, again))).toEqual(conflict);
      expect(refusal(await answer(id, 'cancel', asRequester()))).toEqual(conflict);
    }
  });

  it('shows payer and requester the payment once it is paid, and links the payment to it', async () => {
    const request = await askFor(server, { description: 'Invoice 7' });
    const payment = resource(await fulfil(server, request));
    expect(payment.attributes).toMatchObject({ amount: 1_250, description: 'Invoice 7', tags: {} });
    expect(payment.relationships).toMatchObject({
      sender: { data: { id: main.partyId } },
      recipient: { data: { id: customer.partyId } },
      paymentRequest: { data: { type: 'paymentRequest', id: request.id } },
    });
    for (const key of [main.apiKey, customer.apiKey]) {
      const shown = await read(request.id, key);
      expect(shown.attributes).toMatchObject({
        payerPartyId: main.partyId,
        transactionId: `txn_${payment.id.slice(4)}`,
      });
      expect(shown.relationships).toMatchObject({
        payerParty: { data: { id: main.partyId } },
        payment: { data: { id: payment.id } },
      });
    }
  });

  it('to an agent is seen by its party, and answered by the agent and its party only', async () => {
    const toAgent = { payer: { type: 'agent_id', value: main.agentId } };
    const { id } = await askFor(server, toAgent);
    const [named, another] = [main.agentKey, main.limitedAgentKey];
    expect((await read(id, named)).attributes).toMatchObject({ payerCanPay: true, payerCanDecline: true });
    expect((await read(id, another)).attributes).toMatchObject({
      payerCanPay: false,
      payerCanDecline: false,
    });
    const forbidden = [403, ['agent_not_allowed'], [undefined]];
    for (const verb of ['fulfill', 'decline']) {
      expect(refusal(await answer(id, verb, server.as(another)))).toEqual(forbidden);
    }
    expect((await answer(id, 'fulfill', server.as(named))).status).toBe(200);
    expect((await answer((await askFor(server, toAgent)).id, 'decline', server.as(named))).status).toBe(200);
    expect((await answer((await askFor(server, toAgent)).id, 'fulfill')).status).toBe(200);
  });
});
