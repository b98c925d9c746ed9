import { describe, expect, it } from 'vitest';
import { newApiKey } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { call, refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { advance, clockNow } from '../support/moves.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { apiKeyShape, createdApiKeyShape } from '../support/shapes-parties.ts';

const server = testServer();
const good = { name: 'Laptop', scopes: ['payments.read', 'api_keys.create'] };

const create = (values: object, key?: string) =>
  server.as(key ?? main.apiKey).post('/api-keys', { ...good, ...values });

checkEndpoint('POST /api-keys', server, {
  scope: 'api_keys.create',
  idempotency: 'none',
  status: 201,
  response: { data: createdApiKeyShape },
  body: () => good,
});

checkEndpoint('GET /api-keys', server, { scope: 'api_keys.read', response: listOf(apiKeyShape) });
checkEndpoint('GET /api-keys/{apiKeyId}', server, {
  alsoHas: ['DELETE'],
  path: async () => `/api-keys/${(await newApiKey(server)).id}`,
  scope: 'api_keys.read',
  response: { data: apiKeyShape },
  moves: true,
});
checkEndpoint('DELETE /api-keys/{apiKeyId}', server, {
  path: async () => `/api-keys/${(await newApiKey(server)).id}`,
  scope: 'api_keys.delete',
  response: { data: apiKeyShape, meta: { deleted: true } },
  moves: true,
});
checkList('GET /api-keys', server, {
  more: (count) => Promise.all(Array.from({ length: count }, () => newApiKey(server))),
  otherList: '/agents',
});

const remove = (id: string, key = main.apiKey) => server.as(key).delete(`/api-keys/${id}`);
const reads = async (key: string): Promise<number> => (await server.as(key).get('/transactions')).status;

describe('an API key', () => {
  it('is shown without its secret, alone and in the list', async () => {
    const { id, secret, attributes: made } = await newApiKey(server, { name: 'Shown' });
    const one = await server.get(`/api-keys/${id}`);
    const { apiKey: _secret, ...shown } = made;
    expect(resource(one).attributes).toEqual(shown);
    const all = await server.get('/api-keys?limit=1');
    expect(resources(all)[0]).toEqual(resource(one));
    for (const { text } of [one, all]) expect(text).not.toContain(secret);
  });

  it('shows in the list when it was last used, and one that was not used that it never was', async () => {
    const [used, unused] = [await newApiKey(server), await newApiKey(server)];
    const lastUsedAt = async (id: string): Promise<unknown> =>
      resources(await server.get('/api-keys?limit=100')).find((each) => each.id === id)?.attributes[
        'lastUsedAt'
      ];
    expect([await lastUsedAt(used.id), await lastUsedAt(unused.id)]).toEqual([null, null]);
    const [before, , after] = [Date.now(), await reads(used.secret), Date.now()];
    await expect.poll(() => lastUsedAt(used.id), { timeout: 20_000 }).not.toBeNull();
    const shown = String(await lastUsedAt(used.id));
    expect(Date.parse(shown)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(shown)).toBeLessThanOrEqual(after + 60_000);
    expect(resource(await server.get(`/api-keys/${used.id}`)).attributes['lastUsedAt']).toBe(shown);
    expect(await lastUsedAt(unused.id)).toBeNull();
  });

  it('ends when it is revoked, for good, and the response stays the same', async () => {
    const { id, secret } = await newApiKey(server);
    const first = await remove(id);
    expect(resource(first).attributes).toMatchObject({ status: 'REVOKED', revokedBy: main.userId });
    expect((await remove(id)).text).toBe(first.text);
    expect(await reads(secret)).toBe(401);
  });

  it('may revoke itself', async () => {
    const { id, secret } = await newApiKey(server, { scopes: ['api_keys.delete', 'payments.read'] });
    expect((await remove(id, secret)).status).toBe(200);
    expect((await remove(id, secret)).status).toBe(401);
  });

  it('and another one that revoke each other at the same time: one of them does', async () => {
    const scopes = ['api_keys.delete'];
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await newApiKey(server, { scopes }), await newApiKey(server, { scopes })];
      const replies = await Promise.all([remove(a.id, b.secret), remove(b.id, a.secret)]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]));
    }
  });

  it('of another party looks like one that does not exist, byte for byte', async () => {
    const { id, secret } = await newApiKey(server);
    const unknown = `apy_${'0'.repeat(32)}`;
    for (const request of [
      (of: string) => server.as(stranger.apiKey).get(`/api-keys/${of}`),
      (of: string) => remove(of, stranger.apiKey),
    ]) {
      const absent = await request(unknown);
      expect(refusal(absent)).toEqual([404, ['api_key_not_found'], ['apiKeyId']]);
      expect(withoutRequestId(await request(id))).toBe(withoutRequestId(absent));
    }
    const theirs = resources(await server.as(stranger.apiKey).get('/api-keys?limit=100'));
    expect(theirs.map((each) => each.id)).not.toContain(id);
    expect(await reads(secret)).toBe(200);
  });

  it('with a time of expiry works until then, and is then like one that never existed', async () => {
    const expiresAt = new Date((await clockNow(server)).getTime() + 60_000).toISOString();
    const { id, secret } = await newApiKey(server, { expiresAt });
    const status = async (): Promise<unknown> =>
      resource(await server.get(`/api-keys/${id}`)).attributes['status'];
    expect([await reads(secret), await status()]).toEqual([200, 'ACTIVE']);
    await advance(server, 61);
    expect([await reads(secret), await status()]).toEqual([401, 'EXPIRED']);
    const unknown = await server.as('nonsense').get('/transactions');
    expect(withoutRequestId(await server.as(secret).get('/transactions'))).toBe(withoutRequestId(unknown));
    const expired = resources(await server.get('/api-keys?status=EXPIRED')).map((each) => each.id);
    expect(expired).toEqual([id]);
    expect(resource(await remove(id)).attributes['status']).toBe('REVOKED');
  });

  it.each(['ACTIVE', 'REVOKED'])('is listed by its status %s', async (status) => {
    await remove((await newApiKey(server)).id);
    const found = resources(await server.get(`/api-keys?status=${status}`));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((each) => each.attributes['status'] === status)).toBe(true);
  });

  it.each(['active', '', 'GONE'])('is not listed by status=%s, which is no status', async (status) => {
    expect(refusal(await server.get(`/api-keys?status=${status}`))).toEqual([
      400,
      ['invalid_value'],
      ['status'],
    ]);
  });
});

