import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent, newApiKey, type TestAgent } from '../support/agents.ts';
import type { ApiClient } from '../support/client.ts';
import { type Reply, resource, resources } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { advance, asAgent, beginNext, clockNow, toNextDay, toNextMonth } from '../support/moves.ts';
import { byId, customer, main, secondServer, stranger, testServer, to, toNobody } from '../support/server.ts';
import { fundedWallet } from '../support/wallets.ts';

const server = testServer();
const second = secondServer(server);

type Line = {
  window: string;
  currency: string | null;
  limit: number;
  used: number | null;
  left: number;
  resetsAt: string | null;
};
type Usage = { limits: Line[]; spendable: Record<string, number | null> };
const usageOf = async (
  agent: { id: string; key: string },
  by: ApiClient = server.as(agent.key),
): Promise<Usage> => resource(await by.get(`/agents/${agent.id}/usage`)).attributes as Usage;
const spendableOf = async (agent: TestAgent, by?: ApiClient) => (await usageOf(agent, by)).spendable['USD'];
const lineOf = ({ limits }: Pick<Usage, 'limits'>, window: string) =>
  limits.find((line) => line.window === window);
const pay = (agent: { key: string }, amount: number, values: object = {}) =>
  server.as(agent.key).pay({ amount, ...to(stranger), ...values });
const time = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const stateOf = (reply: Reply): unknown => resource(reply).attributes['status'];

// So that no day and no month ends while a test relies on it.
beforeAll(() => toNextMonth(server));

describe('the usage of an agent', () => {
  it('has a line for each limit, with what is used, left and when it begins again', async () => {
    const limits = { perTransaction: 4_000, perDay: 9_000, perMonth: 20_000 };
    const agent = await newAgent(server, { limits });
    for (const amount of [1_000, 3_500]) expect(stateOf(await pay(agent, amount))).toBe('PROCESSING');
    expect(stateOf(await pay(agent, 4_001))).toBe('IN_REVIEW');
    const now = await clockNow(server);
    const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
    const line = { currency: 'USD', used: 4_500 };
    expect((await usageOf(agent)).limits).toEqual([
      { ...line, window: 'perTransaction', limit: 4_000, used: null, left: 4_000, resetsAt: null },
      {
        ...line,
        window: 'perDay',
        limit: 9_000,
        left: 4_500,
        resetsAt: time(Date.UTC(year, month, day + 1)),
      },
      {
        ...line,
        window: 'perMonth',
        limit: 20_000,
        left: 15_500,
        resetsAt: time(Date.UTC(year, month + 1, 1)),
      },
    ]);
    expect(await spendableOf(agent)).toBe(4_000);
    expect(stateOf(await pay(agent, 4_000))).toBe('PROCESSING');
    expect(await spendableOf(agent)).toBe(500);
    await toNextDay(server);
    const next = await usageOf(agent);
    expect([lineOf(next, 'perDay'), lineOf(next, 'perMonth')]).toMatchObject([
      { used: 0, left: 9_000 },
      { used: 8_500, left: 11_500 },
    ]);
    await toNextMonth(server);
    expect(lineOf(await usageOf(agent), 'perMonth')).toMatchObject({ used: 0, left: 20_000 });
  });

  it('gives back what was canceled, and leaves nothing under a limit below what is used', async () => {
    const agent = await newAgent(server, { limits: { perDay: 9_000 } });
    const held = resource(await pay(agent, 2_000, toNobody()));
    await pay(agent, 3_000);
    expect(lineOf(await usageOf(agent), 'perDay')).toMatchObject({ used: 5_000, left: 4_000 });
    await server.post(`/payments/${held.id}/cancel`);
    expect(lineOf(await usageOf(agent), 'perDay')).toMatchObject({ used: 3_000, left: 6_000 });
    await server.patch(`/agents/${agent.id}`, { limits: { perDay: 1_000 } });
    expect(lineOf(await usageOf(agent), 'perDay')).toMatchObject({ limit: 1_000, used: 3_000, left: 0 });
    expect(await spendableOf(agent)).toBe(0);
  });

  it('counts payments in any hour and any day, and says when the oldest no longer counts', async () => {
    const rules = {
      paymentsPerHour: { max: 2, onBreach: 'refuse' },
      paymentsPerDay: { max: 3, onBreach: 'review' },
    };
    const agent = await newAgent(server, { rules });
    const none = { currency: null, used: 0, resetsAt: null };
    expect((await usageOf(agent)).limits).toEqual([
      { ...none, window: 'paymentsPerHour', limit: 2, left: 2 },
      { ...none, window: 'paymentsPerDay', limit: 3, left: 3 },
    ]);
    const first = resource(await pay(agent, 1));
    await advance(server, 1_800);
    await pay(agent, 1);
    const full = await usageOf(agent);
    expect(full.limits).toMatchObject([
      { used: 2, left: 0 },
      { used: 2, left: 1 },
    ]);
    expect(full.spendable['USD']).toBe(0);
    const [hour = 0, day = 0] = full.limits.map(({ resetsAt }) => Date.parse(resetsAt ?? ''));
    expect((day - hour) / 3_600_000).toBe(23);
    const after_s = (hour - Date.parse(String(first.attributes['createdAt']))) / 1000;
    expect([after_s >= 3_600, after_s <= 3_601]).toEqual([true, true]);
    await advance(server, Math.ceil((hour - (await clockNow(server)).getTime()) / 1000));
    expect(await usageOf(agent)).toMatchObject({
      limits: [{ used: 1, left: 1 }, { used: 2 }],
      spendable: { USD: expect.any(Number) },
    });
    expect(stateOf(await pay(agent, 1))).toBe('PROCESSING');
    expect((await usageOf(agent)).limits).toMatchObject([{ left: 0 }, { used: 3, left: 0 }]);
  });
});

