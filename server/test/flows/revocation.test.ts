import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { revokeAgent } from '../../src/authority/agents/revoke.ts';
import type { Id } from '../../src/lib/id.ts';
import { newAgent } from '../support/agents.ts';
import { refusal, resource, withoutRequestId, type Reply } from '../support/http.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { uuidOf, until, waitingSessions, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];

async function newKey(): Promise<{ id: string; secret: string }> {
  const reply = await server.post('/api-keys', {
    name: 'To be revoked',
    scopes: ['payments.create', 'payments.read'],
  });
  return { id: resource(reply).id, secret: String(resource(reply).attributes['apiKey']) };
}

const revoke = (id: string) => second.delete(`/api-keys/${id}`);

function payWith(key: string, at: ApiClient = server, headers = {}): Promise<Reply> {
  const counterparty = { type: 'email', value: customer.email };
  return at.as(key).pay({ amount: 1, counterparty }, headers);
}

describe('a revoked key', () => {
  it('is refused by every server from the next request on, even if requests are under way', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, secret } = await newKey();
      expect((await payWith(secret)).status).toBe(201);
      const busy = Array.from({ length: 10 }, () => payWith(secret));
      await revoke(id);
      const late = await Promise.all([
        payWith(secret),
        payWith(secret, second),
        server.as(secret).get('/transactions'),
      ]);
      for (const reply of late) expect(refusal(reply)).toEqual(unauthenticated);
      for (const reply of await Promise.all(busy)) expect([201, 401]).toContain(reply.status);
    }
  });

  it('gets the same response as a key that never existed, and no replay', async () => {
    const { id, secret } = await newKey();
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await payWith(secret, server, headers)).status).toBe(201);
    await revoke(id);
    const reply = await payWith(secret, server, headers);
    expect(withoutRequestId(reply)).toBe(withoutRequestId(await payWith('nonsense')));
  });
});

describe('a revoked agent', () => {
  it('with a limit per day makes no payment that waited for the revocation', async () => {
    const partyId = uuidOf(main.partyId) as Id<'pty'>;
    const agent = await newAgent(server, { limits: { perDay: 1_000_000 } });
    for (const each of [server, second]) expect((await payWith(agent.key, each)).status).toBe(201);
    const by = { userId: uuidOf(main.userId) as Id<'usr'>, now: new Date() };
    const replies = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await revokeAgent(session, partyId, uuidOf(agent.id) as Id<'agt'>, by);
      const waiting = [server, second].map((each) => payWith(agent.key, each));
      await until('both payments wait', async () => (await waitingSessions(server.sql)).length === 2);
      await session.query('COMMIT');
      return Promise.all(waiting);
    });
    expect(replies.map(refusal)).toEqual([unauthenticated, unauthenticated]);
  });

  it('can no longer act, by its key or by header', async () => {
    expect((await payWith(main.limitedAgentKey)).status).toBe(201);
    await server.sql`UPDATE agents SET status = 'REVOKED' WHERE id = ${uuidOf(main.limitedAgentId)}`;
    expect(refusal(await payWith(main.limitedAgentKey))).toEqual(unauthenticated);
    const headers = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'chat 1' };
    const asAgent = await payWith(main.apiKey, second, headers);
    expect(refusal(asAgent)).toEqual([404, ['agent_not_found'], ['X-Agent-ID']]);
    expect((await payWith(main.agentKey)).status).toBe(201);
  });

  it('can no longer be paid', async () => {
    await server.sql`UPDATE agents SET status = 'REVOKED' WHERE id = ${uuidOf(stranger.agentId)}`;
    const counterparty = { type: 'agent_id', value: stranger.agentId };
    const reply = await server.pay({ amount: 1, counterparty });
    expect(refusal(reply)).toEqual([
      404,
      ['recipient_agent_not_found'],
      ['/data/attributes/counterparty/value'],
    ]);
  });
});

describe('a suspended or revoked delegation', () => {
  it.each(['agentKey', 'apiKey'] as const)(
    'permits no payment that waited for its suspension: with the %s',
    async (which) => {
      const values = { amount: 1, customerPartyId: customer.partyId, ...to(stranger) };
      const setStatus = `UPDATE delegations SET status = $2, last_name = CASE $2 WHEN 'ACTIVE' THEN NULL ELSE 'Casey' END
        WHERE customer_party_id = $1`;
      const id = uuidOf(customer.partyId);
      const reply = await withSession(server.connection, async (session) => {
        await session.query('BEGIN');
        await session.query('SELECT FROM delegations WHERE customer_party_id = $1 FOR NO KEY UPDATE', [id]);
        await session.query('SELECT FROM wallets WHERE party_id = $1 FOR NO KEY UPDATE', [id]);
        const waiting = server.as(main[which]).pay(values);
        await until('the payment waits', async () => (await waitingSessions(server.sql)).length > 0);
        await session.query(setStatus, [id, 'SUSPENDED']);
        await session.query('COMMIT');
        return waiting;
      });
      await server.sql(setStatus, id, 'ACTIVE');
      expect(refusal(reply)).toEqual([404, ['customer_not_found'], ['/data/attributes/customerPartyId']]);
    },
  );

  it('permits neither paying nor reading', async () => {
    const values = { amount: 1, customerPartyId: customer.partyId, ...to(main) };
    const own = await server.as(customer).pay({ amount: 1, ...to(stranger) });
    const path = `/payments/${resource(own).id}?partyId=${customer.partyId}`;
    expect((await server.get(path)).status).toBe(200);
    for (const status of ['SUSPENDED', 'REVOKED']) {
      await server.sql`UPDATE delegations SET status = ${status}, last_name = 'Casey'
        WHERE customer_party_id = ${uuidOf(customer.partyId)}`;
      const paid = await server.as(main.agentKey).pay(values);
      expect(refusal(paid)).toEqual([404, ['customer_not_found'], ['/data/attributes/customerPartyId']]);
      expect((await server.get(path)).status).toBe(404);
    }
  });
});
