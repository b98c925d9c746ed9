import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unusableCredentials } from '../support/checklist-credentials.ts';
import { call, pay, refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const unauthenticated = [401, ['unauthenticated'], ['Authorization']];
const endpoints = [
  ['POST', '/payments'],
  ['GET', '/payments/nonsense'],
  ['GET', '/transactions'],
  ['GET', '/transactions/nonsense'],
  ['GET', '/approvals'],
  ['GET', '/counterparties'],
  ['POST', '/api-keys'],
] as const;

describe('a request without a usable key', () => {
  it('gets the same response from every endpoint, whatever is wrong with the key', async () => {
    const texts = new Set<string>();
    for (const [method, path] of endpoints) {
      for (const authorization of unusableCredentials(server.parties)) {
        const reply = await call(server.baseUrl, method, path, { headers: { Authorization: authorization } });
        expect(refusal(reply)).toEqual(unauthenticated);
        texts.add(withoutRequestId(reply));
      }
    }
    expect(texts.size).toBe(1);
  });

  it('is refused even when a valid key is sent elsewhere', async () => {
    const { apiKey } = server.parties.main;
    const places = [
      { path: `/approvals?access_token=${apiKey}&api_key=${apiKey}` },
      { path: '/approvals', headers: { 'X-API-Key': apiKey } },
      { path: '/approvals', headers: { Cookie: `session=${apiKey}; Authorization=Bearer ${apiKey}` } },
      { path: '/approvals', headers: { 'Proxy-Authorization': `Bearer ${apiKey}` } },
    ];
    for (const { path, headers = {} } of places) {
      expect(refusal(await call(server.baseUrl, 'GET', path, { headers }))).toEqual(unauthenticated);
    }
  });

  it('does not get the key echoed back', async () => {
    const { revokedApiKey } = server.parties.main;
    const reply = await call(server.baseUrl, 'GET', '/approvals', { key: revokedApiKey });
    expect(reply.text).not.toContain(revokedApiKey.slice(0, 24));
  });
});

describe('a key', () => {
  it('shows resources of its own party only', async () => {
    const { main, customer, delegate } = server.parties;
    const counterparty = { type: 'party_id', value: customer.partyId };
    const payment = resource(await pay(server.baseUrl, main.apiKey, { amount: 1, counterparty }));
    const id = payment.relationships['transaction']?.data?.id;
    const idsOf = async (key: string): Promise<string[]> =>
      resources(await call(server.baseUrl, 'GET', '/transactions', { key })).map((row) => row.id);
    expect(await idsOf(main.readOnlyApiKey)).toContain(id);
    expect(await idsOf(main.agentKey)).toContain(id);
    expect(await idsOf(customer.apiKey)).toContain(id);
    expect(await idsOf(delegate.apiKey)).not.toContain(id);
  });

  it('of an agent may read approvals but create no keys', async () => {
    const { agentKey } = server.parties.main;
    const reply = await call(server.baseUrl, 'POST', '/api-keys', { key: agentKey, body: {} });
    expect(refusal(reply)).toEqual([403, ['agent_not_allowed'], [undefined]]);
    expect((await call(server.baseUrl, 'GET', '/approvals', { key: agentKey })).status).toBe(200);
  });

  it('may be surrounded by spaces', async () => {
    const headers = { Authorization: `Bearer   ${server.parties.main.apiKey}  ` };
    expect((await call(server.baseUrl, 'GET', '/approvals', { headers })).status).toBe(200);
  });
});
