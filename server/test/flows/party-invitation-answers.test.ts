import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import {
  attributes,
  call,
  refusal,
  resource,
  resources,
  withoutRequestId,
  type Resource,
  type Reply,
} from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { accept, decline, invite, revoke, statusOf } from '../support/party-invitations.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { until, uuidOf } from './support.ts';

const logged: string[] = [];
const lines = new Writable({
  write(line: Buffer, _encoding, done) {
    logged.push(line.toString());
    done();
  },
});
const server = testServer({}, undefined, pino(lines));
type Meta = { partyId: string; userId: string; apiKey?: Resource };

const notFound = [404, ['invitation_not_found'], ['token']];
const metaOf = (reply: Reply): Meta => (JSON.parse(reply.text) as { meta: Meta }).meta;
const keyOf = (reply: Reply): string => String(metaOf(reply).apiKey?.attributes['apiKey']);
const userOf = (reply: Reply): string => metaOf(reply).userId;

describe('accepting an invitation by its link', () => {
  it('makes the invited person a member, and gives a key of that role for that party, once', async () => {
    for (const role of ['MEMBER', 'ADMIN']) {
      const invited = await invite(server, { role });
      const reply = await accept(server, invited.token, { apiKeyName: 'First key' });
      expect([reply.status, await statusOf(server, invited)]).toEqual([200, 'ACCEPTED']);
      expect(resource(reply)).toMatchObject({
        id: invited.id,
        attributes: { email: invited.email, role, status: 'ACCEPTED' },
        relationships: { party: { data: { id: main.partyId } } },
      });
      const key = keyOf(reply);
      const members = resources(await server.as(key).get('/parties/me/members?limit=1'));
      expect(members).toMatchObject([{ id: userOf(reply), attributes: { name: 'Avery', role } }]);
      const another = await server.as(key).post('/api-keys', { name: 'Another', scopes: ['payments.read'] });
      expect(another.status).toBe(role === 'ADMIN' ? 201 : 403);
    }
  });

  it('makes no key unless one is named', async () => {
    const { email, token } = await invite(server);
    expect(metaOf(await accept(server, token)).apiKey).toBeUndefined();
    const keys = await server.sql`SELECT k.id FROM api_keys k JOIN users u ON u.id = k.created_by
      WHERE u.email = ${email}`;
    expect(keys).toEqual([]);
  });

  it('lets a known person join with the same user, name and the keys of other parties untouched', async () => {
    const first = await invite(server);
    const joined = await accept(server, first.token, { apiKeyName: 'Key of main' });
    const second = await invite(server, {
      email: first.email.toUpperCase(),
      role: 'ADMIN',
      by: stranger.apiKey,
    });
    const again = await accept(server, second.token, {
      name: 'Somebody else',
      apiKeyName: 'Key of the stranger',
    });
    expect(userOf(again)).toBe(userOf(joined));
    const parties = await Promise.all(
      [keyOf(joined), keyOf(again)].map(async (key) => resource(await server.as(key).get('/parties/me')).id),
    );
    expect(parties).toEqual([main.partyId, stranger.partyId]);
    const [member] = resources(await server.as(keyOf(again)).get('/parties/me/members?limit=1'));
    expect(member?.attributes).toMatchObject({ name: 'Avery', role: 'ADMIN' });
    const removal = `/parties/me/members/${userOf(again)}`;
    expect((await server.as(stranger).delete(removal)).status).toBe(200);
    expect((await server.as(keyOf(again)).get('/parties/me')).status).toBe(401);
    expect((await server.as(keyOf(joined)).get('/parties/me')).status).toBe(200);
  });

  it('makes one user of a person whom two parties invited and who accepts both at once', async () => {
    const first = await invite(server);
    const second = await invite(server, { email: first.email, by: stranger.apiKey });
    const replies = await Promise.all([accept(server, first.token), accept(server, second.token)]);
    expect(new Set(replies.map(userOf)).size).toBe(1);
  });

  it('happens once, however many requests have the token', async () => {
    const { token, email } = await invite(server);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 3 ? accept(server, token) : decline(server, token))),
    );
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(notFound);
    expect((await server.sql`SELECT id FROM users WHERE email = ${email}`).length).toBeLessThan(2);
  });

  it('replays its response under the same idempotency key, without the secret', async () => {
    const { token } = await invite(server);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await accept(server, token, { apiKeyName: 'A key' }, headers);
    const again = await accept(server, token, { apiKeyName: 'A key' }, headers);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
    const { apiKey: _secret, ...withoutSecret } = metaOf(first).apiKey?.attributes ?? {};
    expect(resource(again)).toEqual(resource(first));
    expect(metaOf(again).apiKey?.attributes).toEqual(withoutSecret);
    const other = await accept(server, token, { apiKeyName: 'Another key' }, headers);
    expect(refusal(other)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
    expect(refusal(await accept(server, (await invite(server)).token, {}, headers))).toEqual([200, [], []]);
  });

  it('needs a name, and no credential', async () => {
    const { token } = await invite(server);
    const path = `/party-invitations/${token}/accept`;
    for (const [values, place] of [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'Avery', apiKeyName: '' }, 'apiKeyName'],
      [{ name: 'Avery', role: 'OWNER' }, 'role'],
    ] as const) {
      const reply = await call(server.baseUrl, 'POST', path, { body: attributes(values) });
      expect(refusal(reply)).toEqual([422, ['invalid_value'], [`/data/attributes/${place}`]]);
    }
    const missing = await call(server.baseUrl, 'POST', path, {});
    expect(refusal(missing)).toEqual([422, ['invalid_value'], ['/data/attributes/name']]);
    expect((await accept(server, token)).status).toBe(200);
  });

  it('is refused to a person who became a member in the meantime, and leaves the invitation open', async () => {
    const invited = await invite(server);
    const userId = uuidOf(main.userId);
    await server.sql`UPDATE users SET email = ${invited.email} WHERE id = ${userId}`;
    const reply = await accept(server, invited.token);
    await server.sql`UPDATE users SET email = ${main.email} WHERE id = ${userId}`;
    expect(refusal(reply)).toEqual([409, ['conflict'], [undefined]]);
    expect(await statusOf(server, invited)).toBe('PENDING');
  });
});

