import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, resources, type Resource } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { asAgent, clockNow } from '../support/moves.ts';
import { main, stranger, byId, to, testServer } from '../support/server.ts';
import { auditLineShape } from '../support/shapes-audit.ts';
import { listOf } from '../support/shapes.ts';

const server = testServer();
beforeAll(() => payOnce());
const toStranger = (): object => byId(stranger);

const payOnce = (key = main.apiKey, values: object = {}, headers = {}) =>
  server.as(key).pay({ amount: 1, counterparty: toStranger(), ...values }, headers);

const read = async (query: Record<string, string>, key?: string) =>
  resources(await server.as(key).get(`/audit-log?${String(new URLSearchParams(query))}`));

const told = (lines: Resource[]): unknown[] =>
  lines.map(({ attributes: { action, decision, targetId } }) => [action, decision, targetId]);

const common = { scope: 'audit.read', agents: 'refused' } as const;

checkEndpoint('GET /audit-log', server, { ...common, response: listOf(auditLineShape) });

checkList('GET /audit-log', server, {
  more: (count) => Promise.all(Array.from({ length: count }, () => payOnce())),
  otherList: '/transactions',
});

describe('GET /audit-log', () => {
  it('shows payments, other writes and refusals alike: the actor, its key and the decision', async () => {
    const paid = resource(await payOnce());
    const made = await newAgent(server);
    const refused = await payOnce(main.apiKey, { amount: 900_000_000_000 });
    expect(refusal(refused)[0]).toBe(409);
    const [refusedLine, keyLine, agentLine, paidLine] = await read({ limit: '4' });
    expect(told([refusedLine, keyLine, agentLine, paidLine] as Resource[])).toEqual([
      ['POST /payments', 'refused', null],
      ['POST /agent-keys', 'accepted', made.keyId],
      ['POST /agents', 'accepted', made.id],
      ['POST /payments', 'accepted', paid.id],
    ]);
    expect(refusedLine?.attributes).toMatchObject({ reason: 'insufficient_funds', count: 1 });
    for (const line of [refusedLine, paidLine]) {
      expect(main.apiKey.startsWith(String(line?.attributes['keyPrefix']))).toBe(true);
      expect(line?.relationships).toMatchObject({
        party: { data: { type: 'party', id: main.partyId } },
        user: { data: { type: 'user', id: main.userId } },
        agent: { data: null },
      });
    }
  });

  it('filters by agent, conversation, key, decision, resource and time, alone and together', async () => {
    const agent = await newAgent(server);
    const own = { agentId: agent.id };
    const before = await clockNow(server);
    const first = resource(await payOnce(agent.key));
    const second = resource(
      await payOnce(main.apiKey, {}, { ...asAgent(agent.id), 'X-Instance-ID': 'one of two' }),
    );
    await payOnce(agent.key, { amount: 900_000_000_000 }, { 'X-Instance-ID': 'one of two' });
    const done = ['POST /payments', 'accepted'];
    const refused = ['POST /payments', 'refused', null];
    expect(told(await read(own))).toEqual([refused, [...done, second.id], [...done, first.id]]);
    expect(told(await read({ ...own, instanceId: 'one of two' }))).toEqual([refused, [...done, second.id]]);
    expect(told(await read({ ...own, credentialId: agent.keyId }))).toEqual([refused, [...done, first.id]]);
    expect(told(await read({ ...own, decision: 'refused' }))).toEqual([refused]);
    expect(told(await read({ ...own, decision: 'accepted', instanceId: 'one of two' }))).toEqual([
      [...done, second.id],
    ]);
    expect(told(await read({ targetId: first.id }))).toEqual([[...done, first.id]]);
    expect(told(await read({ targetId: agent.id }))).toEqual([['POST /agents', 'accepted', agent.id]]);
    const after = new Date((await clockNow(server)).getTime() + 1000);
    const times = { createdAfter: before.toISOString(), createdBefore: after.toISOString() };
    expect(await read({ ...own, ...times })).toHaveLength(3);
    expect(await read({ ...own, createdAfter: after.toISOString() })).toEqual([]);
    expect(await read({ ...own, createdBefore: before.toISOString() })).toEqual([]);
  });

  it('filters by user and by action, in which a name stands for any part of a path', async () => {
    const { id, key } = await newMember(server, 'ADMIN');
    const made = resource(await server.as(key).post('/agents', { name: 'Of the member' }));
    const agentPath = `/agents/${made.id}`;
    await server.as(key).patch(agentPath, { name: 'Renamed' });
    await server.as(key).patch(`/agents/agt_${'0'.repeat(32)}`, { name: 'Nobody' });
    const byUser = async (query: object) => told(await read({ userId: id, ...query }));
    const [refused, renamed, created] = [
      [`PATCH /agents/agt_${'0'.repeat(32)}`, 'refused', null],
      [`PATCH ${agentPath}`, 'accepted', made.id],
      ['POST /agents', 'accepted', made.id],
    ];
    expect((await byUser({})).slice(0, 3)).toEqual([refused, renamed, created]);
    expect(await byUser({ action: 'POST /agents' })).toEqual([created]);
    for (const action of ['PATCH /agents/{agentId}', 'PATCH /agents/:agentId'])
      expect(await byUser({ action })).toEqual([refused, renamed]);
    expect(await byUser({ action: `PATCH ${agentPath}`, decision: 'accepted' })).toEqual([renamed]);
    for (const action of ['PATCH /agents', 'PATCH /.*', 'patch /agents/{agentId}', 'PATCH /agents/{a}/{b}'])
      expect(await byUser({ action })).toEqual([]);
    expect(await read({ userId: id }, stranger.apiKey)).toEqual([]);
  });

  it('filters by time also after the clock was moved', async () => {
    await server.post('/simulations/clock/advance', { seconds: 86_400 });
    const from = await clockNow(server);
    const paid = resource(await payOnce());
    const found = await read({ createdAfter: from.toISOString() });
    expect(told(found)).toContainEqual(['POST /payments', 'accepted', paid.id]);
    expect(await read({ createdAfter: from.toISOString(), createdBefore: from.toISOString() })).toEqual([]);
  });

  it('shows a party nothing of another one, even if it names what belongs to that party', async () => {
    const agent = await newAgent(server);
    const paid = resource(await payOnce(agent.key, {}, { 'X-Instance-ID': 'private' }));
    for (const query of [
      { agentId: agent.id },
      { targetId: paid.id },
      { targetId: agent.id },
      { instanceId: 'private' },
      { credentialId: agent.keyId },
    ]) {
      expect([query, await read(query, stranger.apiKey)]).toEqual([query, []]);
      expect([query, await read(query)]).not.toEqual([query, []]);
    }
    await payOnce(stranger.apiKey, to(main));
    const lines = await read({ limit: '100' }, stranger.apiKey);
    const parties = lines.map(({ relationships }) => relationships['party']?.data?.id);
    expect(new Set(parties)).toEqual(new Set([stranger.partyId]));
  });

  it.each([
    ['agentId', 'pty_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['instanceId', ''],
    ['instanceId', 'x'.repeat(1025)],
    ['credentialId', 'usr_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['decision', 'approved'],
    ['userId', 'pty_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['action', ''],
    ['action', 'Zahlen ü'],
    ['action', 'x'.repeat(513)],
    ['targetId', 'xyz_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['targetId', '0198f3c2a4b17d6e8f90a1b2c3d4e5f6'],
    ['createdAfter', 'yesterday'],
    ['createdBefore', '2026-02-30T00:00:00Z'],
    ['createdAfter', '0000-12-31T23:59:59.999Z'],
    ['createdBefore', '0001-01-01T00:00:00+14:00'],
    ['createdBefore', '9999-12-31T23:59:59-01:00'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await server.get(`/audit-log?${String(new URLSearchParams({ [name]: value }))}`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], [name]]);
  });
});
