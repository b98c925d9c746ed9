import { describe, expect, it } from 'vitest';
import { newAgent, type TestAgent } from '../support/agents.ts';
import type { ApiClient } from '../support/client.ts';
import { eventOf, eventsNow } from '../support/events.ts';
import { type Reply, resource, type Resource, resources } from '../support/http.ts';
import { asAgent } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { byId, customer, main, stranger, testServer, to } from '../support/server.ts';
import { until } from './support.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '999999999' });

const withdrawAs = (agentId: string, terms: object): Promise<Reply> =>
  server.post(
    '/transfers/withdraw',
    { amount: 50, externalAccountId: main.externalAccountId, ...terms },
    asAgent(agentId),
  );

/** What an own agent reads of a payment or withdrawal that repeats one of another agent; and the party's people. */
async function readsOfRepetition(reply: Reply, kind: 'payments' | 'transfers', reader: TestAgent) {
  const { id } = resource(reply);
  const caller = server.as(reader.key);
  const [approval] = resources(await caller.get(`/approvals?targetId=${id}`));
  await until('there is an event', async () => (await caller.get('/events?limit=100')).text.includes(id));
  const paths = [
    `/${kind}/${id}`,
    `/${kind}?limit=100`,
    `/approvals/${approval?.id}`,
    '/approvals',
    '/events?limit=100',
  ];
  const replies = [];
  for (const path of paths) replies.push(await caller.get(path), await server.get(path, asAgent(reader.id)));
  return { toAgent: [reply, ...replies], toParty: await server.get(`/approvals/${approval?.id}`) };
}

/** Whether a response says that something repeats another one, and names an earlier one. */
const told = ({ text }: Reply): unknown[] => [text.includes('"possibleDuplicate"'), text.includes('earlier')];

describe('an agent that reads its own only repeats what another one paid, and is told so without its id', () => {
  const duplicates = { withinSeconds: 3_600, across: 'party' };
  const both = (onBreach: string) => {
    const rules = { duplicates: { ...duplicates, onBreach } };
    return Promise.all([newAgent(server, { rules }), newAgent(server, { rules, reads: 'own' })]);
  };
  const reason = { type: 'possibleDuplicate', withinSeconds: 3_600, overridable: false };

  it('where it waits: in the response, its replay, all reads, and a preview', async () => {
    const [first, second] = await both('review');
    const payment = { amount: 321, ...to(stranger), description: 'Ink' };
    const earlier = resource(await server.as(first.key).pay(payment));
    const preview = await server.as(second.key).post('/payments/preview', payment);
    const key = { 'Idempotency-Key': 'ink' };
    const made = await server.as(second.key).pay(payment, key);
    const { toAgent, toParty } = await readsOfRepetition(made, 'payments', second);
    const replay = await server.as(second.key).pay(payment, key);
    expect(replay.text).toBe(made.text);
    expect([...toAgent, preview].map(told)).toEqual([...toAgent, preview].map(() => [true, false]));
    expect(resource(toParty).attributes['reasons']).toEqual([
      { ...reason, onBreach: 'review', earlierPaymentId: earlier.id },
    ]);
    const again = await server.as(second.key).pay(payment); // of its own it is told, also the id
    expect(again.text).toContain(resource(made).id);
    const third = await newAgent(server, { rules: { duplicates: { ...duplicates, onBreach: 'review' } } });
    expect(told(await server.as(third.key).pay(payment))).toEqual([true, true]);
  });

  it('where it is refused, also in a preview', async () => {
    const [first, second] = await both('refuse');
    const payment = { amount: 322, ...to(stranger), description: 'Ink' };
    await server.as(first.key).pay(payment);
    for (const path of ['/payments', '/payments/preview']) {
      expect(told(await server.as(second.key).post(path, payment))).toEqual([true, false]);
    }
  });

  it('of withdrawals', async () => {
    const [first, second] = await both('review');
    await withdrawAs(first.id, { amount: 323 });
    const key = { 'Idempotency-Key': 'out', ...asAgent(second.id) };
    const values = { amount: 323, externalAccountId: main.externalAccountId };
    const made = await server.post('/transfers/withdraw', values, key);
    const { toAgent, toParty } = await readsOfRepetition(made, 'transfers', second);
    const replay = await server.post('/transfers/withdraw', values, key);
    expect([...toAgent, replay].map(told)).toEqual([...toAgent, replay].map(() => [true, false]));
    expect(told(toParty)).toEqual([true, true]);
  });

  it('from the moment on at which it reads its own only', async () => {
    const rules = { duplicates: { ...duplicates, onBreach: 'refuse' } };
    const [first, changing] = await Promise.all([newAgent(server, { rules }), newAgent(server, { rules })]);
    const payment = { amount: 324, ...to(stranger), description: 'Ink' };
    await server.as(first.key).pay(payment);
    const pays = async () => told(await server.as(changing.key).pay(payment));
    const seen = [await pays(), await pays()]; // the second one is authenticated from the cache
    for (const reads of ['own', 'party']) {
      await server.patch(`/agents/${changing.id}`, { reads });
      seen.push(await pays());
    }
    expect(seen).toEqual([[true, true], [true, true], [true, false], [true, true]]); // prettier-ignore
  });
});

