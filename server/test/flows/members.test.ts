import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, resources, withoutRequestId, type Reply } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { accept, invite } from '../support/party-invitations.ts';
import { waitingPayment } from '../support/moves.ts';
import { main, customer, stranger, testServer, secondServer, type Served } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { memberShape } from '../support/shapes-parties.ts';
import { payParty, uuidOf } from './support.ts';

const server = testServer();
const second = secondServer(server);
const path = '/parties/me/members';

const remove = (id: string, key = main.apiKey, headers = {}) =>
  server.as(key).delete(`${path}/${id}`, headers);

const setRole = (id: string, role: string, key = main.apiKey) =>
  server.as(key).patch(`${path}/${id}`, { role });

const roleOf = (reply: Reply): unknown => resource(reply).attributes['role'];
const forbidden = [403, ['forbidden'], [undefined]];
const conflict = [409, ['conflict'], [undefined]];
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];

checkEndpoint(`GET ${path}`, server, { scope: 'party.read', response: listOf(memberShape('ACTIVE')) });

checkList(`GET ${path}`, server, {
  more: async (count) => {
    for (let left = count; left > 0; left -= 1) await newMember(server);
  },
  otherList: '/customers',
});

checkEndpoint(`PATCH ${path}/{userId}`, server, {
  alsoHas: ['DELETE'],
  path: async () => `${path}/${(await newMember(server)).id}`,
  scope: 'party.update',
  response: { data: memberShape('ACTIVE') },
  body: () => ({ role: 'ADMIN' }),
  otherBody: { role: 'OWNER' },
});

checkEndpoint(`DELETE ${path}/{userId}`, server, {
  alsoHas: ['PATCH'],
  path: async () => `${path}/${(await newMember(server)).id}`,
  scope: 'party.update',
  response: { data: memberShape('REVOKED'), meta: { deleted: true, agentKeys: [], webhooks: [] } },
  moves: true,
});

describe(`GET ${path}`, () => {
  it('shows the members of the own party only, and those of one role on request', async () => {
    const { id, email } = await newMember(server, 'ADMIN');
    const list = (query = '', key = main.apiKey) => server.as(key).get(`${path}?limit=100${query}`);
    const [newest] = resources(await list('&role=ADMIN'));
    expect(newest).toMatchObject({ id, attributes: { email, role: 'ADMIN', status: 'ACTIVE' } });
    const owners = resources(await list('&role=OWNER'));
    expect(owners.map((each) => each.id)).toEqual([main.userId]);
    expect(resources(await list('', stranger.apiKey)).map((each) => each.id)).toEqual([stranger.userId]);
    expect(refusal(await list('&role=owner'))).toEqual([400, ['invalid_value'], ['role']]);
  });
});

describe('a change of role', () => {
  it('bounds and widens what the keys of the member may do, from the next request on, on every server', async () => {
    const member = await newMember(server);
    const addKey = (each: Served) =>
      each.as(member.key).post('/api-keys', { name: 'Another', scopes: ['payments.read'] });
    for (const role of ['ADMIN', 'MEMBER', 'ADMIN']) {
      expect(roleOf(await setRole(member.id, role))).toBe(role);
      for (const each of [server, second])
        expect((await addKey(each)).status).toBe(role === 'ADMIN' ? 201 : 403);
    }
  });

  it('changes nothing without a role, and refuses a word that is none', async () => {
    const { id } = await newMember(server);
    const reply = await server.as(main.apiKey).patch(`${path}/${id}`, {});
    expect([reply.status, roleOf(reply)]).toEqual([200, 'MEMBER']);
    expect(refusal(await setRole(id, 'owner'))).toEqual([422, ['invalid_value'], ['/data/attributes/role']]);
  });

  it('to or from OWNER is for owners only', async () => {
    const [admin, other] = [await newMember(server, 'ADMIN'), await newMember(server, 'ADMIN')];
    expect(refusal(await setRole(other.id, 'OWNER', admin.key))).toEqual(forbidden);
    expect(refusal(await setRole(main.userId, 'MEMBER', admin.key))).toEqual(forbidden);
    expect(refusal(await remove(main.userId, admin.key))).toEqual(forbidden);
    expect((await setRole(other.id, 'MEMBER', admin.key)).status).toBe(200);
    expect((await setRole(other.id, 'OWNER')).status).toBe(200);
    expect(refusal(await setRole(other.id, 'ADMIN', admin.key))).toEqual(forbidden);
    expect((await setRole(other.id, 'ADMIN')).status).toBe(200);
  });
});

