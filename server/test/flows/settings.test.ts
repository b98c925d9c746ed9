import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { call, codes, refusal, resource, type Reply } from '../support/http.ts';
import { main, serveOn, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
afterEach(() => server.close());

function post(body: unknown): Promise<Reply> {
  const headers = { 'Idempotency-Key': randomUUID() };
  return call(server.baseUrl, 'POST', '/payments', { key: main.apiKey, body, headers });
}

describe('PURSER_ACCEPT_FLAT_BODIES', () => {
  const good = { amount: 1, counterparty: { type: 'email', value: 'somebody@example.com' } };

  it('accepts a body without the wrapper, with pointers into that body', async () => {
    server = await startServer({ PURSER_ACCEPT_FLAT_BODIES: 'true' });
    expect(resource(await post(good)).attributes['amount']).toBe(1);
    const faulty = await post({ ...good, amount: 0, extra: 1 });
    expect(refusal(faulty)).toEqual([422, ['invalid_value', 'invalid_value'], ['/amount', '/extra']]);
  });

  it('still treats a body with `data` as wrapped', async () => {
    server = await startServer({ PURSER_ACCEPT_FLAT_BODIES: 'true' });
    expect((await post({ data: { attributes: good } })).status).toBe(201);
    expect(refusal(await post({ ...good, data: { attributes: good } }))).toEqual([
      422,
      ['invalid_value', 'invalid_value'],
      ['/amount', '/counterparty'],
    ]);
    expect(refusal(await post({ data: good }))[0]).toBe(422);
    for (const body of ['[]', '"text"', 'null']) expect((await post(body)).status).toBe(422);
  });

  it('treats both forms as the same request: the same key replays', async () => {
    server = await startServer({ PURSER_ACCEPT_FLAT_BODIES: 'true' });
    const headers = { 'Idempotency-Key': randomUUID() };
    const key = main.apiKey;
    const wrapped = { data: { attributes: good } };
    const first = await call(server.baseUrl, 'POST', '/payments', { key, headers, body: wrapped });
    const again = await call(server.baseUrl, 'POST', '/payments', { key, headers, body: good });
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
  });
});

describe('a server without its database', () => {
  it('is live but not ready, and refuses requests with 503 and a Retry-After', async () => {
    server = await startServer();
    const lost = await serveOn({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nowhere' });
    expect((await lost.as(null).get('/healthz')).status).toBe(200);
    const ready = await lost.as(null).get('/readyz');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      503,
      { status: 'unavailable', reason: 'database' },
    ]);
    expect(ready.headers.get('Retry-After')).toBe('1');
    const reply = await lost.get('/approvals');
    expect([reply.status, codes(reply)]).toEqual([503, ['service_unavailable']]);
    expect(reply.headers.get('Retry-After')).toBe('1');
    await lost.close();
  });
});