it('an agent that reads its own only from now on is told so in replays too of what it made before', async () => {
  const rules = { duplicates: { withinSeconds: 3_600, across: 'party', onBreach: 'review' } };
  const [first, changing] = await Promise.all([newAgent(server, { rules }), newAgent(server, { rules })]);
  const [byFirst, byChanging] = [server.as(first.key), server.as(changing.key)];
  const payment = { amount: 325, ...to(stranger), description: 'Ink' };
  const values = { amount: 325, externalAccountId: main.externalAccountId };
  const askTo = ({ id }: TestAgent) =>
    askFor(server, { amount: 325, description: 'Ink', payer: { type: 'agent_id', value: id } });
  const [paid, asked] = [await askTo(first), await askTo(changing)]; // the customer asks: another payee
  const fromWallet = { paymentSource: { type: 'wallet' } };
  await byFirst.pay(payment);
  await withdrawAs(first.id, values);
  await fulfil(byFirst, paid);
  const key = { 'Idempotency-Key': 'changing' };
  const repeat = [
    () => byChanging.pay(payment, key),
    () => server.post('/transfers/withdraw', values, { ...key, ...asAgent(changing.id) }),
    () => byChanging.post(`/payment-requests/${asked.id}/fulfill`, fromWallet, key),
  ];
  const all = async (): Promise<Reply[]> => Promise.all(repeat.map((send) => send()));
  const made = await all();
  expect(made.map(told)).toEqual(made.map(() => [true, true]));
  await server.patch(`/agents/${changing.id}`, { reads: 'own' });
  const replays = await all();
  expect(replays.map(told)).toEqual(made.map(() => [true, false]));
  expect(replays.map((reply) => resource(reply).id)).toEqual(made.map((reply) => resource(reply).id));
  await server.patch(`/agents/${changing.id}`, { reads: 'party' });
  expect((await all()).map(({ text }) => text)).toEqual(made.map(({ text }) => text));
});

/** What a request says of its payment. */
const paymentSeen = async (read: ApiClient, { id }: Resource) => {
  const { attributes, relationships } = resource(await read.get(`/payment-requests/${id}`));
  const { status, transactionId } = attributes;
  return [status, transactionId !== null, relationships['payment']?.data !== null];
};

it('an agent that reads its own only is told that others have answered a request, without their payments', async () => {
  const agent = await newAgent(server, { reads: 'own' });
  const payer = { type: 'agent_id', value: agent.id };
  const values = { payer, amount: 10 };
  const [byParty, byItself] = [await askFor(server, values), await askFor(server, values)];
  const asked = resource(
    await server.as(agent.key).post('/payment-requests', { amount: 7, payer: byId(customer) }),
  );
  await fulfil(server, byParty);
  await fulfil(server.as(agent.key), byItself);
  await fulfil(server.as(customer), asked);
  const [toAgent, toParty] = [[], []] as [unknown[], unknown[]];
  for (const request of [byParty, byItself, asked]) {
    toAgent.push(await paymentSeen(server.as(agent.key), request));
    toParty.push(await paymentSeen(server, request));
  }
  const [paid, paidByOthers] = [
    ['COMPLETED', true, true],
    ['COMPLETED', false, false],
  ];
  expect([toAgent, toParty]).toEqual([
    [paidByOthers, paid, paidByOthers],
    [paid, paid, paid],
  ]);
  await eventOf(server.as(agent.key), asked.id, 'payment_request.completed');
  const events = await eventsNow(server.as(agent.key));
  const ofOthers = events.filter(({ attributes: { resourceId } }) =>
    [byParty.id, asked.id].includes(String(resourceId)),
  );
  expect(ofOthers.length).toBeGreaterThan(0);
  expect(JSON.stringify(ofOthers)).not.toMatch(/"(txn|pay)_/);
});
