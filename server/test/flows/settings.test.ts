import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { call, codes, refusal, resource, type Reply } from '../support/http.ts';
import { main, serveOn, startServer, stranger, type TestServer, to } from '../support/server.ts';

let server: TestServer;
afterEach(() => server.close());

function post(body: unknown): Promise<Reply> {
  const headers = { 'Idempotency-Key': randomUUID() };
  return call(server.baseUrl, 'POST', '/payments', { key: main.apiKey, body, headers });
}

describe('PURSER_REQUIRE_IDEMPOTENCY_KEY', () => {
  it('asks every write that moves money for a key, and says so in the document', async () => {
    server = await startServer({ PURSER_REQUIRE_IDEMPOTENCY_KEY: 'true' });
    const nothing = '0'.repeat(32);
    const paths = [
      '/payments',
      `/payments/pay_${nothing}/cancel`,
      `/payments/pay_${nothing}/refund`,
      `/payment-requests/prq_${nothing}/fulfill`,
      '/transfers/withdraw',
      '/transfers/deposit',
      '/transfers/internal',
      `/transfers/trf_${nothing}/cancel`,
      `/approvals/apr_${nothing}/approve`,
    ];
    const missing = [400, ['idempotency_key_required'], ['Idempotency-Key']];
    for (const path of paths) {
      const body = { data: { attributes: {} } };
      const reply = await call(server.baseUrl, 'POST', path, { key: main.apiKey, body });
      expect([path, refusal(reply)]).toEqual([path, missing]);
    }
    const paid = await post({ data: { attributes: { amount: 1, ...to(stranger) } } });
    expect(paid.status).toBe(201);
    const document = await (await fetch(`${server.baseUrl}/openapi.json`)).text();
    const { parameters } = (JSON.parse(document) as Described).paths['/payments'].post;
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/Idempotency-Key' });
  });

  it('is off by default', async () => {
    server = await startServer();
    const body = { data: { attributes: { amount: 1, ...to(stranger) } } };
    expect((await call(server.baseUrl, 'POST', '/payments', { key: main.apiKey, body })).status).toBe(201);
  });
});

type Described = { paths: { '/payments': { post: { parameters: object[] } } } };

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
