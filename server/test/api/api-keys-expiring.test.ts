import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { attributes, call, refusal, resource } from '../support/http.ts';
import { clockNow, get, post } from '../support/moves.ts';
import type { Reply } from '../support/reply.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const scopes = ['payments.create', 'payments.read', 'api_keys.create', 'agents.create', 'agents.update'];

async function inTenMinutes(): Promise<string> {
  return new Date((await clockNow(server)).getTime() + 600_000).toISOString();
}

function create(values: object, key: string): Promise<Reply> {
  const body = attributes({ name: 'Another', scopes: ['payments.read', 'api_keys.create'], ...values });
  return call(server.baseUrl, 'POST', '/api-keys', { key, body });
}

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

  it('creates and rotates no agent key, which would outlive it', async () => {
    const { secret: key } = await newApiKey(server, { scopes, expiresAt: await inTenMinutes() });
    const agent = await newAgent(server);
    for (const reply of [
      await post(server, '/agent-keys', { agentId: agent.id }, { key }),
      await post(server, `/agent-keys/${agent.keyId}/rotate`, null, { key }),
    ]) {
      expect(refusal(reply)).toEqual([403, ['forbidden'], ['Authorization']]);
    }
    expect((await get(server, '/transactions', agent.key)).status).toBe(200);
  });
});
