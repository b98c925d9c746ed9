import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, type Resource, resources } from '../support/http.ts';
import { asAgent, clockNow } from '../support/moves.ts';
import { main, customer, stranger, delegate, byId, to, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { paymentShape } from '../support/shapes-payments.ts';

const server = testServer();
beforeAll(() => payCustomer());

async function payCustomer(values: object = {}, key?: string, headers = {}): Promise<Resource> {
  const sent = { amount: 250, ...to(customer), ...values };
  return resource(await server.as(key ?? main.apiKey).pay(sent, headers));
}

const ids = (...payments: Resource[]): string[] => payments.map(({ id }) => id);

async function idsOf(query: Record<string, string>, key?: string): Promise<string[]> {
  const reply = await server.as(key).get(`/payments?limit=100&${String(new URLSearchParams(query))}`);
  return resources(reply).map(({ id }) => id);
}

checkEndpoint('GET /payments', server, {
  alsoHas: ['POST'],
  scope: 'payments.read',
  response: listOf(paymentShape),
});

checkList('GET /payments', server, {
  more: (count) => Promise.all(Array.from({ length: count }, () => payCustomer())),
  otherList: '/transactions?type=payment',
});

describe('GET /payments', () => {
  it('shows payer and payee their payments as a read by id shows them, and nobody else', async () => {
    const paid = await payCustomer({ tags: { order: '7' }, description: 'Paper' });
    for (const key of [main.apiKey, customer.apiKey]) {
      const listed = resources(await server.as(key).get('/payments')).find(({ id }) => id === paid.id);
      expect(listed).toEqual(resource(await server.as(key).get(`/payments/${paid.id}`)));
    }
    expect(await idsOf({}, stranger.apiKey)).not.toContain(paid.id);
  });

  it('filters by status, direction, counterparty, agent, conversation, tag and time, alone and together', async () => {
    const agent = await newAgent(server);
    const before = await clockNow(server);
    const [tag, chat] = [randomUUID(), randomUUID()];
    const held = await payCustomer({ counterparty: { type: 'email', value: `${tag}@example.com` } });
    const inChat = await payCustomer({ tags: { order: tag } }, main.apiKey, {
      ...asAgent(agent.id),
      'X-Instance-ID': chat,
    });
    const byAgent = await payCustomer({}, agent.key);
    const toMain = byId(main);
    const received = await payCustomer({ counterparty: toMain }, customer.apiKey);
    const since = { createdAfter: before.toISOString() };
    expect(await idsOf(since)).toEqual(ids(received, byAgent, inChat, held));
    expect(await idsOf({ ...since, status: 'PENDING_CLAIM' })).toEqual(ids(held));
    expect(await idsOf({ ...since, direction: 'INBOUND' })).toEqual(ids(received));
    expect(await idsOf({ ...since, direction: 'OUTBOUND' })).toEqual(ids(byAgent, inChat, held));
    expect(await idsOf({ ...since, direction: 'OUTBOUND', status: 'COMPLETED' })).toEqual(
      ids(byAgent, inChat),
    );
    const heldFor = held.relationships['recipient']?.data?.id ?? '';
    expect(await idsOf({ counterpartyPartyId: heldFor })).toEqual(ids(held));
    const withCustomer = { ...since, counterpartyPartyId: customer.partyId };
    expect(await idsOf(withCustomer)).toEqual(ids(received, byAgent, inChat));
    expect(await idsOf({ ...withCustomer, direction: 'INBOUND' })).toEqual(ids(received));
    expect(await idsOf({ ...since, counterpartyPartyId: stranger.partyId })).toEqual([]);
    expect(await idsOf({ agentId: agent.id })).toEqual(ids(byAgent, inChat));
    expect(await idsOf({ agentId: agent.id, instanceId: chat, direction: 'OUTBOUND' })).toEqual(ids(inChat));
    expect(await idsOf({ instanceId: chat })).toEqual(ids(inChat));
    expect(await idsOf({ 'tag[order]': tag })).toEqual(ids(inChat));
    expect(await idsOf({ 'tag[order]': tag, agentId: agent.id, status: 'COMPLETED', ...since })).toEqual(
      ids(inChat),
    );
    expect(await idsOf({ 'tag[order]': tag, direction: 'INBOUND' })).toEqual([]);
    const after = new Date((await clockNow(server)).getTime() + 1000).toISOString();
    expect(await idsOf({ ...since, createdBefore: after })).toHaveLength(4);
    expect(await idsOf({ createdAfter: after })).toEqual([]);
    expect(await idsOf({ agentId: agent.id, createdBefore: before.toISOString() })).toEqual([]);
  });

  it('shows a payee neither the agent nor the conversation nor the tags, and finds nothing by them', async () => {
    const [tag, chat] = [randomUUID(), randomUUID()];
    const agent = await newAgent(server);
    const headers = { ...asAgent(agent.id), 'X-Instance-ID': chat };
    const paid = await payCustomer({ tags: { order: tag } }, main.apiKey, headers);
    for (const query of [{ agentId: agent.id }, { instanceId: chat }, { 'tag[order]': tag }]) {
      expect([query, await idsOf(query)]).toEqual([query, [paid.id]]);
      expect([query, await idsOf(query, customer.apiKey)]).toEqual([query, []]);
    }
    const [listed] = resources(await server.as(customer).get('/payments?limit=1'));
    expect(listed?.id).toBe(paid.id);
    expect(listed?.attributes['tags']).toEqual({});
    expect(listed?.relationships['initiatorAgent']?.data).toBeNull();
  });

  it('shows a payment in review to its payer only', async () => {
    const reviewed = await payCustomer({ amount: 1, currency: 'EUR' }, main.limitedAgentKey);
    const review = { status: 'IN_REVIEW' };
    expect(await idsOf(review)).toContain(reviewed.id);
    expect(await idsOf(review, customer.apiKey)).not.toContain(reviewed.id);
    expect(await idsOf({}, customer.apiKey)).not.toContain(reviewed.id);
  });

  it('shows the payments of a customer that delegated payments.read, as the customer sees them', async () => {
    const own = await idsOf({});
    const partyId = main.partyId;
    expect(await idsOf({ partyId }, delegate.apiKey)).toEqual(own);
    expect(await idsOf({ customerPartyId: partyId, status: 'COMPLETED' }, delegate.apiKey)).toEqual(
      await idsOf({ status: 'COMPLETED' }),
    );
    const paid = await payCustomer({ customerPartyId: customer.partyId, ...to(stranger) }, main.agentKey);
    for (const query of [{}, { direction: 'OUTBOUND' }, { counterpartyPartyId: stranger.partyId }]) {
      for (const key of [main.apiKey, customer.apiKey]) expect((await idsOf(query, key))[0]).toBe(paid.id);
    }
    expect((await idsOf({ agentId: main.agentId }, customer.apiKey))[0]).toBe(paid.id);
    const reply = await server.as(stranger).get(`/payments?partyId=${partyId}`);
    expect(refusal(reply)).toEqual([404, ['party_not_found'], ['partyId']]);
  });

  it('filters by time also after the clock was moved', async () => {
    await server.post('/simulations/clock/advance', { seconds: 86_400 });
    const createdAfter = (await clockNow(server)).toISOString();
    const paid = await payCustomer();
    expect(await idsOf({ createdAfter })).toEqual([paid.id]);
    expect(await idsOf({ createdAfter, createdBefore: createdAfter })).toEqual([]);
  });

  it.each([
    ['status', 'completed'],
    ['direction', 'sent'],
    ['agentId', 'pty_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['counterpartyPartyId', 'agt_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['instanceId', ''],
    ['createdAfter', 'yesterday'],
    ['createdBefore', '2026-02-30T00:00:00Z'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await server.get(`/payments?${name}=${value}`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], [name]]);
  });
});
