import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { attributes, call, refusal, resource } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { newApiKeyShape } from '../support/shapes.ts';

let server: TestServer;
const good = { name: 'Laptop', scopes: ['payments.read', 'api_keys.create'] };

function create(values: object, key?: string): Promise<Reply> {
  const body = attributes({ ...good, ...values });
  return call(server.baseUrl, 'POST', '/api-keys', { key: key ?? server.parties.main.apiKey, body });
}

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

checkEndpoint('POST /api-keys', () => server, {
  method: 'POST',
  path: () => '/api-keys',
  scope: 'api_keys.create',
  agents: 'refused',
  idempotency: 'none',
  status: 201,
  response: { data: newApiKeyShape },
  body: () => good,
});

describe('POST /api-keys', () => {
  it('creates a key that works immediately, with its scopes only', async () => {
    const { main } = server.parties;
    const made = resource(await create({}));
    expect(made.relationships['party']?.data?.id).toBe(main.partyId);
    expect(made.attributes).toMatchObject({ name: 'Laptop', scopes: good.scopes, createdBy: main.userId });
    const key = String(made.attributes['apiKey']);
    expect(key.startsWith(String(made.attributes['apiKeyPrefix']))).toBe(true);
    expect((await call(server.baseUrl, 'GET', '/transactions', { key })).status).toBe(200);
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
    async (name) => {
      expect(resource(await create({ name })).attributes['name']).toBe(name);
    },
  );
});
