import { expect } from 'vitest';
import { resource, resources, type Resource, type Reply } from '../support/http.ts';
import { asAgent } from '../support/moves.ts';
import { sentTerms } from '../support/payment-terms.ts';
import { byId, main, customer, stranger, to, startServer, type TestServer } from '../support/server.ts';
import { addCustomers } from './rows.ts';

/** A server with a resource of every kind, and the ids that the samples name. */
export type World = TestServer & {
  payments: Record<
    'toAgent' | 'received' | 'requested' | 'delegated' | 'byAgent' | 'unclaimed' | 'inReview',
    string
  >;
  deposit: string;
  withdrawal: string;
};

const day_s = 86_400;

/** Starts a server and creates what the samples read, over HTTP like any client. */
export async function makeWorld(): Promise<World> {
  const server = await startServer();
  const post = async (path: string, values: object, key = main.apiKey, agent?: string): Promise<Resource> => {
    const named = agent === undefined ? {} : { 'X-Agent-ID': agent, 'X-Instance-ID': 'world' };
    const reply = await server.as(key).post(path, values, named);
    expect([path, reply.status < 300 ? 'done' : reply.text]).toEqual([path, 'done']);
    return resource(reply);
  };
  const pay = async (values: object, key?: string, agent?: string): Promise<string> =>
    (await post('/payments', { amount: 100, ...values }, key, agent)).id;
  const forCustomer = { ...to(stranger), customerPartyId: customer.partyId };
  const tooMuch = { ...to(stranger), amount: 10_001 };
  const { limitedAgentId, limitedAgentKey, externalAccountId } = main;

  await pay({ counterparty: { type: 'phone', value: '+14155550123' } });
  const ask = (type: string, value: string): Promise<Resource> =>
    post('/payment-requests', { amount: 5, payer: { type, value } });
  await ask('agent_id', stranger.agentId);
  const { id: asked } = await ask('party_id', customer.partyId);
  const fromWallet = { paymentSource: { type: 'wallet' } };
  const payments = {
    toAgent: await pay({ counterparty: { type: 'agent_id', value: stranger.agentId } }),
    received: await pay(to(main), customer.apiKey),
    requested: (await post(`/payment-requests/${asked}/fulfill`, fromWallet, customer.apiKey)).id,
    delegated: await pay(forCustomer),
    byAgent: await pay(forCustomer, main.apiKey, main.agentId),
    unclaimed: await pay({ counterparty: { type: 'email', value: 'unheard-of@example.com' } }),
    inReview: await pay({ ...tooMuch, ...sentTerms }, limitedAgentKey),
  };
  await pay({ ...to(stranger), currency: 'EUR' }, limitedAgentKey);
  await endReviews(server, await Promise.all([1, 2, 3].map(() => pay(tooMuch, limitedAgentKey))));
  const withdraw = (amount: number, agent?: string): Promise<Resource> =>
    post('/transfers/withdraw', { amount, externalAccountId, description: 'Out' }, main.apiKey, agent);
  const withdrawal = await withdraw(100);
  for (const amount of [102, 117]) await withdraw(amount); // at the sandbox bank: fails, is returned
  await withdraw(10_001, limitedAgentId);
  await post('/transfers/withdraw', { amount: 1, externalAccountId });
  for (const more of [{}, { description: 'For a book', payerName: 'Payer', currency: 'JPY' }]) {
    for (const [type, value] of identifiers(customer.partyId)) {
      await post('/payment-requests', { amount: 5, payer: { type, value }, ...more });
    }
  }
  const ofAgent = { amount: 5, payer: { type: 'email', value: 'payer@example.com' }, tags: { order: '1' } };
  await post('/payment-requests', ofAgent, main.apiKey, main.agentId);
  await addCustomers(server, 1);
  await describeAgent(server);
  await blockReview(server);
  await askForOthers(server);
  const invitations = [{ email: 'late@example.com', role: 'ADMIN' }];
  await post('/party-invitations', { invitations, expiresInDays: 1 });
  await post('/simulations/clock/advance', { seconds: 2 * day_s });
  await post('/party-invitations', { invitations: [{ email: 'new@example.com', role: 'MEMBER' }] });
  const deposit = resources(await server.get('/transfers?limit=100')).at(-1);
  return { ...server, payments, deposit: deposit?.id ?? '', withdrawal: withdrawal.id };
}

export const identifiers = (partyId: string): Array<[string, string]> => [
  ['email', 'payer@example.com'],
  ['phone', '+14155550123'],
  ['party_id', partyId],
];

/** Lets a payment wait that a rule refuses by now. */
async function blockReview(server: TestServer): Promise<void> {
  const agent = resource(await server.post('/agents', { name: 'Blocked', limits: { perTransaction: 1 } }));
  const reply = await server.pay({ amount: 2, ...to(stranger) }, asAgent(agent.id));
  expect(reply.status).toBe(201);
  const rules = { currencies: { allow: ['EUR'], onBreach: 'refuse' } };
  expect((await server.patch(`/agents/${agent.id}`, { rules })).status).toBe(200);
}

/** Lets a payment wait for an address that nobody has, and one for a party with the name of a known payee. */
async function askForOthers(server: TestServer): Promise<void> {
  const [namesake] = await server.sql<{ id: string }>`INSERT INTO parties (id, type, status, name, name_key,
      created_at, updated_at) SELECT gen_random_uuid(), type, status, name, name_key, now(), now() FROM parties
    WHERE id = ${stranger.partyId.slice(4)} RETURNING replace(id::text, '-', '') AS id`;
  const agent = resource(await server.post('/agents', { name: 'Curious', limits: { perTransaction: 1 } }));
  for (const payee of [
    { type: 'email', value: 'waits-for-approval@example.com' },
    byId({ partyId: `pty_${namesake?.id}` }),
  ]) {
    const reply = await server.pay({ amount: 2, counterparty: payee }, asAgent(agent.id));
    expect(reply.status).toBe(201);
  }
}

async function describeAgent(server: TestServer): Promise<void> {
  await server.patch(`/agents/${main.limitedAgentId}`, { description: 'Buys stamps' });
}

/** Approves one payment, denies one and cancels one. */
async function endReviews(server: TestServer, payments: string[]): Promise<void> {
  const key = main.approverApiKey;
  const pending = resources(await server.as(key).get('/approvals?limit=100'));
  const decisions: Promise<Reply>[] = payments.map((id, index) => {
    const approval = pending.find(({ attributes: { target } }) => (target as { id: string }).id === id);
    const paths = [`/approvals/${approval?.id}/approve`, `/approvals/${approval?.id}/deny`];
    return server.as(key).post(paths[index] ?? `/payments/${id}/cancel`);
  });
  expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual([200, 200, 200]);
}
