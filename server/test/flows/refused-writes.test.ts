import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../support/http.ts';
import { main, stranger, to, testServer } from '../support/server.ts';
import { uuidOf } from './support.ts';

const server = testServer();
const zeros = '0'.repeat(32);

/** Returns the audit lines of a request. */
function linesOf(reply: Reply): Promise<Array<{ action: string; decision: string; reason: string | null }>> {
  return server.sql`SELECT action, decision, reason FROM audit_log
    WHERE request_id = ${uuidOf(reply.headers.get('Request-Id') ?? '')}`;
}

const send = async (method: string, path: string, values: object, headers: Record<string, string> = {}) =>
  server.send(method, path, values, headers);

describe('a refused write leaves one audit line', () => {
  it.each([
    ['an unknown approval', 'POST', `/approvals/apr_${zeros}/approve`, {}],
    ['an unknown payment', 'POST', `/payments/pay_${zeros}/cancel`, {}],
    ['an unknown transfer', 'POST', `/transfers/trf_${zeros}/cancel`, {}],
    ['an unknown agent', 'PATCH', `/agents/agt_${zeros}`, { name: 'New' }],
    ['an unknown account', 'DELETE', `/external-accounts/eac_${zeros}`, {}],
    ['an unknown payee', 'POST', '/payments', { amount: 1, ...to({ partyId: `pty_${zeros}` }) }],
  ])('about %s', async (_what, method, path, values) => {
    const reply = await send(method, path, values);
    expect(reply.status).toBe(404);
    expect(await linesOf(reply)).toEqual([
      { action: `${method} ${path}`, decision: 'refused', reason: expect.any(String) as unknown },
    ]);
  });

  it("for insufficient funds, with the engine's code", async () => {
    const reply = await send('POST', '/payments', { amount: 90_000_000, ...to(stranger) });
    expect(reply.status).toBe(409);
    expect(await linesOf(reply)).toMatchObject([{ reason: 'insufficient_funds' }]);
  });

  it('that reuses an idempotency key, whether it moves money or not', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await send('PATCH', `/agents/${main.agentId}`, { description: 'One' }, headers);
    const plain = await send('PATCH', `/agents/${main.agentId}`, { description: 'Two' }, headers);
    await send('POST', '/payments', { amount: 1, ...to(stranger) }, headers);
    const moving = await send('POST', '/payments', { amount: 2, ...to(stranger) }, headers);
    expect(await linesOf(plain)).toMatchObject([{ decision: 'refused', reason: 'idempotency_key_reused' }]);
    expect(await linesOf(moving)).toMatchObject([{ decision: 'refused', reason: 'key_reused' }]);
  });

  it('by a revoked agent', async () => {
    const headers = { 'X-Agent-ID': main.revokedAgentId, 'X-Instance-ID': 'i' };
    const values = { amount: 1, ...to(stranger) };
    const reply = await send('POST', '/payments', values, headers);
    expect(reply.status).toBe(404);
    expect(await linesOf(reply)).toMatchObject([{ decision: 'refused', reason: 'agent_not_found' }]);
  });
});

describe('no audit line is written for', () => {
  it('an invalid request', async () => {
    const reply = await send('POST', '/payments', { amount: 0 });
    expect(reply.status).toBe(422);
    expect(await linesOf(reply)).toEqual([]);
  });

  it('a replayed response', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const values = { amount: 1, ...to(stranger) };
    const first = await send('POST', '/payments', values, headers);
    const again = await send('POST', '/payments', values, headers);
    expect(again.text).toBe(first.text);
    expect(await linesOf(first)).toHaveLength(1);
    expect(await linesOf(again)).toEqual([]);
  });
});
