import { expect, it } from 'vitest';
import { newKey } from '../../src/lib/secret.ts';
import { send, type Endpoint } from './endpoint.ts';
import { errors, refusal, withoutRequestId } from './http.ts';
import type { Parties, TestServer } from './server.ts';

/** Values of `Authorization` that authenticate no actor; undefined sends no such header. */
export function unusableCredentials(parties: Parties): Array<string | undefined> {
  const { apiKey, revokedApiKey } = parties.main;
  return [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    apiKey,
    `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    `Bearer ${apiKey} ${apiKey}`,
    'Bearer nonsense',
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
    `Bearer ${apiKey.toUpperCase()}`,
    `Bearer ${newKey('sk', 'sandbox').secret}`,
    `Bearer ${newKey('ak', 'sandbox').secret}`,
    `Bearer ${newKey('sk', 'prod').secret}`,
    `Bearer ${revokedApiKey}`,
  ];
}

/** Checks which keys may call the endpoint, and that all refusals look alike. */
export function checkCredentials(server: TestServer, endpoint: Endpoint): void {
  it('returns the same 401 for missing, malformed, unknown and revoked keys', async () => {
    const replies = [];
    for (const authorization of unusableCredentials(server.parties)) {
      replies.push(await send(server, endpoint, { key: null, headers: { Authorization: authorization } }));
    }
    for (const reply of replies)
      expect(refusal(reply)).toEqual([401, ['unauthenticated'], ['Authorization']]);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });

  it('reports no other fault of a request without a usable key', async () => {
    const headers = { 'X-Agent-ID': 'nonsense', 'Idempotency-Key': '', 'Content-Type': 'text/plain' };
    const change = { key: null, headers, path: `${await endpoint.path()}?limit=nonsense` };
    const reply = await send(server, endpoint, { ...change, ...(endpoint.body ? { body: '{' } : {}) });
    expect(refusal(reply)).toEqual([401, ['unauthenticated'], ['Authorization']]);
  });

  it(`refuses a key without the scope ${endpoint.scope}, naming the scope`, async () => {
    const { createOnlyApiKey, readOnlyApiKey } = server.parties.main;
    const key = endpoint.scope === 'payments.read' ? createOnlyApiKey : readOnlyApiKey;
    const reply = await send(server, endpoint, { key });
    expect(refusal(reply)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
    expect(errors(reply)[0]?.detail).toContain(endpoint.scope);
  });

  it('accepts the word Bearer in any case', async () => {
    const headers = { Authorization: `bEARER ${server.parties.main.apiKey}` };
    expect((await send(server, endpoint, { key: null, headers })).status).toBe(endpoint.status);
  });
}