describe('POST /api-keys', () => {
  it('creates a key that works immediately, with its scopes only', async () => {
    const made = resource(await create({}));
    expect(made.relationships['party']?.data?.id).toBe(main.partyId);
    expect(made.attributes).toMatchObject({ name: 'Laptop', scopes: good.scopes, createdBy: main.userId });
    const key = String(made.attributes['apiKey']);
    expect(key.startsWith(String(made.attributes['apiKeyPrefix']))).toBe(true);
    expect((await server.as(key).get('/transactions')).status).toBe(200);
    const payment = await call(server.baseUrl, 'POST', '/payments', {
      key,
      body: {},
      headers: { 'Idempotency-Key': 'key' },
    });
    expect(refusal(payment)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
  });

  it('creates a different key on every call', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create({})));
    expect(new Set(replies.map((reply) => resource(reply).attributes['apiKey'])).size).toBe(20);
    expect(new Set(replies.map((reply) => resource(reply).id)).size).toBe(20);
  });

  it('grants no scope that the calling key lacks, and points at each of them', async () => {
    const key = String(resource(await create({})).attributes['apiKey']);
    const scopes = ['payments.create', 'payments.read', 'wallets.read'];
    const reply = await create({ scopes }, key);
    expect(refusal(reply)).toEqual([
      403,
      ['insufficient_scope', 'insufficient_scope'],
      ['/data/attributes/scopes/0', '/data/attributes/scopes/2'],
    ]);
    expect((await create({ scopes: ['payments.read'] }, key)).status).toBe(201);
  });

  it('lists a scope once even when it was sent twice', async () => {
    const made = resource(await create({ scopes: ['payments.read', 'payments.read'] }));
    expect(made.attributes['scopes']).toEqual(['payments.read']);
  });

  it.each([
    ['no name', { name: undefined }, ['/name']],
    ['an empty name', { name: '' }, ['/name']],
    ['a name of spaces', { name: ' \u3000' }, ['/name']],
    ['a name that nobody sees', { name: '\u200b' }, ['/name']],
    ['a name of 129 characters', { name: 'n'.repeat(129) }, ['/name']],
    ['a name with a line break', { name: 'a\nb' }, ['/name']],
    ['a name that is a number', { name: 7 }, ['/name']],
    ['no scopes', { scopes: undefined }, ['/scopes']],
    ['null as scopes', { scopes: null }, ['/scopes']],
    ['an empty list of scopes', { scopes: [] }, ['/scopes']],
    ['one scope instead of a list', { scopes: 'payments.read' }, ['/scopes']],
    [
      'unknown scopes',
      { scopes: ['payments.read', '*', 'toString', 7] },
      ['/scopes/1', '/scopes/2', '/scopes/3'],
    ],
    ['too many scopes', { scopes: Array.from({ length: 101 }, () => 'payments.read') }, ['/scopes']],
    ['a secret chosen by the client', { apiKey: 'sk_pur_sandbox_mine' }, ['/apiKey']],
    ['an owner chosen by the client', { partyId: `pty_${'0'.repeat(32)}` }, ['/partyId']],
    ['another environment', { environment: 'prod' }, ['/environment']],
    ['a time of expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['/expiresAt']],
    ['a time of expiry without an offset', { expiresAt: '2999-01-01T00:00:00' }, ['/expiresAt']],
    ['only invalid values', { name: 1, scopes: 1 }, ['/name', '/scopes']],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await create(values))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });

  it.each(['n', 'n'.repeat(128), '🔑'.repeat(128), 'Δοκιμή – 試験'])(
    'stores the name %s unchanged',
    async (name) => expect(resource(await create({ name })).attributes['name']).toBe(name),
  );
});
