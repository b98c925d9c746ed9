import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attributes, call, type Reply } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';
import { uuidOf } from './support.ts';

const server = testServer();
type Line = {
  partyId: string;
  userId: string;
  keyPrefix: string;
  agentId: string | null;
  instanceId: string | null;
  action: string;
  targetId: string | null;
  decision: string;
  reason: string;
};

/** Returns the audit lines of a request. */
async function linesOf(reply: Reply): Promise<Line[]> {
  return server.sql<Line>`SELECT party_id AS "partyId", user_id AS "userId", key_prefix AS "keyPrefix",
    agent_id AS "agentId", instance_id AS "instanceId", action, target_id AS "targetId", decision, reason
    FROM audit_log WHERE request_id = ${uuidOf(reply.headers.get('Request-Id') ?? '')}`;
}

function send(
  method: string,
  path: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const body = method === 'GET' ? {} : { body: attributes({}) };
  return call(server.baseUrl, method, path, {
    key,
    headers: { 'Idempotency-Key': randomUUID(), ...headers },
    ...body,
  });
}

describe('a write that the request guards refuse', () => {
  it('for a missing scope is recorded in the audit log', async () => {
    const reply = await send('POST', '/payments', main.readOnlyApiKey);
    expect(reply.status).toBe(403);
    expect(await linesOf(reply)).toEqual([
      {
        partyId: uuidOf(main.partyId),
        userId: uuidOf(main.userId),
        keyPrefix: main.readOnlyApiKey.slice(0, 'sk_pur_sandbox_'.length + 8),
        agentId: null,
        instanceId: null,
        action: 'POST /payments',
        targetId: null,
        decision: 'refused',
        reason: 'insufficient_scope',
      },
    ]);
  });

  it('because an agent sends it is recorded with the agent and the conversation', async () => {
    const headers = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'conversation "7" \\ ü' };
    const reply = await send('POST', '/api/api-keys', main.apiKey, headers);
    expect(reply.status).toBe(403);
    expect(await linesOf(reply)).toMatchObject([
      {
        action: 'POST /api-keys',
        reason: 'agent_not_allowed',
        agentId: uuidOf(main.agentId),
        instanceId: 'conversation "7" \\ ü',
      },
    ]);
  });

  it("because an agent key names another agent is recorded under the key's own agent", async () => {
    const headers = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'i' };
    const reply = await send('POST', '/payments', main.agentKey, headers);
    expect(await linesOf(reply)).toMatchObject([{ reason: 'forbidden', agentId: uuidOf(main.agentId) }]);
  });

  it('is recorded with the path it was sent to', async () => {
    const path = `/external-accounts/${main.externalAccountId}`;
    const reply = await send('DELETE', path, main.readOnlyApiKey);
    expect(await linesOf(reply)).toMatchObject([{ action: `DELETE ${path}`, decision: 'refused' }]);
  });
});

describe('no audit line is written for', () => {
  it('a read that is refused', async () => {
    const reply = await send('GET', '/transactions', main.createOnlyApiKey);
    expect(reply.status).toBe(403);
    expect(await linesOf(reply)).toEqual([]);
  });

  it('an unauthenticated request', async () => {
    const reply = await send('POST', '/payments', main.revokedApiKey);
    expect(reply.status).toBe(401);
    expect(await linesOf(reply)).toEqual([]);
  });
});
