import { beforeEach, describe, expect, it } from 'vitest';
import { delegate } from '../../src/authority/delegations/delegate.ts';
import { noLimits } from '../../src/engine/model/state.ts';
import type { Id } from '../../src/lib/id.ts';
import { refusal, resource, resources, type Resource } from '../support/http.ts';
import { approvalsOf, limitAgent } from '../support/moves.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { uuidOf, until, waitingSessions, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
let id: string;
const unknown = [404, ['customer_not_found'], ['/data/attributes/customerPartyId']];
const forbidden = [403, ['forbidden'], ['/data/attributes/customerPartyId']];
const payAndRead = ['payments.create', 'payments.read'];

/** Lets an agent of main act for the customer, as an accepted invitation does. */
async function grant(agentId: string, permissions = payAndRead, limit: bigint | null = 5_000n) {
  const [partyId, customerId] = [main, customer].map(({ partyId: each }) => uuidOf(each) as Id<'pty'>);
  if (!partyId || !customerId) throw new Error('no parties');
  const terms = {
    partyId,
    agentId: uuidOf(agentId) as Id<'agt'>,
    permissions,
    ...noLimits,
    perTransaction: limit,
    past: null,
    now: new Date(),
  };
  return withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    const { id } = await delegate(session, customerId, terms);
    await session.query('COMMIT');
    return `dlg_${id}`;
  });
}

beforeEach(async () => {
  id = await grant(main.agentId);
});

const send = (method: string, path: string, values?: object, key = customer.apiKey) =>
  second.as(key).send(method, path, values);

/** Pays the stranger from the customer's wallet, with a key of main. */
const payFor = (key: string, amount = 1, at: ApiClient = server) =>
  at.as(key).pay({ amount, ...to(stranger), customerPartyId: customer.partyId });

async function reviewed(key: string, amount = 5_001): Promise<Resource> {
  const payment = resource(await payFor(key, amount));
  expect(payment.attributes['status']).toBe('IN_REVIEW');
  return payment;
}

describe('the customer', () => {
  it('suspends and resumes a delegation, which stops and permits payments on every server at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const key of [main.agentKey, main.apiKey]) expect((await payFor(key)).status).toBe(201);
      await send('POST', `/delegations/${id}/suspend`);
      for (const each of [server, second]) {
        for (const key of [main.agentKey, main.apiKey]) {
          expect(refusal(await payFor(key, 1, each))).toEqual(unknown);
        }
      }
      const list = await server.get(`/transactions?partyId=${customer.partyId}`);
      expect(list.status).toBe(404);
      await send('POST', `/delegations/${id}/resume`);
    }
    expect((await payFor(main.agentKey)).status).toBe(201);
  });

  it('suspends only when payments in progress are done, and those that wait for it are refused', async () => {
    const replies = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query('SELECT FROM wallets WHERE party_id = $1 FOR NO KEY UPDATE', [
        uuidOf(customer.partyId),
      ]);
      const suspended = send('POST', `/delegations/${id}/suspend`);
      await until('the suspension waits', async () => (await waitingSessions(server.sql)).length === 1);
      const paid = payFor(main.agentKey);
      await until('the payment waits too', async () => (await waitingSessions(server.sql)).length === 2);
      await session.query('COMMIT');
      return Promise.all([suspended, paid]);
    });
    expect(replies[0].status).toBe(200);
    expect(refusal(replies[1])).toEqual(unknown);
    await send('POST', `/delegations/${id}/resume`);
  });

  it('narrows what is permitted, as a whole and to one agent, and widens it again', async () => {
    expect((await payFor(main.agentKey)).status).toBe(201);
    await send('PATCH', `/delegations/${id}`, { permissions: ['payments.read'] });
    expect(refusal(await payFor(main.agentKey))).toEqual(forbidden);
    await send('PATCH', `/delegations/${id}`, { permissions: payAndRead });
    expect((await payFor(main.agentKey)).status).toBe(201);
    const { agentId } = main;
    await send('PATCH', `/delegations/${id}`, { agents: [{ agentId, limits: { perTransaction: 10 } }] });
    expect(resource(await payFor(main.agentKey, 10)).attributes['status']).toBe('PROCESSING');
    const waiting = await reviewed(main.agentKey, 11);
    await send('PATCH', `/delegations/${id}`, { agents: [{ agentId, permissions: ['payments.read'] }] });
    expect(refusal(await payFor(main.agentKey))).toEqual(forbidden);
    expect(await server.statusOf(waiting)).toBe('IN_REVIEW');
  });
});

const remove = (agentId: string) =>
  send('DELETE', `/agents/${agentId}/customers/${customer.partyId}`, undefined, main.apiKey);

