import { expect, it } from 'vitest';
import { resource, type Reply } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();

const create = (scopes: string[]) =>
  server.post('/api-keys', { name: 'Audited', scopes }, { 'X-Instance-ID': 'conversation 7' });

function linesOf(reply: Reply): Promise<object[]> {
  return server.sql`SELECT action, decision, reason, target_id, key_prefix, instance_id FROM audit_log
    WHERE request_id = ${reply.headers.get('Request-Id')?.slice(4)}`;
}

it('a new API key is recorded in the audit log, and its secret is stored nowhere', async () => {
  const reply = await create(['payments.read']);
  expect(reply.status).toBe(201);
  const { id, attributes: shown } = resource(reply);
  expect(await linesOf(reply)).toEqual([
    {
      action: 'POST /api-keys',
      decision: 'accepted',
      reason: null,
      target_id: id.slice(4),
      key_prefix: main.apiKey.slice(0, 23),
      instance_id: 'conversation 7',
    },
  ]);
  const stored = await server.sql<{ body: string }>('SELECT body FROM idempotency_keys');
  expect(stored.filter(({ body }) => body.includes(String(shown['apiKey'])))).toEqual([]);
});

it('a refused API key is recorded in the audit log and not created', async () => {
  const before = await server.sql('SELECT id FROM api_keys');
  const minter = resource(await create(['api_keys.create'])).attributes['apiKey'];
  const reply = await server
    .as(String(minter))
    .post('/api-keys', { name: 'Too much', scopes: ['payments.create'] });
  expect(reply.status).toBe(403);
  expect(await linesOf(reply)).toMatchObject([
    { action: 'POST /api-keys', decision: 'refused', reason: 'insufficient_scope', target_id: null },
  ]);
  expect(await server.sql('SELECT id FROM api_keys')).toHaveLength(before.length + 1);
});
