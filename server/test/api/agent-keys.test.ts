import { describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { newAgent, newAgentKey, newApiKey, type TestAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { call, pagination, refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { advance, clockNow } from '../support/moves.ts';
import { uuidOf } from '../flows/support.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { agentKeyShape, agentKeyWith, newSecret } from '../support/shapes-customers.ts';

const server = testServer();
const list = (query = '', key = main.apiKey) => server.as(key).get(`/agent-keys${query}`);

checkEndpoint('GET /agent-keys', server, { scope: 'agents.read', response: listOf(agentKeyShape) });

checkEndpoint('POST /agent-keys', server, {
  scope: 'agents.create',
  status: 201,
  response: { data: agentKeyWith(newSecret) },
  body: () => ({ agentId: main.agentId }),
  otherBody: { agentId: `agt_${'0'.repeat(32)}` },
  secret: 'agentKey',
  relationship: true,
});

checkEndpoint('DELETE /agent-keys/{agentKeyId}', server, {
  path: async () => `/agent-keys/${(await freshKey()).keyId}`,
  scope: 'agents.delete',
  response: { data: agentKeyShape, meta: { deleted: true } },
  moves: true,
});

checkList('GET /agent-keys', server, {
  more: addKeys,
  otherList: '/agents',
});

/** Adds keys of the main party's agent, by SQL because a list needs many. */
function addKeys(count: number): Promise<object[]> {
  return server.sql`INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by)
    SELECT id, ${uuidOf(main.partyId)}, ${uuidOf(main.agentId)}, 'ak_pur_sandbox_00000000',
    sha256(id::text::bytea), now(), ${uuidOf(main.userId)}
    FROM unnest(${Array.from({ length: count }, () => newId('agk'))}::uuid[]) id`;
}

const freshKey = (): Promise<TestAgent> => newAgent(server);

const create = (data: object, key = main.apiKey) =>
  call(server.baseUrl, 'POST', '/agent-keys', { key, body: { data } });

const remove = (id: string) => server.delete(`/agent-keys/${id}`);

const reads = async (key: string): Promise<number> => (await server.as(key).get('/transactions')).status;
const related = (id: string, type = 'agent') => ({ agent: { data: { type, id } } });

describe('POST /agent-keys', () => {
  it('takes the agent as an attribute or as a relationship, and both are the same request', async () => {
    const { agentId } = main;
    const bodies = [
      { attributes: { agentId } },
      { attributes: {}, relationships: related(agentId) },
      { attributes: { agentId }, relationships: related(agentId), type: 'agentKey' },
    ];
    const headers = { 'Idempotency-Key': 'either way' };
    const replies = [];
    for (const data of bodies)
      replies.push(
        await call(server.baseUrl, 'POST', '/agent-keys', { key: main.apiKey, headers, body: { data } }),
      );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map((reply) => resource(reply).id)).size).toBe(1);
    const [first, ...replays] = replies.map((reply) => resource(reply).attributes['agentKey']);
    expect([await reads(String(first)), ...replays]).toEqual([200, undefined, undefined]);
  });

  it('shows the key once: neither a replay nor the database has it', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const values = { agentId: main.agentId };
    const secret = String(resource(await server.post('/agent-keys', values, headers)).attributes['agentKey']);
    const again = await server.post('/agent-keys', values, headers);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.text).not.toContain(secret);
    const stored = await server.sql`SELECT body FROM idempotency_keys WHERE position(${secret} in body) > 0`;
    expect(stored).toEqual([]);
  });

  it.each([
    ['no agent', { attributes: {} }, ['/data/attributes/agentId']],
    ['null as agent', { attributes: { agentId: null } }, ['/data/attributes/agentId']],
    [
      'another kind of id',
      { attributes: { agentId: `pty_${'0'.repeat(32)}` } },
      ['/data/attributes/agentId'],
    ],
    [
      'another kind of relationship',
      { attributes: {}, relationships: related(`agt_${'0'.repeat(32)}`, 'party') },
      ['/data/relationships/agent/data/type'],
    ],
    [
      'a relationship that contradicts the attribute',
      {
        attributes: { agentId: `agt_${'0'.repeat(32)}` },
        relationships: related(`agt_${'1'.repeat(32)}`),
      },
      ['/data/relationships/agent/data/id'],
    ],
    [
      'a relationship to no resource',
      { attributes: {}, relationships: { agent: { data: null } } },
      ['/data/relationships/agent/data'],
    ],
  ])('refuses %s', async (_name, data, pointers) => {
    expect(refusal(await create(data))).toEqual([422, pointers.map(() => 'invalid_value'), pointers]);
  });

  it('refuses an agent of another party like an unknown one, and a revoked one', async () => {
    const absent = await create({ attributes: { agentId: `agt_${'0'.repeat(32)}` } });
    expect(refusal(absent)).toEqual([404, ['agent_not_found'], ['/data/attributes/agentId']]);
    const foreign = await create({ attributes: { agentId: stranger.agentId } });
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    const revoked = await create({ attributes: { agentId: main.revokedAgentId } });
    expect(refusal(revoked)).toEqual([409, ['conflict'], ['/data/attributes/agentId']]);
  });

  it('makes a key that ends at `expiresAt`, which is in the future', async () => {
    const { agentId } = main;
    const now = await clockNow(server);
    const soon = new Date(now.getTime() + 60_000);
    const made = resource(await server.post('/agent-keys', { agentId, expiresAt: soon.toISOString() }));
    expect(made.attributes['expiresAt']).toBe(`${soon.toISOString().slice(0, 19)}Z`);
    const key = String(made.attributes['agentKey']);
    expect(await reads(key)).toBe(200);
    await advance(server, 61);
    expect(await reads(key)).toBe(401);
    const past = await server.post('/agent-keys', { agentId, expiresAt: now.toISOString() });
    expect(refusal(past)).toEqual([422, ['invalid_value'], ['/data/attributes/expiresAt']]);
  });

  it('gives no agent scopes that the key of the request lacks', async () => {
    const { secret } = await newApiKey(server, {
      scopes: ['agents.create', 'agents.update', 'payments.read'],
    });
    const { keyId } = await freshKey();
    const made = await create({ attributes: { agentId: main.agentId } }, secret);
    const rotated = await server.as(secret).post(`/agent-keys/${keyId}/rotate`);
    for (const reply of [made, rotated])
      expect(refusal(reply)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
  });
});

