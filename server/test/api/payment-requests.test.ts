import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, resources } from '../support/http.ts';
import { main, customer, stranger, delegate, byId, to, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { listedPaymentRequestShape, paymentRequestShape } from '../support/shapes-payments.ts';

const server = testServer();
const email = { type: 'email', value: 'casey@example.com' };
const good = { amount: 1250, payer: email };

const requestPayment = (values: object, key?: string) =>
  server.as(key ?? main.apiKey).post('/payment-requests', { ...good, ...values });
const list = (key: string, query = '') => server.as(key).get(`/payment-requests${query}`);

beforeAll(() => requestPayment({}));
checkEndpoint('POST /payment-requests', server, {
  scope: 'payments.create',
  agents: 'allowed',
  idempotency: 'required',
  status: 201,
  response: { data: paymentRequestShape('email') },
  body: () => ({ ...good, currency: 'USD', description: 'Invoice 1042', payerName: 'Casey' }),
});

checkEndpoint('GET /payment-requests', server, {
  scope: 'payments.read',
  response: listOf(
    listedPaymentRequestShape('email'),
    listedPaymentRequestShape('phone'),
    listedPaymentRequestShape('party_id'),
  ),
});

checkList('GET /payment-requests', server, {
  more: (count) => Promise.all(Array.from({ length: count }, () => requestPayment({}))),
  otherList: '/transactions',
});

describe('POST /payment-requests', () => {
  it('is open, names the requester, and has all attributes under their names and in their order', async () => {
    const made = resource(await requestPayment({ description: 'Invoice 1042', payerName: 'Casey' }));
    expect(Object.entries(made.attributes)).toEqual([
      ['amount', 1250],
      ['currency', 'USD'],
      ['status', 'OPEN'],
      ['description', 'Invoice 1042'],
      ['tags', {}],
      ['payerCanPay', true],
      ['payerCanDecline', true],
      ['requesterName', main.name],
      ['requesterEmail', main.email],
      ['payerName', 'Casey'],
      ['payerEmail', 'casey@example.com'],
      ['payerPhone', null],
      ['payerPartyId', null],
      ['payerIdentifierType', 'email'],
      ['payerIdentifier', 'casey@example.com'],
      ['paymentLinkUrl', expect.stringMatching(/\/pay\/[A-Za-z0-9_-]{32}$/)],
      ['transactionId', null],
      ['createdAt', made.attributes['updatedAt']],
      ['updatedAt', made.attributes['createdAt']],
    ]);
    expect(made.relationships).toEqual({
      requesterParty: { data: { type: 'party', id: main.partyId } },
      payerParty: { data: null },
      payerAgent: { data: null },
      initiatorAgent: { data: null },
    });
  });

  it('shows null for omitted attributes, and USD by default', async () => {
    const { attributes: shown } = resource(await requestPayment({}));
    expect(shown).toMatchObject({ currency: 'USD', description: null, payerName: null });
    const nulls = resource(await requestPayment({ description: null, payerName: null }));
    expect(nulls.attributes).toMatchObject({ description: null, payerName: null });
  });

  it('stores a payer by phone number, and one by id without revealing the party', async () => {
    const byPhone = await requestPayment({ payer: { type: 'phone', value: '+14155550123' } });
    expect(JSON.parse(byPhone.text)).toStrictEqual({ data: paymentRequestShape('phone') });
    expect(resource(byPhone).attributes).toMatchObject({
      payerPhone: '+14155550123',
      payerIdentifier: '+14155550123',
    });
    const asked = await requestPayment({ payer: byId(customer) });
    expect(JSON.parse(asked.text)).toStrictEqual({ data: paymentRequestShape('party_id') });
    expect(resource(asked).attributes['payerIdentifier']).toBe(customer.partyId);
    expect(asked.text).not.toContain(customer.email);
  });

  it('stores an agent as payer without revealing its party, and mails nobody', async () => {
    const made = await requestPayment({ payer: { type: 'agent_id', value: stranger.agentId } });
    expect(JSON.parse(made.text)).toStrictEqual({ data: paymentRequestShape('agent_id') });
    expect(resource(made).relationships['payerAgent']?.data?.id).toBe(stranger.agentId);
    expect(made.text).not.toContain(stranger.partyId);
  });

  it('stores an email address as an address, without revealing the party that owns it', async () => {
    const reply = await requestPayment({ payer: { type: 'email', value: customer.email.toUpperCase() } });
    expect(resource(reply).attributes).toMatchObject({
      payerEmail: customer.email,
      payerIdentifier: customer.email,
      payerPartyId: null,
    });
    expect(reply.text).not.toContain(customer.partyId);
  });

  it('refuses an unknown party and the requesting party as payer', async () => {
    const place = ['/data/attributes/payer/value'];
    const absent = await requestPayment({ payer: { type: 'party_id', value: `pty_${'0'.repeat(32)}` } });
    expect(refusal(absent)).toEqual([404, ['party_not_found'], place]);
    const own = await requestPayment({ payer: byId(main) });
    expect(refusal(own)).toEqual([422, ['invalid_value'], place]);
    const ownAgent = await requestPayment({ payer: { type: 'agent_id', value: main.agentId } });
    expect(refusal(ownAgent)).toEqual([422, ['invalid_value'], place]);
    for (const value of [`agt_${'0'.repeat(32)}`, main.revokedAgentId]) {
      const agent = await requestPayment({ payer: { type: 'agent_id', value } });
      expect(refusal(agent)).toEqual([404, ['recipient_agent_not_found'], place]);
    }
  });

  it('gives every request its own link', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => requestPayment({})));
    const links = replies.map((reply) => resource(reply).attributes['paymentLinkUrl']);
    expect(new Set(links).size).toBe(20);
  });

  it.each([
    ['no amount', { amount: undefined }, ['/amount']],
    ['an amount of zero', { amount: 0 }, ['/amount']],
    ['a negative amount', { amount: -1 }, ['/amount']],
    ['a fraction', { amount: 1.5 }, ['/amount']],
    ['an amount that is a string', { amount: '1250' }, ['/amount']],
    ['an amount above the largest safe integer', { amount: 2 ** 53 }, ['/amount']],
    ['an unknown currency', { currency: 'usd' }, ['/currency']],
    ['a currency of null', { currency: null }, ['/currency']],
    ['a description of 501 characters', { description: 'd'.repeat(501) }, ['/description']],
    ['a description with a line break', { description: 'a\nb' }, ['/description']],
    ['an empty payerName', { payerName: '' }, ['/payerName']],
    ['a payerName of 129 characters', { payerName: 'n'.repeat(129) }, ['/payerName']],
    ['a payerName that is a number', { payerName: 7 }, ['/payerName']],
    ['no payer', { payer: undefined }, ['/payer']],
    ['null as payer', { payer: null }, ['/payer']],
    ['a payer that is a string', { payer: 'casey@example.com' }, ['/payer']],
    ['a payer without a type', { payer: { value: email.value } }, ['/payer/type']],
    ['a handle as payer', { payer: { type: 'handle', value: 'casey' } }, ['/payer/type']],
    ['a payer without a value', { payer: { type: 'email' } }, ['/payer/value']],
    ['a malformed address as payer', { payer: { type: 'email', value: 'casey' } }, ['/payer/value']],
    [
      'a malformed phone number as payer',
      { payer: { type: 'phone', value: '4155550123' } },
      ['/payer/value'],
    ],
    ['a malformed id as payer', { payer: { type: 'party_id', value: 'pty_1' } }, ['/payer/value']],
    ['an unknown attribute of a payer', { payer: { ...email, name: 'Casey' } }, ['/payer/name']],
    ['a link chosen by the client', { paymentLinkUrl: 'https://example.com' }, ['/paymentLinkUrl']],
    ['a payer party chosen by the client', { payerPartyId: `pty_${'0'.repeat(32)}` }, ['/payerPartyId']],
    ['only invalid values', { amount: 0, payer: 1, payerName: 2 }, ['/amount', '/payerName', '/payer']],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await requestPayment(values))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });
});

