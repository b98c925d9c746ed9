import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pay, resource } from '../support/http.ts';
import { asAgent, post, withdraw } from '../support/moves.ts';
import type { Reply } from '../support/reply.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

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
  return resource(await pay(server.baseUrl, key, { amount: 1, counterparty, ...values }, headers)).id;
}

/** Pays in a currency that no limit of the agent covers, so that the payment waits for an approval. */
async function reviewed(key: string, values = {}, headers = {}): Promise<string> {
  const counterparty = { type: 'party_id', value: server.parties.stranger.partyId };
  const reply = await pay(
    server.baseUrl,
    key,
    { amount: 1, currency: 'EUR', counterparty, ...values },
    headers,
  );
  const { id, attributes } = resource(reply);
  expect(attributes['status']).toBe('IN_REVIEW');
  return id;
}

describe('the suspension of an agent', () => {
  it('lists what that agent has under way, also from customers, and nothing of others, newest first', async () => {
    const { main, customer } = server.parties;
    const as = { headers: asAgent(main.limitedAgentId) };
    const withdrawal = resource(await withdraw(server, { amount: 51 }, as)).id;
    await withdraw(server, { amount: 52 });
    const claims = [await unclaimed(main.limitedAgentKey), await unclaimed(main.limitedAgentKey)];
    await unclaimed(main.apiKey);
    const review = await reviewed(main.limitedAgentKey);
    const suspend = (id: string): Promise<Reply> => post(server, `/agents/${id}/suspend`);
    const expected = { withdrawals: [withdrawal], reviews: [review], claims: claims.toReversed() };
    expect(idsIn(await suspend(main.limitedAgentId))).toEqual(expected);
    expect((await post(server, `/payments/${claims[0]}/cancel`)).status).toBe(200);
    expect((await post(server, `/payments/${review}/cancel`)).status).toBe(200);
    const left = { withdrawals: [withdrawal], reviews: [], claims: [claims[1]] };
    expect(idsIn(await suspend(main.limitedAgentId))).toEqual(left);

    const fromCustomer = await unclaimed(main.agentKey, { customerPartyId: customer.partyId });
    expect(idsIn(await suspend(main.agentId))['claims']).toEqual([fromCustomer]);
    await post(server, `/agents/${main.agentId}/resume`);
    const resumed = await post(server, `/agents/${main.limitedAgentId}/resume`);
    expect(JSON.parse(resumed.text)).not.toHaveProperty('meta');
  });
});

describe('the suspension of a delegation', () => {
  it('lists what is under way under it, and nothing else of the customer', async () => {
    const { main, customer } = server.parties;
    const under = { customerPartyId: customer.partyId };
    const [row] = await server.sql<{ id: string }>(
      'SELECT id FROM delegations WHERE customer_party_id = $1 AND party_id = $2',
      [customer.partyId.slice(4), main.partyId.slice(4)],
    );
    const earlier = await server.sql<{ id: string }>(
      `SELECT id FROM payments WHERE payer_party_id = $1 AND status = 'PENDING_CLAIM' AND initiator_party_id = $2`,
      [customer.partyId.slice(4), main.partyId.slice(4)],
    );
    const claim = await unclaimed(main.agentKey, under);
    const review = await reviewed(main.agentKey, under);
    await unclaimed(customer.apiKey);
    const path = `/delegations/dlg_${row?.id.replaceAll('-', '')}`;
    const reply = await post(server, `${path}/suspend`, null, { key: customer.apiKey });
    const claims = [claim, ...earlier.map(({ id }) => `pay_${id.replaceAll('-', '')}`)];
    expect(idsIn(reply)).toEqual({ withdrawals: [], reviews: [review], claims });
    await post(server, `${path}/resume`, null, { key: customer.apiKey });
  });
});
