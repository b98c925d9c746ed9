import { describe, expect, it } from 'vitest';
import { refusal, resource, type Resource } from '../support/http.ts';
import { main, customer, stranger, newAddress, to, testServer } from '../support/server.ts';

const server = testServer();
const absent = '0'.repeat(32);
const statusOf = (payment: Resource): unknown => payment.attributes['status'];
const idIn = (payment: Resource, name: string): string | undefined => payment.relationships[name]?.data?.id;

const read = async (payment: Resource, key = main.apiKey) =>
  resource(await server.as(key).get(`/payments/${payment.id}`));

async function payTo(type: string, value: string, change: object = {}): Promise<Resource> {
  const values = { amount: 1, counterparty: { type, value }, ...change };
  return resource(await server.pay(values));
}

const refusalOf = async (values: object, key = main.apiKey) =>
  refusal(await server.as(key).pay({ amount: 1, ...values }));

describe('the payee', () => {
  it('is found by email address in any case, by party id and by agent id', async () => {
    const payments = [
      await payTo('email', stranger.email),
      await payTo('email', stranger.email.toUpperCase()),
      await payTo('party_id', stranger.partyId),
      await payTo('agent_id', stranger.agentId),
    ];
    for (const payment of payments) {
      expect(statusOf(payment)).toBe('PROCESSING');
      expect([idIn(payment, 'sender'), idIn(payment, 'recipient')]).toEqual([main.partyId, stranger.partyId]);
      expect(idIn(payment, 'transaction')).toBe(payment.id.replace('pay_', 'txn_'));
      expect(statusOf(await read(payment))).toBe('COMPLETED');
    }
    expect(payments.map((payment) => idIn(payment, 'recipientAgent'))).toEqual([
      undefined,
      undefined,
      undefined,
      stranger.agentId,
    ]);
  });

  it.each([
    ['email address', 'email', () => newAddress()],
    ['phone number', 'phone', () => `+1${Math.trunc(2e9 + Math.random() * 7e9)}`],
  ])(
    'may be an unknown %s: the payment is accepted, and reads as waiting to be claimed',
    async (_name, type, make) => {
      const value = make();
      const first = await payTo(type, value);
      expect(statusOf(first)).toBe('PROCESSING');
      expect(idIn(first, 'recipient')).toMatch(/^pty_[0-9a-f]{32}$/);
      expect(statusOf(await read(first))).toBe('PENDING_CLAIM');
      const second = await payTo(type, value);
      expect(idIn(second, 'recipient')).toBe(idIn(first, 'recipient'));
      expect(idIn(await payTo(type, make()), 'recipient')).not.toBe(idIn(first, 'recipient'));
    },
  );

  it('may be a party known only by an address and named by id: the payment must still be claimed', async () => {
    const first = await payTo('email', newAddress());
    const second = await payTo('party_id', idIn(first, 'recipient') ?? '');
    expect(statusOf(await read(second))).toBe('PENDING_CLAIM');
  });

  it('must exist when it is named by id', async () => {
    const place = ['/data/attributes/counterparty/value'];
    const noParty = { counterparty: { type: 'party_id', value: `pty_${absent}` } };
    expect(await refusalOf(noParty)).toEqual([404, ['party_not_found'], place]);
    for (const value of [`agt_${absent}`, main.revokedAgentId]) {
      const noAgent = { counterparty: { type: 'agent_id', value } };
      expect(await refusalOf(noAgent)).toEqual([404, ['recipient_agent_not_found'], place]);
    }
  });

  it('is never the payer, however it is named', async () => {
    const names = [
      ['email', main.email],
      ['email', main.email.toUpperCase()],
      ['party_id', main.partyId],
      ['agent_id', main.agentId],
    ];
    for (const [type, value] of names) {
      const expected = [422, ['invalid_value'], ['/data/attributes/counterparty/value']];
      expect(await refusalOf({ counterparty: { type, value } })).toEqual(expected);
    }
  });
});

const newest = async (): Promise<string> => (await server.as(stranger).get('/transactions?limit=1')).text;

describe('the payer', () => {
  it('is the party of the key, even when an agent acts or the party names itself', async () => {
    const values = { amount: 1, ...to(customer) };
    const headers = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'chat 1' };
    const replies = [
      await server.pay(values),
      await server.as(main.createOnlyApiKey).pay(values),
      await server.as(main.agentKey).pay(values),
      await server.pay(values, headers),
      await server.pay({ ...values, customerPartyId: main.partyId }),
      await server.as(main.agentKey).pay({ ...values, customerPartyId: main.partyId }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(201);
      expect(idIn(resource(reply), 'sender')).toBe(main.partyId);
      expect(statusOf(await read(resource(reply), customer.apiKey))).toBe('COMPLETED');
    }
  });

  it('pays in any currency it holds, and the payee gets a wallet for it', async () => {
    const payment = await payTo('party_id', stranger.partyId, { currency: 'EUR', amount: 300 });
    expect(payment.attributes['currency']).toBe('EUR');
    expect(statusOf(await read(payment))).toBe('COMPLETED');
    const back = { amount: 300, currency: 'EUR', ...to(main) };
    expect((await server.as(stranger).pay(back)).status).toBe(201);
    expect(await refusalOf({ ...back, amount: 5_000_000 }, stranger.apiKey)).toEqual([
      409,
      ['insufficient_funds'],
      ['/data/attributes/amount'],
    ]);
  });

  it('has no funds in a currency in which it has no wallet', async () => {
    const expected = [409, ['insufficient_funds'], ['/data/attributes/amount']];
    for (const currency of ['JPY', 'GBP', 'KWD']) {
      expect(await refusalOf({ currency, ...to(customer) })).toEqual(expected);
    }
  });

  it('cannot pay more than its balance, and a refused payment leaves no transaction', async () => {
    const before = await newest();
    const reply = await refusalOf({ amount: 10_000_000_000, ...to(main) }, stranger.apiKey);
    expect(reply).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    expect(await newest()).toBe(before);
  });
});