describe('what an agent may spend', () => {
  it('is what limits of agent and party leave and what is there, with the fee, to whom may know', async () => {
    const walletId = await fundedWallet(server, 5_000);
    const agent = await newAgent(server, { walletIds: [walletId] });
    const { secret } = await newApiKey(server, { scopes: ['payments.read'] });
    const untold = server.as(secret);
    expect([
      await spendableOf(agent),
      await spendableOf(agent, server),
      await spendableOf(agent, untold),
    ]).toEqual([5_000, 5_000, null]);
    expect(await spendableOf(agent, untold.with(asAgent(agent.id)))).toBe(null);
    await server.patch(`/agents/${agent.id}`, { limits: { perDay: 6_000 } });
    expect([await spendableOf(agent), await spendableOf(agent, untold)]).toEqual([5_000, 6_000]);
    await server.put('/parties/me/limits', { limits: { perTransaction: 4_000 } });
    expect([await spendableOf(agent), await spendableOf(agent, untold)]).toEqual([4_000, 4_000]);
    expect(stateOf(await pay(agent, 4_000))).toBe('PROCESSING');
    expect(await spendableOf(agent)).toBe(1_000);
    expect(await spendableOf(agent, untold)).toBe(2_000);
    await server.put('/parties/me/limits', { limits: null });
  });

  it('is nothing while the agent, the party or the wallet is stopped, or in a currency that is not covered', async () => {
    const walletId = await fundedWallet(server, 300);
    const agent = await newAgent(server, { walletIds: [walletId] });
    expect((await usageOf(agent)).spendable).toEqual({ USD: 300, EUR: 0 });
    const stops: Array<[stop: string, resume: string]> = [
      [`/agents/${agent.id}/suspend`, `/agents/${agent.id}/resume`],
      [`/wallets/${walletId}/freeze`, `/wallets/${walletId}/unfreeze`],
      ['/parties/me/freeze', '/parties/me/unfreeze'],
    ];
    for (const [stop, resume] of stops) {
      await server.post(stop);
      expect([stop, await spendableOf(agent)]).toEqual([stop, 0]);
      await server.post(resume);
      expect([resume, await spendableOf(agent)]).toEqual([resume, 300]);
    }
    const limited = await newAgent(server, { limits: { perDay: 100 } });
    expect((await usageOf(limited)).spendable).toMatchObject({ USD: 100, EUR: 0 });
    await server.patch(`/agents/${limited.id}`, { rules: { currencies: { allow: ['EUR'] } } });
    expect((await usageOf(limited)).spendable).toMatchObject({ USD: 0, EUR: 0 });
  });

  it('is nothing while the party owes, to whom may know that', async () => {
    const agent = await newAgent(server);
    const inPounds = async () => (await usageOf(agent)).spendable['GBP'];
    const { externalAccountId } = main;
    const sent = { amount: 100, currency: 'GBP', externalAccountId };
    const drawn = resource(await server.post('/transfers/deposit', sent));
    await server.post(`/simulations/transfers/${drawn.id}/settle`);
    expect(await inPounds()).toBe(100);
    expect(stateOf(await pay(agent, 100, { currency: 'GBP' }))).toBe('PROCESSING');
    await server.post(`/simulations/transfers/${drawn.id}/return`);
    await server.post('/simulations/deposits', { amount: 40, currency: 'GBP' });
    expect(await inPounds()).toBe(0);
    await server.post('/simulations/deposits', { amount: 1_060, currency: 'GBP' });
    expect(await inPounds()).toBe(1_000);
  });
});

