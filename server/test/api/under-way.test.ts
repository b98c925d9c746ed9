import { describe, expect, it } from 'vitest';
import { resource, type Reply } from '../support/http.ts';
import { asAgent, withdraw } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
type Kind = { count: number; newest: Array<{ type: string; id: string; status: string }> };
type UnderWay = Record<'withdrawals' | 'reviews' | 'claims', Kind>;

function idsIn(reply: Reply): Record<string, unknown> {
  expect(reply.status).toBe(200);
  const { underWay } = (JSON.parse(reply.text) as { meta: { underWay: UnderWay } }).meta;
  return Object.fromEntries(
    Object.entries(underWay).map(([kind, { count, newest }]) => {
      expect(count).toBe(newest.length);
      return [kind, newest.map(({ id }) => id)];
    }),
  );
}

/** Pays an address that nobody has, so that the payment waits to be claimed. */
async function unclaimed(key: string, values = {}, headers = {}): Promise<string> {
  const counterparty = { type: 'email', value: 'nobody@under-way.example' };
  return resource(await server.as(key).pay({ amount: 1, counterparty, ...values }, headers)).id;
}

/** Pays in a currency that no limit of the agent covers, so that the payment waits for an approval. */
async function reviewed(key: string, values = {}, headers = {}): Promise<string> {
  const reply = await server.as(key).pay({ amount: 1, currency: 'EUR', ...to(stranger), ...values }, headers);
  const { id, attributes } = resource(reply);
  expect(attributes['status']).toBe('IN_REVIEW');
  return id;
}

describe('the suspension of an agent', () => {
  it('lists what that agent has under way, also from customers, and nothing of others, newest first', async () => {
    const withdrawal = resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 51 })).id;
    await withdraw(server, { amount: 52 });
    const claims = [await unclaimed(main.limitedAgentKey), await unclaimed(main.limitedAgentKey)];
    await unclaimed(main.apiKey);
    const review = await reviewed(main.limitedAgentKey);
    const suspend = (id: string) => server.post(`/agents/${id}/suspend`);
    const expected = { withdrawals: [withdrawal], reviews: [review], claims: claims.toReversed() };
    expect(idsIn(await suspend(main.limitedAgentId))).toEqual(expected);
    expect((await server.post(`/payments/${claims[0]}/cancel`)).status).toBe(200);
    expect((await server.post(`/payments/${review}/cancel`)).status).toBe(200);
    const left = { withdrawals: [withdrawal], reviews: [], claims: [claims[1]] };
    expect(idsIn(await suspend(main.limitedAgentId))).toEqual(left);

    const fromCustomer = await unclaimed(main.agentKey, { customerPartyId: customer.partyId });
    expect(idsIn(await suspend(main.agentId))['claims']).toEqual([fromCustomer]);
    await server.post(`/agents/${main.agentId}/resume`);
    const resumed = await server.post(`/agents/${main.limitedAgentId}/resume`);
    expect(JSON.parse(resumed.text)).not.toHaveProperty('meta');
  });
});

describe('the suspension of a delegation', () => {
  it('lists what is under way under it, and nothing else of the customer', async () => {
    const under = { customerPartyId: customer.partyId };
    const [row] = await server.sql<{ id: string }>`SELECT id FROM delegations
      WHERE customer_party_id = ${customer.partyId.slice(4)} AND party_id = ${main.partyId.slice(4)}`;
    const earlier = await server.sql<{ id: string }>`SELECT id FROM payments
      WHERE payer_party_id = ${customer.partyId.slice(4)} AND status = 'PENDING_CLAIM'
      AND initiator_party_id = ${main.partyId.slice(4)}`;
    const claim = await unclaimed(main.agentKey, under);
    const review = await reviewed(main.agentKey, under);
    await unclaimed(customer.apiKey);
    const path = `/delegations/dlg_${row?.id.replaceAll('-', '')}`;
    const reply = await server.as(customer).post(`${path}/suspend`);
    const claims = [claim, ...earlier.map(({ id }) => `pay_${id.replaceAll('-', '')}`)];
    expect(idsIn(reply)).toEqual({ withdrawals: [], reviews: [review], claims });
    await server.as(customer).post(`${path}/resume`);
  });
});