describe('the last owner', () => {
  it('can be neither demoted nor removed, not even by itself', async () => {
    expect(refusal(await setRole(main.userId, 'ADMIN'))).toEqual(conflict);
    expect(refusal(await remove(main.userId))).toEqual(conflict);
  });

  it.each([
    ['demote', 'customer'],
    ['remove', 'delegate'],
  ] as const)('is left when two owners %s each other at the same time', async (what, name) => {
    const party = server.parties[name];
    const other = await newMember(server, 'OWNER', party);
    const change = (id: string, key: string): Promise<Reply> =>
      what === 'demote' ? setRole(id, 'MEMBER', key) : remove(id, key);
    const replies = await Promise.all([change(other.id, party.apiKey), change(party.userId, other.key)]);
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    const owners = await server.sql`SELECT FROM members WHERE party_id = ${uuidOf(party.partyId)}
      AND role = 'OWNER'`;
    expect(owners.length).toBe(1);
  });
});

describe('a removed member', () => {
  it('cannot come back by its own invitation, and the invitations of a demoted member end too', async () => {
    for (const end of ['removed', 'demoted']) {
      const member = await newMember(server, 'ADMIN');
      const { token } = await invite(server, { role: 'ADMIN', by: member.key });
      if (end === 'removed') await remove(member.id);
      else await setRole(member.id, 'MEMBER');
      expect(refusal(await accept(server, token))).toEqual([404, ['invitation_not_found'], ['token']]);
    }
  });

  it('has no usable key on any server from the response to its removal on', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, key } = await newMember(server);
      const as = { ...main, apiKey: key };
      for (const { baseUrl } of [server, second])
        expect((await payParty(baseUrl, as, customer, 1)).status).toBe(201);
      const busy = Array.from({ length: 10 }, (_, index) =>
        payParty(index % 2 ? server.baseUrl : second.baseUrl, as, customer, 1),
      );
      expect((await remove(id)).status).toBe(200);
      const late = await Promise.all([
        payParty(server.baseUrl, as, customer, 1),
        payParty(second.baseUrl, as, customer, 1),
        second.as(key).get('/transactions'),
      ]);
      for (const reply of late) expect(refusal(reply)).toEqual(unauthenticated);
      for (const reply of await Promise.all(busy)) expect([201, 401]).toContain(reply.status);
    }
  });

  it('leaves revoked keys behind, with an event for each and for the membership', async () => {
    const { id, key } = await newMember(server);
    await remove(id);
    const keys = await server.sql`SELECT revoked_by AS by, (SELECT array_agg(to_status ORDER BY to_status)
      FROM events e WHERE e.resource_id = k.id) AS events FROM api_keys k WHERE created_by = ${uuidOf(id)}`;
    expect(keys).toEqual([{ by: uuidOf(main.userId), events: ['ACTIVE', 'REVOKED'] }]);
    const [last] = await server.sql<{ path: string[] }>(
      `SELECT array_agg(to_status ORDER BY to_status) AS path FROM events WHERE resource_id =
         (SELECT resource_id FROM events WHERE resource = 'member' AND to_status = 'REVOKED' ORDER BY id DESC LIMIT 1)`,
    );
    expect(last?.path).toEqual(['ACTIVE', 'REVOKED']);
    expect(refusal(await server.as(key).get(path))).toEqual(unauthenticated);
  });

  it('who asked for a payment leaves its approval to the others', async () => {
    const { id, key } = await newMember(server);
    const headers = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'chat 1' };
    const waiting = await waitingPayment(server, {}, { key, headers });
    expect((await remove(id)).status).toBe(200);
    const reply = await server.post(`/approvals/${waiting.id}/approve`);
    expect([reply.status, resource(reply).attributes['status']]).toEqual([200, 'approved']);
  });

  it('gets the same 404 as a user of another party and one who never was', async () => {
    const { id } = await newMember(server);
    const key = randomUUID();
    const first = await remove(id, main.apiKey, { 'Idempotency-Key': key });
    const replayed = await remove(id, main.apiKey, { 'Idempotency-Key': key });
    expect(replayed.text).toBe(first.text);
    const absent = [id, stranger.userId, `usr_${'0'.repeat(32)}`];
    const replies = [];
    for (const each of absent) replies.push(await remove(each), await setRole(each, 'ADMIN'));
    for (const reply of replies) expect(refusal(reply)).toEqual([404, ['user_not_found'], ['userId']]);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });
});

describe(`DELETE ${path}/{userId}`, () => {
  it.each(['nonsense', `usr_${'A'.repeat(32)}`, `pty_${'0'.repeat(32)}`])(
    'refuses %s, which is no user’s id',
    async (id) => expect(refusal(await remove(id))).toEqual([400, ['invalid_value'], ['userId']]),
  );
});
