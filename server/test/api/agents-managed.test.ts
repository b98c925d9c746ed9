import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { call, refusal, resource, resources, withoutRequestId, type Reply } from '../support/http.ts';
import { asAgent } from '../support/moves.ts';
import { main, stranger, to, testServer } from '../support/server.ts';
import { agentShape, agentWith } from '../support/shapes-customers.ts';
import { listOf, text } from '../support/shapes.ts';
import { underWayShape } from '../support/shapes-parties.ts';

const server = testServer();
const good = { name: 'Courier', description: 'Books parcels' };
const path = (id: string): string => `/agents/${id}`;
const fresh = async (): Promise<string> => resource(await server.post('/agents', good)).id;
const remove = (id: string, key = main.apiKey) => server.as(key).delete(path(id));

const common = { scope: 'agents.update' } as const;

checkEndpoint('POST /agents', server, {
  ...common,
  scope: 'agents.create',
  status: 201,
  response: { data: agentShape, meta: { unbounded: true, notice: text } },
  body: () => good,
});

checkEndpoint('GET /agents', server, {
  scope: 'agents.read',
  response: listOf(agentWith(expect.toBeOneOf(['ACTIVE', 'SUSPENDED', 'REVOKED']))),
});

checkEndpoint('GET /agents/{agentId}', server, {
  alsoHas: ['PATCH', 'DELETE'],
  path: () => path(main.agentId),
  scope: 'agents.read',
  agentScope: 'payments.read',
  response: { data: agentShape },
});

checkEndpoint('POST /agents/{agentId}/suspend', server, {
  ...common,
  action: true,
  path: async () => `${path(await fresh())}/suspend`,
  response: { data: agentWith('SUSPENDED'), meta: { underWay: underWayShape } },
});

checkEndpoint('POST /agents/{agentId}/resume', server, {
  ...common,
  action: true,
  path: async () => `${path(await fresh())}/resume`,
  response: { data: agentShape },
});

checkEndpoint('DELETE /agents/{agentId}', server, {
  ...common,
  alsoHas: ['PATCH'],
  path: async () => path(await fresh()),
  scope: 'agents.delete',
  response: { data: agentWith('REVOKED'), meta: { deleted: true } },
  moves: true,
});

checkList('GET /agents', server, {
  more: (count) => Promise.all(Array.from({ length: count }, fresh)),
  otherList: '/agent-keys',
});

describe('POST /agents', () => {
  it('creates an agent with what was sent, and shows it the same when read', async () => {
    const sent = { ...good, limits: { perTransaction: 5, perDay: 6, perMonth: 7 }, tags: { team: 'north' } };
    const made = await server.post('/agents', sent);
    const { id, attributes: shown, relationships } = resource(made);
    expect(shown).toMatchObject({
      ...sent,
      status: 'ACTIVE',
      createdBy: main.userId,
      updatedBy: main.userId,
    });
    expect(relationships).toEqual({ party: { data: { type: 'party', id: main.partyId } } });
    expect(resource(await server.get(path(id)))).toEqual(resource(made));
  });

  it('has no description, limits and tags unless they are sent', async () => {
    const shown = resource(await server.post('/agents', { name: 'Bare' })).attributes;
    expect(shown).toMatchObject({ description: null, limits: null, tags: {} });
  });

  it('counts what the new agent spends against its limits from its first payment on', async () => {
    const { key } = await newAgent(server, { limits: { perDay: 100 } });
    const states = [];
    for (const amount of [60, 40, 1])
      states.push(resource(await server.as(key).pay({ amount, ...to(stranger) })).attributes['status']);
    expect(states).toEqual(['PROCESSING', 'PROCESSING', 'IN_REVIEW']);
  });

  it.each([
    ['no name', {}, ['/name']],
    ['null as name', { name: null }, ['/name']],
    ['a description of 501 characters', { name: 'n', description: 'd'.repeat(501) }, ['/description']],
    ['a limit of zero', { name: 'n', limits: { perDay: 0 } }, ['/limits/perDay']],
    ['tags that are a list', { name: 'n', tags: [] }, ['/tags']],
    ['a status', { name: 'n', status: 'ACTIVE' }, ['/status']],
    ['another owner', { name: 'n', partyId: `pty_${'0'.repeat(32)}` }, ['/partyId']],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await server.post('/agents', values))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });
});

