import { describe, expect, it } from 'vitest';
import { newApiKey } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { type Reply, refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { advance, clockNow } from '../support/moves.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { rotatedApiKeyShape } from '../support/shapes-parties.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer();
const reads = async (key: string): Promise<number> => (await server.as(key).get('/transactions')).status;
const rotate = (id: string, values: object | null = null, key = main.apiKey): Promise<Reply> =>
  server.as(key).post(`/api-keys/${id}/rotate`, values);
const shown = async (id: string) => resource(await server.get(`/api-keys/${id}`)).attributes;
const secretOf = (reply: Reply): string => String(resource(reply).attributes['apiKey']);
const scopes = ['payments.read', 'api_keys.create'];

checkEndpoint('POST /api-keys/{apiKeyId}/rotate', server, {
  action: true,
  path: async () => `/api-keys/${(await newApiKey(server)).id}/rotate`,
  scope: 'api_keys.create',
  response: { data: rotatedApiKeyShape },
  secret: 'apiKey',
});

describe('POST /api-keys/{apiKeyId}/rotate', () => {
  it('replaces the key at once unless an overlap is requested, with its name, scopes and tags', async () => {
    const values = { name: 'Shop', scopes, tags: { team: 'sales' } };
    const { id, secret } = await newApiKey(server, values);
    const replaced = await rotate(id);
    expect(resource(replaced).id).not.toBe(id);
    expect(resource(replaced).attributes).toMatchObject({ ...values, previousKeyExpiresAt: null });
    expect([await reads(secret), await reads(secretOf(replaced))]).toEqual([401, 200]);
    expect(await shown(id)).toMatchObject({ status: 'REVOKED', expiresAt: null });
  });

  it('lets both keys work until the overlap is over, and says in lists when the previous one was replaced', async () => {
    const { id, secret } = await newApiKey(server);
    expect(await shown(id)).toMatchObject({ rotatedAt: null });
    const rotated = resource(await rotate(id, { expiresInSeconds: 60 }));
    const { apiKey, previousKeyExpiresAt, createdAt } = rotated.attributes;
    expect([await reads(secret), await reads(String(apiKey))]).toEqual([200, 200]);
    const listed = resources(await server.get('/api-keys?limit=2'));
    expect(listed.map((each) => [each.id, each.attributes['rotatedAt']])).toEqual([
      [rotated.id, null],
      [id, createdAt],
    ]);
    expect(await shown(id)).toMatchObject({ status: 'ACTIVE', expiresAt: previousKeyExpiresAt });
    await advance(server, 61);
    expect([await reads(secret), await reads(String(apiKey))]).toEqual([401, 200]);
  });

  it('keeps the time of expiry, which no overlap outlives', async () => {
    const end = new Date((await clockNow(server)).getTime() + 100_000);
    const { id } = await newApiKey(server, { expiresAt: end.toISOString() });
    const { expiresAt, previousKeyExpiresAt } = resource(
      await rotate(id, { expiresInSeconds: 3600 }),
    ).attributes;
    const expected = `${end.toISOString().slice(0, 19)}Z`;
    expect([expiresAt, previousKeyExpiresAt]).toEqual([expected, expected]);
    const second = await newApiKey(server, { expiresAt: end.toISOString() });
    const next = resource(await rotate(second.id, { expiresInSeconds: 10 })).attributes;
    expect(next['expiresAt']).toBe(expected);
    expect(Date.parse(String(next['previousKeyExpiresAt']))).toBeLessThan(end.getTime() - 80_000);
  });

  it('lets a key replace itself without api_keys.delete, and no other key', async () => {
    const own = await newApiKey(server, { scopes });
    const other = await newApiKey(server, { scopes });
    const refused = await rotate(other.id, null, own.secret);
    expect(refusal(refused)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
    const replaced = await rotate(own.id, null, own.secret);
    expect([await reads(own.secret), await reads(secretOf(replaced))]).toEqual([401, 200]);
  });

  it('gives no scope that the key of the request lacks, and no longer life than it has', async () => {
    const target = await newApiKey(server);
    const most = ['api_keys.create', 'api_keys.delete', 'payments.read'];
    const weak = await newApiKey(server, { scopes: most });
    expect(refusal(await rotate(target.id, null, weak.secret))).toEqual([
      403,
      ['insufficient_scope'],
      ['Authorization'],
    ]);
    const expiresAt = new Date((await clockNow(server)).getTime() + 100_000).toISOString();
    const short = await newApiKey(server, { scopes: [...most, 'payments.create'], expiresAt });
    expect(refusal(await rotate(target.id, null, short.secret))).toEqual([
      403,
      ['forbidden'],
      ['Authorization'],
    ]);
    expect((await rotate(short.id, null, short.secret)).status).toBe(200);
    expect(await reads(target.secret)).toBe(200);
  });

  it('makes whoever rotates its user, who gives it no more than it could do', async () => {
    const member = await newMember(server, 'MEMBER');
    const [key] = resources(await server.get('/api-keys?limit=1'));
    const { apiKey, createdBy, scopes: held } = resource(await rotate(String(key?.id))).attributes;
    expect([createdBy, key?.attributes['createdBy']]).toEqual([main.userId, member.id]);
    expect(held).not.toContain('api_keys.create');
    expect(await reads(String(apiKey))).toBe(200);
    expect(await reads(member.key)).toBe(401);
  });

  it('keeps the key of an owner for owners', async () => {
    const admin = await newMember(server, 'ADMIN');
    const { id, secret } = await newApiKey(server);
    expect(refusal(await rotate(id, null, admin.key))).toEqual([403, ['forbidden'], [undefined]]);
    expect(await reads(secret)).toBe(200);
  });

  it('rotates a key only once, only an active one, and no browser session', async () => {
    const overlapping = await newApiKey(server);
    await rotate(overlapping.id, { expiresInSeconds: 86_400 });
    const revoked = await newApiKey(server);
    await server.delete(`/api-keys/${revoked.id}`);
    const { email } = await newMember(server, 'ADMIN');
    await signIn(server, email);
    const [session] = resources(await server.get('/api-keys?limit=1'));
    expect(session?.attributes['signedInAt']).not.toBe(null);
    for (const id of [overlapping.id, revoked.id, String(session?.id)]) {
      expect(refusal(await rotate(id, { expiresInSeconds: 0 }))).toEqual([409, ['conflict'], [undefined]]);
    }
    expect(await reads(overlapping.secret)).toBe(200);
  });

  it('treats a key of another party like an unknown one', async () => {
    const made = await server.as(stranger).post('/api-keys', { name: 'Foreign', scopes: ['payments.read'] });
    const absent = await rotate(`apy_${'0'.repeat(32)}`);
    expect(refusal(absent)).toEqual([404, ['api_key_not_found'], ['apiKeyId']]);
    expect(withoutRequestId(await rotate(resource(made).id))).toBe(withoutRequestId(absent));
    expect(await reads(secretOf(made))).toBe(200);
  });

  it.each([-1, 86_401, 1.5, '60', null])('refuses an overlap of %s', async (expiresInSeconds) => {
    const reply = await rotate((await newApiKey(server)).id, { expiresInSeconds });
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/expiresInSeconds']]);
  });
});