describe('declining an invitation by its link', () => {
  it('closes it, makes no user, and has a line in the log of the party that invited', async () => {
    const invited = await invite(server);
    const reply = await decline(server, invited.token);
    expect(resource(reply)).toMatchObject({
      attributes: { status: 'DECLINED', acceptedAt: null },
      relationships: { party: { data: { attributes: { name: main.name } } } },
    });
    expect(await statusOf(server, invited)).toBe('DECLINED');
    const [line] = resources(await server.get('/audit-log?limit=1'));
    expect(line).toMatchObject({
      attributes: { action: `POST /party-invitations/${invited.id}/decline`, keyPrefix: 'token' },
      relationships: { party: { data: { id: main.partyId } }, user: { data: null } },
    });
    expect(await server.sql`SELECT id FROM users WHERE email = ${invited.email}`).toEqual([]);
  });
});

describe('the token of an invitation', () => {
  it('gets the same 404 whether it is unknown, malformed, used, revoked or expired', async () => {
    const [used, revoked, expired] = [await invite(server), await invite(server), await invite(server)];
    await decline(server, used.token);
    await revoke(server, revoked.id);
    await advance(server, 8 * 24 * 3600);
    const tokens = [
      used.token,
      revoked.token,
      expired.token,
      'A'.repeat(32),
      'short',
      '%00',
      'x'.repeat(900),
    ];
    const replies = [];
    for (const token of tokens) replies.push(await accept(server, token), await decline(server, token));
    for (const reply of replies) expect(refusal(reply)).toEqual(notFound);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });

  it('is in no log line, no audit line and no stored route', async () => {
    const { token } = await invite(server);
    const reply = await accept(server, token, {}, { 'Idempotency-Key': randomUUID() });
    const requestId = reply.headers.get('Request-Id') ?? '';
    await until('the request is logged', () => logged.some((line) => line.includes(requestId)));
    expect(logged.filter((line) => line.includes(token))).toEqual([]);
    const [line] = await server.sql<{ action: string; prefix: string; party: string }>`SELECT action,
      key_prefix AS prefix, party_id AS party FROM audit_log WHERE request_id = ${uuidOf(requestId)}`;
    expect(line).toEqual({
      action: `POST /party-invitations/${resource(reply).id}/accept`,
      prefix: 'token',
      party: uuidOf(main.partyId),
    });
    const routes = await server.sql<{ route: string }>('SELECT route FROM idempotency_keys');
    expect(routes.filter(({ route }) => route.includes(token))).toEqual([]);
  });

  it('opens a page that says who is invited, by its address', async () => {
    const { token, email } = await invite(server);
    const page = await call('', 'GET', `${server.baseUrl}/join/${token}`);
    expect([page.status, page.text.includes(`<bdi>${email}</bdi>`)]).toEqual([200, true]);
    expect(page.text).toContain('as a member');
    await decline(server, token);
    const gone = await call('', 'GET', `${server.baseUrl}/join/${token}`);
    const unknown = await call('', 'GET', `${server.baseUrl}/join/${'A'.repeat(32)}`);
    expect([gone.status, gone.text]).toEqual([404, unknown.text]);
  });
});