describe('GET /agents', () => {
  it('filters by status', async () => {
    const [active, suspended, revoked] = [await fresh(), await fresh(), await fresh()];
    await server.post(`${path(suspended)}/suspend`);
    await remove(revoked);
    for (const [status, id] of [
      ['ACTIVE', active],
      ['SUSPENDED', suspended],
      ['REVOKED', revoked],
    ]) {
      const found = resources(await server.get(`/agents?status=${status}&limit=100`));
      expect(found.every((agent) => agent.attributes['status'] === status)).toBe(true);
      expect(found.map((agent) => agent.id)).toContain(id);
    }
  });

  it.each(['active', '', 'DELETED'])('refuses status=%s', async (status) => {
    expect(refusal(await server.get(`/agents?status=${status}`))).toEqual([
      400,
      ['invalid_value'],
      ['status'],
    ]);
  });
});

describe('an agent', () => {
  it('is suspended, resumed and revoked, each once: repeated, nothing changes', async () => {
    const id = await fresh();
    for (const [action, status] of [
      ['suspend', 'SUSPENDED'],
      ['resume', 'ACTIVE'],
    ]) {
      const first = await server.post(`${path(id)}/${action}`);
      const again = await server.post(`${path(id)}/${action}`);
      expect([resource(first).attributes['status'], again.text]).toEqual([status, first.text]);
    }
    const first = await remove(id);
    expect([first.status, (await remove(id)).text]).toEqual([200, first.text]);
    expect(await server.statusOf(id)).toBe('REVOKED');
    const states = await server.sql<{ from: string | null; to: string }>`SELECT from_status AS "from",
      to_status AS "to" FROM events WHERE resource = 'agent' AND resource_id = ${id.slice(4)} ORDER BY id`;
    expect(states.map(({ to }) => to)).toEqual(['ACTIVE', 'SUSPENDED', 'ACTIVE', 'REVOKED']);
    expect(states.map(({ from }) => from)).toEqual([null, 'ACTIVE', 'SUSPENDED', 'ACTIVE']);
  });

  it('can be revoked while it is suspended, and never comes back', async () => {
    const id = await fresh();
    await server.post(`${path(id)}/suspend`);
    await remove(id);
    for (const action of ['suspend', 'resume'])
      expect(refusal(await server.post(`${path(id)}/${action}`))).toEqual([409, ['conflict'], ['agentId']]);
    expect(await server.statusOf(id)).toBe('REVOKED');
  });

  it('can be changed while it is suspended', async () => {
    const id = await fresh();
    await server.post(`${path(id)}/suspend`);
    const reply = await server.patch(path(id), { limits: { perDay: 1 } });
    expect(resource(reply).attributes).toMatchObject({ status: 'SUSPENDED', limits: { perDay: 1 } });
  });

  it('of another party looks like one that does not exist, byte for byte', async () => {
    const requests: Array<(id: string) => Promise<Reply>> = [
      (id) => server.get(path(id)),
      (id) => remove(id),
      (id) => server.post(`${path(id)}/suspend`),
      (id) => server.post(`${path(id)}/resume`),
    ];
    for (const request of requests) {
      const absent = await request(`agt_${'0'.repeat(32)}`);
      expect(refusal(absent)).toEqual([404, ['agent_not_found'], ['agentId']]);
      expect(withoutRequestId(await request(stranger.agentId))).toBe(withoutRequestId(absent));
      expect(refusal(await request('nonsense'))).toEqual([400, ['invalid_value'], ['agentId']]);
    }
    expect(resource(await server.as(stranger).get(path(stranger.agentId))).attributes['status']).toBe(
      'ACTIVE',
    );
  });

  it('is never managed by an agent, not even by itself', async () => {
    const { id, key } = await newAgent(server);
    for (const request of [{ key }, { key: main.apiKey, headers: asAgent(id) }]) {
      const reply = await call(server.baseUrl, 'DELETE', path(id), request);
      expect(refusal(reply)).toEqual([403, ['agent_not_allowed'], [undefined]]);
    }
    expect(await server.statusOf(id)).toBe('ACTIVE');
  });
});
