import { expect, it } from 'vitest';
import { send, type Endpoint } from './endpoint.ts';
import { refusal, withoutRequestId } from './http.ts';
import type { TestServer } from './server.ts';

const instance = 'conversation 1';
const absent = `agt_${'0'.repeat(32)}`;

const named = (id: string) => ({ 'X-Agent-ID': id, 'X-Instance-ID': instance });

/** The scopes of an agent key for its own party, regardless of grants by customers. */
const agentKeyScopes = new Set(['payments.create', 'payments.read']);

/** Checks the meaning of X-Agent-ID, X-Instance-ID and agent keys on every endpoint. */
export function checkAgents(server: TestServer, endpoint: Endpoint): void {
  checkForms(server, endpoint);
  if (endpoint.agents === 'refused') checkAgentsRefused(server, endpoint);
  else checkAgentsAllowed(server, endpoint);
}

function checkForms(server: TestServer, endpoint: Endpoint): void {
  it.each([
    ['empty', ''],
    ['not an id', 'nonsense'],
    ['without its prefix', '0'.repeat(32)],
    ['with another prefix', `pty_${'0'.repeat(32)}`],
    ['upper case', `agt_${'A'.repeat(32)}`],
    ['too short', `agt_${'0'.repeat(31)}`],
    ['two ids', `${absent}, ${absent}`],
  ])('refuses an X-Agent-ID that is %s', async (_name, agentId) => {
    const headers = named(agentId);
    const reply = await send(server, endpoint, { headers });
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['X-Agent-ID']]);
  });

  it('requires X-Instance-ID with X-Agent-ID', async () => {
    for (const sent of [undefined, '']) {
      const headers = { 'X-Agent-ID': server.parties.main.agentId, 'X-Instance-ID': sent };
      const reply = await send(server, endpoint, { headers });
      expect(refusal(reply)).toEqual([400, ['invalid_value'], ['X-Instance-ID']]);
    }
  });

  it('reports all invalid headers together', async () => {
    const reply = await send(server, endpoint, { headers: { 'X-Agent-ID': 'nonsense' } });
    expect(refusal(reply)).toEqual([
      400,
      ['invalid_value', 'invalid_value'],
      ['X-Agent-ID', 'X-Instance-ID'],
    ]);
  });

  it('accepts an X-Instance-ID of up to 1024 characters, also without an agent', async () => {
    const fits = await send(server, endpoint, { headers: { 'X-Instance-ID': 'i'.repeat(1024) } });
    expect(fits.status).toBe(endpoint.status);
    const tooLong = await send(server, endpoint, { headers: { 'X-Instance-ID': 'i'.repeat(1025) } });
    expect(refusal(tooLong)).toEqual([400, ['invalid_value'], ['X-Instance-ID']]);
  });

  it('refuses control characters in X-Instance-ID', async () => {
    for (const value of ['a\tb', 'a\u0085b']) {
      const reply = await send(server, endpoint, { headers: { 'X-Instance-ID': value } });
      expect(refusal(reply)).toEqual([400, ['invalid_value'], ['X-Instance-ID']]);
    }
  });

  it('refuses an agent key that names another agent', async () => {
    const { agentKey, limitedAgentId } = server.parties.main;
    const headers = named(limitedAgentId);
    const reply = await send(server, endpoint, { key: agentKey, headers });
    expect(refusal(reply)).toEqual([403, ['forbidden'], ['X-Agent-ID']]);
  });
}

function checkAgentsAllowed(server: TestServer, endpoint: Endpoint): void {
  it("serves an agent by header, and by its own key within that key's scopes", async () => {
    const { apiKey, agentId, agentKey } = server.parties.main;
    const headers = named(agentId);
    expect((await send(server, endpoint, { key: apiKey, headers })).status).toBe(endpoint.status);
    const served = [endpoint.status, [], []];
    const outOfReach = [403, ['insufficient_scope'], ['Authorization']];
    for (const change of [{ key: agentKey }, { key: agentKey, headers }]) {
      const expected = agentKeyScopes.has(endpoint.agentScope ?? endpoint.scope) ? served : outOfReach;
      expect(refusal(await send(server, endpoint, change))).toEqual(expected);
    }
  });

  it('returns 404 alike for an unknown agent, a revoked one and one of another party', async () => {
    const { main, stranger } = server.parties;
    const replies = [];
    for (const agentId of [absent, main.revokedAgentId, stranger.agentId]) {
      replies.push(await send(server, endpoint, { headers: named(agentId) }));
    }
    for (const reply of replies) expect(refusal(reply)).toEqual([404, ['agent_not_found'], ['X-Agent-ID']]);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });
}

function checkAgentsRefused(server: TestServer, endpoint: Endpoint): void {
  it('refuses agents, by key and by header, whatever the scopes', async () => {
    const { apiKey, agentId, agentKey, limitedAgentId } = server.parties.main;
    const changes = [
      { key: agentKey },
      { key: apiKey, headers: named(agentId) },
      { key: apiKey, headers: named(limitedAgentId) },
      { key: apiKey, headers: named(absent) },
    ];
    for (const change of changes) {
      const reply = await send(server, endpoint, change);
      expect(refusal(reply)).toEqual([403, ['agent_not_allowed'], [undefined]]);
    }
  });
}
