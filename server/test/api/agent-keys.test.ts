import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { call, pagination, refusal, resources } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { agentKeyShape } from '../support/shapes-customers.ts';

let server: TestServer;
const list = (query = '', key = server.parties.main.apiKey) =>
  call(server.baseUrl, 'GET', `/agent-keys${query}`, { key });

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

checkEndpoint('GET /agent-keys', () => server, {
  method: 'GET',
  path: () => '/agent-keys',
  scope: 'agents.read',
  agents: 'allowed',
  idempotency: 'none',
  status: 200,
  response: listOf(agentKeyShape),
});

describe('GET /agent-keys', () => {
  it('shows the keys of all agents of the party, each by its prefix only', async () => {
    const { agentId, agentKey, limitedAgentId, limitedAgentKey, partyId } = server.parties.main;
    const reply = await list();
    for (const [agent, secret] of [
      [agentId, agentKey],
      [limitedAgentId, limitedAgentKey],
    ] as const) {
      const found = resources(reply).find(({ relationships }) => relationships['agent']?.data?.id === agent);
      expect(secret.startsWith(String(found?.attributes['agentKeyPrefix']))).toBe(true);
      expect(found?.attributes['status']).toBe('ACTIVE');
      expect(found?.relationships['party']?.data?.id).toBe(partyId);
      expect(reply.text).not.toContain(secret);
    }
  });

  it('filters by agent', async () => {
    const { limitedAgentId } = server.parties.main;
    const found = resources(await list(`?agentId=${limitedAgentId}`));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ relationships }) => relationships['agent']?.data?.id === limitedAgentId)).toBe(
      true,
    );
  });

  it('shows no keys for an agent that is unknown or belongs to another party', async () => {
    const { main, stranger } = server.parties;
    for (const agentId of [stranger.agentId, `agt_${'0'.repeat(32)}`]) {
      const reply = await list(`?agentId=${agentId}`);
      expect([reply.status, resources(reply)]).toEqual([200, []]);
      expect(pagination(reply)).toEqual({ hasMore: false, nextCursor: null });
    }
    expect(resources(await list(`?agentId=${main.agentId}`, stranger.apiKey))).toEqual([]);
  });

  it.each(['nonsense', '', `pty_${'0'.repeat(32)}`, `agt_${'A'.repeat(32)}`])(
    'refuses agentId=%s',
    async (agentId) => {
      expect(refusal(await list(`?agentId=${agentId}`))).toEqual([400, ['invalid_value'], ['agentId']]);
    },
  );
});