it('the usage of a party is what all its agents and keys have spent', async () => {
  await server.as(stranger).put('/parties/me/limits', { limits: { perDay: 1_000 } });
  await server.as(stranger).post('/simulations/deposits', { amount: 500 });
  await server.as(stranger).pay({ amount: 70, ...to(main) });
  const agent = resource(await server.as(stranger).post('/agents', { name: 'Buyer' }));
  await server
    .as(stranger)
    .with(asAgent(agent.id))
    .pay({ amount: 30, ...to(main) });
  const usage = resource(await server.as(stranger).get('/parties/me/usage'));
  expect(usage.attributes['limits']).toMatchObject([{ window: 'perDay', used: 100, left: 900 }]);
  await server.as(stranger).put('/parties/me/limits', { limits: null });
  expect(resource(await server.as(stranger).get('/parties/me/usage')).attributes['limits']).toEqual([]);
});

it('the usage of a delegation is what its agent has spent for the customer', async () => {
  const agent = await newAgent(server, { limits: { perDay: 50_000 } });
  const terms = { limits: { perTransaction: 3_000, perDay: 5_000, perMonth: 6_000 } };
  const by = { agentId: agent.id, apiKey: main.apiKey };
  const [invited] = resources(await invite(server, [byId(customer)], terms, by));
  await server.as(customer).post('/simulations/deposits', { amount: 10_000 });
  await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
  const delegations = resources(await server.as(customer).get('/delegations?direction=given'));
  const id = delegations.find(
    ({ relationships }) => relationships['delegate']?.data?.id === main.partyId,
  )?.id;
  const rules = { paymentsPerDay: { max: 9 } };
  await server.as(customer).patch(`/delegations/${id}`, { agents: [{ agentId: agent.id, rules }] });
  await pay(agent, 1_111);
  await pay(agent, 2_000, { customerPartyId: customer.partyId });
  const usage = async (key: string) => {
    const { attributes } = resource(await server.as(key).get(`/delegations/${id}/usage`));
    return (attributes['limits'] as Array<Line & { agentId: string }>).filter(
      ({ agentId }) => agentId === agent.id,
    );
  };
  const expected = [
    { window: 'perTransaction', used: null, left: 3_000 },
    { window: 'perDay', used: 2_000, left: 3_000 },
    { window: 'perMonth', used: 2_000, left: 4_000 },
    { window: 'paymentsPerDay', currency: null, used: 1, left: 8, resetsAt: expect.any(String) },
  ];
  for (const key of [main.apiKey, customer.apiKey, agent.key])
    expect(await usage(key)).toMatchObject(expected);
  expect(lineOf(await usageOf(agent), 'perDay')).toMatchObject({ used: 3_111 });
  await server.as(customer).delete(`/customers/${main.partyId}/agents/${agent.id}`);
  await server.delete(`/agents/${agent.id}/customers/${customer.partyId}`);
  expect(await usage(customer.apiKey)).toEqual([]);
});

it('every read, on either server, is of one moment: used and left are the limit, and money is there for what is left', async () => {
  await beginNext(server, 'hour');
  const walletId = await fundedWallet(server, 2_000);
  const limits = { perDay: 2_000 };
  const rules = { paymentsPerDay: { max: 400, onBreach: 'refuse' } };
  const agent = await newAgent(server, { limits, rules, walletIds: [walletId] });
  const servers = [server, second];
  const over = { is: false };
  const paying = Array.from({ length: 4 }, async (_, at) => {
    for (let turn = 0; turn < 60; turn += 1) {
      const reply = await (servers[at % 2] ?? server).as(agent.key).pay({ amount: 10, ...to(stranger) });
      if (reply.status !== 201 || stateOf(reply) !== 'PROCESSING') return;
    }
  });
  const reads: Usage[] = [];
  const reading = servers.map(async (each) => {
    while (!over.is) reads.push(await usageOf(agent, each.as(agent.key)));
  });
  await Promise.all(paying);
  over.is = true;
  await Promise.all(reading);
  reads.push(await usageOf(agent));
  const figures = reads.map(({ limits: lines, spendable }) => {
    const [day, count] = lines;
    const used = day?.used ?? -1;
    return [used + (day?.left ?? 0), spendable['USD'] === 2_000 - used, count?.used === used / 10];
  });
  expect(new Set(figures.map(String))).toEqual(new Set(['2000,true,true']));
  expect(reads.at(-1)?.limits[0]).toMatchObject({ used: 2_000, left: 0 });
});
