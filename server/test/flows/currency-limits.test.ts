import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import type { ApiClient } from '../support/client.ts';
import { codes, refusal, resource, resources, type Reply } from '../support/http.ts';
import { inviteOne } from '../support/invitations.ts';
import { approvalsOf, asAgent, toNextDay, withdraw } from '../support/moves.ts';
import { customer, stranger, byId, to, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
let agentId: string;
const fund = (currency: string, by: ApiClient = server): Promise<Reply> =>
  by.post('/simulations/deposits', { amount: 100_000, currency });
beforeAll(async () => {
  await toNextDay(server);
  await fund('EUR');
  agentId = (await newAgent(server)).id;
});
afterAll(() => expectBalancedBooks(server.sql));

const limitsOf = (reply: Reply): unknown => resource(reply).attributes['limits'];
const stateOf = (reply: Reply): unknown => resource(reply).attributes['status'];
const set = (limits: object | null): Promise<Reply> => server.patch(`/agents/${agentId}`, { limits });
const pay = (amount: number, currency = 'EUR', values: object = {}): Promise<Reply> =>
  server.pay({ amount, currency, ...to(stranger), ...values }, asAgent(agentId));
const usage = async (): Promise<unknown> => {
  const used = resource(await server.get(`/agents/${agentId}/usage`)).attributes['limits'];
  return (used as Array<Record<string, unknown>>).map(({ window, currency, used: sum, left }) => [
    window,
    currency,
    sum,
    left,
  ]);
};

describe('limits in further currencies', () => {
  it('are changed currency by currency, each as a whole', async () => {
    const [euros, pounds] = [{ perTransaction: 300, perDay: 1_000 }, { perMonth: 500 }];
    expect(limitsOf(await set({ perDay: 900, currencies: { EUR: euros } }))).toEqual({
      perDay: 900,
      currencies: { EUR: euros },
    });
    expect(limitsOf(await set({ currencies: { GBP: pounds } }))).toEqual({
      perDay: 900,
      currencies: { EUR: euros, GBP: pounds },
    });
    expect(limitsOf(await set({ perDay: null, currencies: { GBP: null, EUR: { perDay: 700 } } }))).toEqual({
      currencies: { EUR: { perDay: 700 } },
    });
    expect(limitsOf(await set({ currencies: {} }))).toEqual({ currencies: { EUR: { perDay: 700 } } });
    expect(limitsOf(await set({ currencies: null }))).toBeNull();
    expect(resource(await server.get(`/agents/${agentId}`)).attributes['limits']).toBeNull();
  });

  it.each([
    ['one without a limit', { EUR: {} }, '/EUR'],
    ['one with limits that are all null', { EUR: { perDay: null } }, '/EUR'],
    ['a name that is no currency', { EURO: { perDay: 1 } }, ''],
    ['a word of JavaScript', { constructor: { perDay: 1 } }, ''],
    ['an amount of zero', { EUR: { perDay: 0 } }, '/EUR/perDay'],
    ['a window that does not exist', { EUR: { perDay: 1, perYear: 5 } }, '/EUR/perYear'],
    ['a list', [], ''],
    ['a number', { EUR: 5 }, '/EUR'],
  ])('refuse %s', async (_what, currencies, place) => {
    const [status, all, pointers] = refusal(await set({ currencies }));
    expect([status, all]).toEqual([422, ['invalid_value']]);
    expect(pointers[0]).toMatch(new RegExp(`^/data/attributes/limits/currencies${place}`));
  });

  it('bound payments and withdrawals in each currency, and let none pass that is not named', async () => {
    expect(stateOf(await pay(100))).toBe('PROCESSING');
    await set({ perTransaction: 500, currencies: { EUR: { perDay: 1_000 } } });
    expect(await usage()).toEqual([
      ['perTransaction', 'USD', null, 500],
      ['perDay', 'EUR', 100, 900],
    ]);
    expect(stateOf(await pay(500, 'USD'))).toBe('PROCESSING');
    expect(stateOf(await pay(501, 'USD'))).toBe('IN_REVIEW');
    expect(stateOf(await pay(900))).toBe('PROCESSING');
    const over = resource(await pay(1));
    const [approval] = await approvalsOf(server, over);
    expect(approval?.attributes['reasons']).toEqual([
      {
        type: 'limitExceeded',
        limitType: 'dailyAmount',
        limitAmount: 1_000,
        actualAmount: 1_001,
        currency: 'EUR',
      },
    ]);
    const euros = await withdraw(server.with(asAgent(agentId)), { amount: 1, currency: 'EUR' });
    expect(stateOf(euros)).toBe('IN_REVIEW');
    await fund('GBP');
    const [unnamed] = await approvalsOf(server, resource(await pay(1, 'GBP')));
    expect(unnamed?.attributes['reasons']).toEqual([
      { type: 'currencyNotCovered', currency: 'GBP', limitCurrencies: ['USD', 'EUR'] },
    ]);
  });

  it('keep what was counted when another currency is named or removed', async () => {
    await set({ currencies: { GBP: { perDay: 10 } } });
    expect(await usage()).toContainEqual(['perDay', 'EUR', 1_000, 0]);
    await set({ currencies: { GBP: null } });
    expect(await usage()).toContainEqual(['perDay', 'EUR', 1_000, 0]);
    await set(null);
    expect(
      await server.sql`SELECT FROM limit_counters WHERE replace(spender_id::text, '-', '') = ${agentId.slice(4)}`,
    ).toEqual([]);
  });

  it('bound a party', async () => {
    const limits = { currencies: { EUR: { perTransaction: 200 } } };
    expect(limitsOf(await server.put('/parties/me/limits', { limits }))).toEqual(limits);
    expect([stateOf(await pay(200)), stateOf(await pay(201)), stateOf(await pay(1, 'USD'))]).toEqual([
      'PROCESSING',
      'IN_REVIEW',
      'IN_REVIEW',
    ]);
    await server.delete('/parties/me/limits');
    expect(stateOf(await pay(1, 'USD'))).toBe('PROCESSING');
  });

  it('are replayed by the backtest', async () => {
    const test = await server.post(`/agents/${agentId}/rules/backtest`, {
      limits: { currencies: { EUR: { perTransaction: 150 } } },
    });
    const { examples } = (JSON.parse(test.text) as { data: { attributes: { examples: object[] } } }).data
      .attributes;
    expect(JSON.stringify(examples)).toContain('"limitCurrencies":["EUR"]');
    expect(JSON.stringify(examples)).toContain('"limitAmount":150');
  });
});

const by = (amount: number, currency: string) => pay(amount, currency, { customerPartyId: customer.partyId });

describe('limits of a grant in further currencies', () => {
  it('come with an invitation, are the customer’s to change, and need what they widen', async () => {
    await fund('EUR', server.as(customer));
    const limits = { perTransaction: 1_000, currencies: { EUR: { perDay: 300 } } };
    const from = { ...server.parties.main, agentId: agentId as `agt_${string}` };
    const { id } = await inviteOne(server, byId(customer), { limits }, from);
    await server.as(customer).post(`/customer-invitations/${id}/accept`);
    expect([stateOf(await by(300, 'EUR')), stateOf(await by(1, 'EUR'))]).toEqual(['PROCESSING', 'IN_REVIEW']);
    const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
    const reader = await newApiKey(server.as(customer), {
      scopes: ['delegations.read', 'delegations.update'],
    });
    const change = (currencies: object, key: string) =>
      server.as(key).patch(`/delegations/${given?.id}`, { agents: [{ agentId, limits: { currencies } }] });
    for (const wider of [{ GBP: { perDay: 1 } }, { EUR: { perDay: 301 } }, { EUR: { perMonth: 1 } }])
      expect(codes(await change(wider, reader.secret))).toEqual(['insufficient_scope']);
    expect((await change({ EUR: { perDay: 300, perMonth: 5 } }, reader.secret)).status).toBe(200);
    expect((await change({ EUR: { perDay: 400 } }, customer.apiKey)).status).toBe(200);
    expect([stateOf(await by(100, 'EUR')), stateOf(await by(1, 'EUR'))]).toEqual(['PROCESSING', 'IN_REVIEW']);
  });
});
