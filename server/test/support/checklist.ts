import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkAction } from './checklist-action.ts';
import { checkAgents } from './checklist-agents.ts';
import { checkBody } from './checklist-body.ts';
import { checkCredentials } from './checklist-credentials.ts';
import { endpointOf, send, withoutSecret, type Described, type Endpoint } from './endpoint.ts';
import { attributes, errors, refusal } from './http.ts';
import type { TestServer } from './server.ts';
import { clientAt } from './client.ts';

/** Checks what every endpoint promises, whatever it does. */
export function checkEndpoint(name: string, server: TestServer, described: Described): void {
  const endpoint = endpointOf(name, described);
  describe(`${name}, like every endpoint`, () => {
    checkResponse(server, endpoint);
    if (endpoint.method === 'GET') checkUnknownRefused(server, endpoint);
    else checkQueryRefused(server, endpoint);
    checkCredentials(server, endpoint);
    checkAgents(server, endpoint);
    if (endpoint.body) checkBody(server, endpoint);
    else if (endpoint.action) checkAction(server, endpoint);
    else if (!endpoint.moves) checkRead(server, endpoint);
    if (endpoint.idempotency === 'required') checkKeyRequired(server, endpoint);
    if (endpoint.idempotency !== 'none') checkIdempotency(server, endpoint);
    else if (endpoint.body) checkNoIdempotency(server, endpoint);
  });
}

function checkResponse(server: TestServer, endpoint: Endpoint): void {
  it('responds in exactly the specified shape', async () => {
    const reply = await send(server, endpoint);
    expect(reply.status).toBe(endpoint.status);
    expect(JSON.parse(reply.text)).toStrictEqual(endpoint.response);
    expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('Request-Id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
  });

  it('responds in the same shape under /api', async () => {
    const reply = await send(server, endpoint, { path: `/api${await endpoint.path()}` });
    expect(reply.status).toBe(endpoint.status);
    expect(JSON.parse(reply.text)).toStrictEqual(endpoint.response);
  });

  it('refuses other methods and names the supported ones', async () => {
    const has = new Set<string>([endpoint.method, ...(endpoint.alsoHas ?? [])]);
    for (const method of ['PUT', 'DELETE', 'PATCH'].filter((each) => !has.has(each))) {
      const reply = await clientAt(server.baseUrl).send(method, await endpoint.path());
      expect([method, ...refusal(reply)]).toEqual([method, 405, ['method_not_allowed'], [undefined]]);
      expect(reply.headers.get('Allow')).toContain(endpoint.method);
    }
  });
}

function checkUnknownRefused(server: TestServer, endpoint: Endpoint): void {
  it('refuses an unknown query parameter, and names it', async () => {
    const path = await endpoint.path();
    for (const name of ['unknown', '__proto__', 'constructor', 'Limit', 'unknown[a]', '']) {
      const reply = await send(server, endpoint, {
        path: `${path}${path.includes('?') ? '&' : '?'}${name}=1`,
      });
      expect([name, ...refusal(reply)]).toEqual([name, 400, ['invalid_value'], [name]]);
      expect(errors(reply)[0]?.detail).toMatch(
        /^There is no such query parameter\. (The nearest|This request takes none)/,
      );
    }
  });
}

function checkQueryRefused(server: TestServer, endpoint: Endpoint): void {
  it('refuses every query parameter, and names it', async () => {
    const path = await endpoint.path();
    for (const name of ['unknown', 'dryRun', 'partyId', '__proto__', 'tag[order]', 'limit[]', '']) {
      const reply = await send(server, endpoint, { path: `${path}?${name}=1` });
      expect([name, ...refusal(reply)]).toEqual([name, 400, ['invalid_value'], [name]]);
    }
  });
}

function checkRead(server: TestServer, endpoint: Endpoint): void {
  it('responds the same under /api, byte for byte', async () => {
    const path = await endpoint.path();
    const read = async (from: string) => (await send(server, endpoint, { path: from })).text;
    // The last use of a key is stored later: it may appear between two of these reads.
    const [before, underApi, after] = [await read(path), await read(`/api${path}`), await read(path)];
    expect([before, after]).toContain(underApi);
  });
}

function checkKeyRequired(server: TestServer, endpoint: Endpoint): void {
  it('requires an Idempotency-Key', async () => {
    const reply = await send(server, endpoint, { headers: { 'Idempotency-Key': undefined } });
    expect(refusal(reply)).toEqual([400, ['idempotency_key_required'], ['Idempotency-Key']]);
  });
}

function checkIdempotency(server: TestServer, endpoint: Endpoint): void {
  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
    ['with a tab', 'a\tb'],
  ])('refuses an Idempotency-Key that is %s', async (_name, key) => {
    const reply = await send(server, endpoint, { headers: { 'Idempotency-Key': key } });
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['Idempotency-Key']]);
  });

  it('replays the first response to a repeated request, under /api as well', async () => {
    const headers = { 'Idempotency-Key': `${randomUUID()} ${'~'.repeat(218)}` };
    const change = endpoint.body ? { headers, body: attributes(endpoint.body()) } : { headers };
    const plain = await endpoint.path();
    const first = await send(server, endpoint, { ...change, path: plain });
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();
    for (const path of [plain, `/api${plain}`]) {
      const again = await send(server, endpoint, { ...change, path });
      expect([again.status, again.text]).toEqual([first.status, withoutSecret(endpoint, first)]);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
      expect(again.headers.get('X-Idempotency-Replayed')).toBe('true');
    }
  });

  if (!endpoint.body) return;
  it('refuses a used key with another body', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = await endpoint.path();
    await send(server, endpoint, { headers, path });
    const other = endpoint.otherBody ?? { description: 'Something else' };
    const body = attributes({ ...endpoint.body?.(), ...other });
    const reply = await send(server, endpoint, { headers, path, body });
    expect(refusal(reply)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
  });
}

function checkNoIdempotency(server: TestServer, endpoint: Endpoint): void {
  it('ignores an Idempotency-Key, even an invalid one', async () => {
    for (const key of ['', 'same', 'same']) {
      const reply = await send(server, endpoint, { headers: { 'Idempotency-Key': key } });
      expect(reply.status).toBe(endpoint.status);
      expect(reply.headers.get('Idempotency-Replayed')).toBeNull();
    }
  });
}
