import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { refusal, resource, type Reply } from '../support/http.ts';
import { approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, customer, testServer, secondServer } from '../support/server.ts';
import { uuidOf, until, waitingSessions, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const suspended = [403, ['agent_suspended'], [undefined]];
const suspend = (id: string, at: ApiClient = server) => at.post(`/agents/${id}/suspend`);
const resume = (id: string) => server.post(`/agents/${id}/resume`);

function payWith(key: string, at: ApiClient = server, headers = {}, amount = 1): Promise<Reply> {
  const counterparty = { type: 'email', value: customer.email };
  return at.as(key).pay({ amount, counterparty }, headers);
}

describe('a suspended agent', () => {
  it('is stopped on every server from the response on, and acts again once it is resumed', async () => {
    const { id, key } = await newAgent(server);
    for (let round = 0; round < 5; round += 1) {
      for (const each of [server, second]) expect((await payWith(key, each)).status).toBe(201);
      const busy = Array.from({ length: 10 }, (_, turn) => payWith(key, turn % 2 === 0 ? server : second));
      expect((await suspend(id, second)).status).toBe(200);
      const late = await Promise.all([payWith(key), payWith(key, second)]);
      expect(late.map(refusal)).toEqual([suspended, suspended]);
      for (const reply of await Promise.all(busy)) expect([201, 403]).toContain(reply.status);
      expect((await resume(id)).status).toBe(200);
    }
  });

  it('makes no payment that waited for the suspension', async () => {
    const { id, key } = await newAgent(server, { limits: { perDay: 1_000_000 } });
    for (const each of [server, second]) expect((await payWith(key, each)).status).toBe(201);
    const replies = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query("UPDATE agents SET status = 'SUSPENDED' WHERE id = $1", [uuidOf(id)]);
      const waiting = [server, second].map((each) => payWith(key, each));
      await until('both payments wait', async () => (await waitingSessions(server.sql)).length === 2);
      await session.query('COMMIT');
      return Promise.all(waiting);
    });
    expect(replies.map(refusal)).toEqual([suspended, suspended]);
  });

  it('writes nothing, by its key or by header, not even a replay, but reads', async () => {
    const { id, key } = await newAgent(server);
    const headers = { 'Idempotency-Key': 'before' };
    const paid = resource(await payWith(key, server, headers));
    const waiting = resource(await server.as(key).pay({ amount: 1, counterparty: someone }));
    await suspend(id);
    const asItself = server.with(asAgent(id));
    const request = { amount: 1, payer: { type: 'email', value: 'payer@example.com' } };
    const refused = [
      payWith(key, server, headers),
      payWith(main.apiKey, server, asAgent(id)),
      server.as(key).post(`/payments/${waiting.id}/cancel`),
      withdraw(asItself),
      asItself.post('/payment-requests', request),
    ];
    for (const reply of await Promise.all(refused)) expect(refusal(reply)).toEqual(suspended);
    expect((await server.as(key).get(`/payments/${paid.id}`)).status).toBe(200);
    expect((await server.as(key).get('/transactions')).status).toBe(200);
    await resume(id);
    const replayed = await payWith(key, server, headers);
    expect([resource(replayed).id, replayed.headers.get('Idempotency-Replayed')]).toEqual([paid.id, 'true']);
  });

  it('gets no approval for what it asked before, until it is resumed', async () => {
    const { id, key } = await newAgent(server, { limits: { perTransaction: 1 } });
    const payment = resource(await payWith(key, server, {}, 2));
    const [approval] = await approvalsOf(server, payment);
    const approve = () => server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
    await suspend(id);
    expect(refusal(await approve())).toEqual([409, ['conflict'], [undefined]]);
    expect((await approvalsOf(server, payment)).length).toBe(1);
    await resume(id);
    expect((await approve()).status).toBe(200);
  });

  it('leaves what it asked before to be denied or canceled', async () => {
    const { id, key } = await newAgent(server, { limits: { perTransaction: 1 } });
    const [first, other] = [
      resource(await payWith(key, server, {}, 2)),
      resource(await payWith(key, server, {}, 2)),
    ];
    await suspend(id);
    const [approval] = await approvalsOf(server, first);
    expect((await server.post(`/approvals/${approval?.id}/deny`)).status).toBe(200);
    expect((await server.post(`/payments/${other.id}/cancel`)).status).toBe(200);
  });

  it('is recorded in the audit log: its suspension, and what was refused', async () => {
    const { id, key } = await newAgent(server);
    await suspend(id);
    await payWith(key);
    const lines = await server.sql<{ action: string; reason: string | null }>(
      `SELECT action, reason FROM audit_log WHERE target_id = $1 OR agent_id = $1 ORDER BY id`,
      uuidOf(id),
    );
    expect(lines).toContainEqual({ action: `POST /agents/${id}/suspend`, reason: null });
    expect(lines).toContainEqual({ action: 'POST /payments', reason: 'agent_suspended' });
  });
});

const someone = { type: 'email', value: 'waits@suspension.example' };
