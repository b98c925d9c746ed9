import { describe, expect, it } from 'vitest';
import { unusableCredentials } from '../support/checklist-credentials.ts';
import { call, refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { main, customer, delegate, to, testServer } from '../support/server.ts';

const server = testServer();
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
    const places = [
      { path: `/approvals?access_token=${main.apiKey}&api_key=${main.apiKey}` },
      { path: '/approvals', headers: { 'X-API-Key': main.apiKey } },
      {
        path: '/approvals',
        headers: { Cookie: `session=${main.apiKey}; Authorization=Bearer ${main.apiKey}` },
      },
      { path: '/approvals', headers: { 'Proxy-Authorization': `Bearer ${main.apiKey}` } },
    ];
    for (const { path, headers = {} } of places) {
      expect(refusal(await server.as(null).get(path, headers))).toEqual(unauthenticated);
    }
  });

  it('does not get the key echoed back', async () => {
    const reply = await server.as(main.revokedApiKey).get('/approvals');
    expect(reply.text).not.toContain(main.revokedApiKey.slice(0, 24));
  });
});

describe('a key', () => {
  it('shows resources of its own party only', async () => {
    const payment = resource(await server.pay({ amount: 1, ...to(customer) }));
    const id = payment.relationships['transaction']?.data?.id;
    const idsOf = async (key: string): Promise<string[]> =>
      resources(await server.as(key).get('/transactions')).map((row) => row.id);
    expect(await idsOf(main.readOnlyApiKey)).toContain(id);
    expect(await idsOf(main.agentKey)).toContain(id);
    expect(await idsOf(customer.apiKey)).toContain(id);
    expect(await idsOf(delegate.apiKey)).not.toContain(id);
  });

  it('of an agent may read approvals but create no keys', async () => {
    const reply = await call(server.baseUrl, 'POST', '/api-keys', { key: main.agentKey, body: {} });
    expect(refusal(reply)).toEqual([403, ['agent_not_allowed'], [undefined]]);
    expect((await server.as(main.agentKey).get('/approvals')).status).toBe(200);
  });

  it('may be surrounded by spaces', async () => {
    expect(
      (await server.as(null).get('/approvals', { Authorization: `Bearer   ${main.apiKey}  ` })).status,
    ).toBe(200);
  });
});