describe('GET /payment-requests', () => {
  it('shows the created request, and the wallet that would receive the money', async () => {
    const made = resource(await requestPayment({ currency: 'USD' }, stranger.apiKey));
    const none = resource(await requestPayment({ currency: 'CHF' }, stranger.apiKey));
    const [newest, second] = resources(await list(stranger.apiKey, '?limit=2'));
    expect([newest?.id, newest?.attributes]).toEqual([none.id, none.attributes]);
    expect(newest?.relationships).toEqual({
      ...none.relationships,
      wallet: { data: null },
      payment: { data: null },
    });
    expect([second?.id, second?.attributes]).toEqual([made.id, made.attributes]);
    expect(second?.relationships['wallet']).toEqual({ data: { type: 'wallet', id: stranger.walletId } });
  });

  it('shows a party its own requests only: not those in which it is the payer or a delegate', async () => {
    const { id } = resource(await requestPayment({ payer: byId(customer) }));
    for (const { apiKey } of [customer, delegate]) {
      expect(resources(await list(apiKey)).map((each) => each.id)).not.toContain(id);
    }
    expect(resources(await list(main.readOnlyApiKey)).map((each) => each.id)).toContain(id);
  });

  it('leaves a request unchanged when the payer makes an ordinary payment', async () => {
    const made = resource(await requestPayment({ payer: { type: 'email', value: customer.email } }));
    await server.as(customer).pay({ amount: 1250, ...to(main) });
    const shown = resources(await list(main.apiKey)).find(({ id }) => id === made.id);
    expect(shown?.attributes).toEqual(made.attributes);
  });
});
