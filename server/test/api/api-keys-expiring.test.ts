import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { refusal, resource } from '../support/http.ts';
import { clockNow } from '../support/moves.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const scopes = ['payments.create', 'payments.read', 'api_keys.create', 'agents.create', 'agents.update'];

const inTenMinutes = async (): Promise<string> =>
  new Date((await clockNow(server)).getTime() + 600_000).toISOString();

const create = (values: object, key: string) =>
  server
    .as(key)
    .post('/api-keys', { name: 'Another', scopes: ['payments.read', 'api_keys.create'], ...values });

describe('a key that expires', () => {
  it('creates only API keys that expire no later', async () => {
    const expiresAt = await inTenMinutes();
    const { secret } = await newApiKey(server, { scopes, expiresAt });
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    const pointer = '/data/attributes/expiresAt';
    for (const values of [{}, { expiresAt: null }, { expiresAt: later }]) {
      expect(refusal(await create(values, secret))).toEqual([422, ['invalid_value'], [pointer]]);
    }
    const made = await create({ expiresAt }, secret);
    expect(made.status).toBe(201);
    expect((await create({}, String(resource(made).attributes['apiKey']))).status).toBe(422);
  });

  it('creates and rotates only agent keys that expire no later', async () => {
    const expiresAt = await inTenMinutes();
    const { secret: key } = await newApiKey(server, { scopes, expiresAt });
    const { id: agentId, key: agentKey, keyId } = await newAgent(server);
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    const createKey = (values: object) => server.as(key).post('/agent-keys', { agentId, ...values });
    const pointer = '/data/attributes/expiresAt';
    for (const values of [{}, { expiresAt: null }, { expiresAt: later }]) {
      expect(refusal(await createKey(values))).toEqual([422, ['invalid_value'], [pointer]]);
    }
    const rotated = await server.as(key).post(`/agent-keys/${keyId}/rotate`);
    expect(refusal(rotated)).toEqual([403, ['forbidden'], ['Authorization']]);
    expect((await server.as(agentKey).get('/transactions')).status).toBe(200);
    const made = resource(await createKey({ expiresAt }));
    const next = await server.as(key).post(`/agent-keys/${made.id}/rotate`);
    expect(resource(next).attributes['expiresAt']).toBe(made.attributes['expiresAt']);
  });
});