describe('a revocation', () => {
  it('of the delegation cancels what waits for an approval under it, and nothing else', async () => {
    const payments = [await reviewed(main.agentKey), await reviewed(main.apiKey)];
    await limitAgent(server, main.limitedAgentId, { perTransaction: 1 });
    const counterparty = { type: 'email', value: customer.email };
    const own = resource(await server.as(main.limitedAgentKey).pay({ amount: 2, counterparty }));
    await limitAgent(server, main.limitedAgentId, null);
    const revoked = await send('DELETE', `/customers/${customer.partyId}`, undefined, main.apiKey);
    expect(resource(revoked).attributes).toMatchObject({
      delegation: { status: 'REVOKED' },
      agents: [{ status: 'REVOKED' }],
    });
    for (const payment of payments) {
      expect(await server.statusOf(payment)).toBe('CANCELED');
      expect(await approvalsOf(server, payment)).toEqual([]);
      expect(await approvalsOf(server, payment, 'canceled')).toHaveLength(1);
    }
    expect(await server.statusOf(own)).toBe('IN_REVIEW');
    for (const key of [main.agentKey, main.apiKey]) expect(refusal(await payFor(key))).toEqual(unknown);
    const again = await send('DELETE', `/customers/${customer.partyId}`, undefined, main.apiKey);
    expect(again.text).toBe(revoked.text);
    await until('nothing is due any more', async () => {
      const [row] = await server.sql<{ due: bigint }>('SELECT count(due_at) AS due FROM delegation_grants');
      return row?.due === 0n;
    });
  });

  it('of one agent keeps the others, takes what only that agent had, and ends with the last', async () => {
    await grant(main.limitedAgentId, ['payments.create'], null);
    const waiting = await reviewed(main.agentKey);
    expect(resource(await remove(main.agentId)).attributes['status']).toBe('REVOKED');
    expect(await server.statusOf(waiting)).toBe('CANCELED');
    expect(refusal(await payFor(main.agentKey))).toEqual(forbidden);
    expect((await payFor(main.limitedAgentKey)).status).toBe(201);
    expect((await server.get(`/transactions?partyId=${customer.partyId}`)).status).toBe(404);
    const left = resource(await server.get(`/customers/${customer.partyId}`)).attributes;
    expect(left['delegation']).toMatchObject({ status: 'ACTIVE', permissions: ['payments.create'] });
    await remove(main.limitedAgentId);
    expect(refusal(await payFor(main.limitedAgentKey))).toEqual(unknown);
    const [revoked] = resources(await server.get('/customers?status=revoked'));
    expect(revoked?.id).toBe(customer.partyId);
  });

  it('is undone only by a new grant, which gives other agents nothing back', async () => {
    await grant(main.limitedAgentId, payAndRead, null);
    await send('DELETE', `/delegations/${id}`);
    expect(await grant(main.limitedAgentId, payAndRead, null)).toBe(id);
    expect((await payFor(main.limitedAgentKey)).status).toBe(201);
    expect(refusal(await payFor(main.agentKey))).toEqual(forbidden);
    await grant(main.agentId);
    await send('PATCH', `/delegations/${id}`, { permissions: ['payments.read'] });
    await grant(main.agentId);
    expect((await payFor(main.agentKey)).status).toBe(201);
    expect(refusal(await payFor(main.limitedAgentKey))).toEqual(forbidden);
    await send('POST', `/delegations/${id}/suspend`);
    await expect(grant(main.agentId)).rejects.toThrow('suspended');
    await send('POST', `/delegations/${id}/resume`);
    expect((await server.get(`/customers/${customer.partyId}`)).status).toBe(200);
  });
});

describe('reads on behalf of a customer', () => {
  it('show its transactions as it sees them, with `payments.read` for the party and its agent', async () => {
    const paid = resource(await server.as(customer).pay({ amount: 7, ...to(stranger) }));
    const txn = `txn_${paid.id.slice(4)}`;
    const query = `?partyId=${customer.partyId}`;
    await grant(main.limitedAgentId, ['payments.create']);
    const [own, seen] = await Promise.all([
      server.as(customer).get('/transactions?limit=5'),
      server.get(`/transactions${query}&limit=5`),
    ]);
    expect(resources(seen)).toEqual(resources(own));
    const path = `/transactions/${txn}`;
    expect((await server.as(main.agentKey).get(path + query)).text).toBe(
      (await server.as(customer).get(path)).text,
    );
    expect(refusal(await server.get(path))).toEqual([404, ['transaction_not_found'], ['transaction_id']]);
    for (const key of [main.limitedAgentKey, stranger.apiKey, server.parties.delegate.apiKey]) {
      expect((await server.as(key).get(path + query)).status).toBe(404);
      expect(refusal(await server.as(key).get(`/transactions${query}`))).toEqual([
        404,
        ['party_not_found'],
        ['partyId'],
      ]);
    }
  });
});