describe('DELETE /agent-keys/{agentKeyId}', () => {
  it('ends the key and no other key of the agent, and responds the same when repeated', async () => {
    const { id, key, keyId } = await newAgent(server);
    const other = await newAgentKey(server, id);
    const first = await remove(keyId);
    expect(resource(first).attributes).toMatchObject({ status: 'REVOKED', revokedBy: main.userId });
    expect((await remove(keyId)).text).toBe(first.text);
    expect([await reads(key), await reads(other.key)]).toEqual([401, 200]);
  });

  it('treats a key of another party like an unknown one', async () => {
    const foreign = await newAgentKey(server.as(stranger), stranger.agentId);
    for (const request of [remove, (id: string) => server.post(`/agent-keys/${id}/rotate`)]) {
      const absent = await request(`agk_${'0'.repeat(32)}`);
      expect(refusal(absent)).toEqual([404, ['agent_key_not_found'], ['agentKeyId']]);
      expect(withoutRequestId(await request(foreign.keyId))).toBe(withoutRequestId(absent));
    }
    expect(await reads(foreign.key)).toBe(200);
  });
});

describe('GET /agent-keys', () => {
  it('shows the keys of all agents of the party, each by its prefix only', async () => {
    const agents = [await newAgent(server), await newAgent(server)];
    const reply = await list();
    for (const { id: agent, key: secret } of agents) {
      const found = resources(reply).find(({ attributes }) =>
        secret.startsWith(String(attributes['agentKeyPrefix'])),
      );
      expect(found?.relationships['agent']?.data?.id).toBe(agent);
      expect(found?.attributes['status']).toBe('ACTIVE');
      expect(found?.relationships['party']?.data?.id).toBe(main.partyId);
      expect(reply.text).not.toContain(secret);
    }
  });

  it('filters by agent', async () => {
    const found = resources(await list(`?agentId=${main.limitedAgentId}`));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ relationships }) => relationships['agent']?.data?.id === main.limitedAgentId)).toBe(
      true,
    );
  });

  it('shows no keys for an agent that is unknown or belongs to another party', async () => {
    for (const agentId of [stranger.agentId, `agt_${'0'.repeat(32)}`]) {
      const reply = await list(`?agentId=${agentId}`);
      expect([reply.status, resources(reply)]).toEqual([200, []]);
      expect(pagination(reply)).toEqual({ hasMore: false, nextCursor: null });
    }
    expect(resources(await list(`?agentId=${main.agentId}`, stranger.apiKey))).toEqual([]);
  });

  it.each(['active', '', 'GONE'])('refuses status=%s', async (status) => {
    expect(refusal(await list(`?status=${status}`))).toEqual([400, ['invalid_value'], ['status']]);
  });

  it.each(['nonsense', '', `pty_${'0'.repeat(32)}`, `agt_${'A'.repeat(32)}`])(
    'refuses agentId=%s',
    async (agentId) => {
      expect(refusal(await list(`?agentId=${agentId}`))).toEqual([400, ['invalid_value'], ['agentId']]);
    },
  );
});
