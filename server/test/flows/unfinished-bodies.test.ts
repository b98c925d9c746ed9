import { afterEach, describe, expect, it } from 'vitest';
import { codes } from '../support/http.ts';
import { type OpenPost, rawRequest, sendRaw, startPost } from '../support/raw.ts';
import { main, customer, stranger, startServer, type TestServer } from '../support/server.ts';
import { until } from './support.ts';

let server: TestServer;
const open: OpenPost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.end()));
  await server.close();
});

const jsonHeaders = (key: string) => ({
  Authorization: `Bearer ${key}`,
  'Idempotency-Key': 'k',
  'Content-Type': 'application/json',
});
const read = (key: string) => server.as(key).get('/approvals');
const payAs = (key: string) =>
  server.as(key).pay({ amount: 1, counterparty: { type: 'email', value: 'a@example.com' } });

/** Starts requests whose bodies do not arrive. */
async function leaveUnfinished(key: string, count: number, length = 2): Promise<void> {
  for (let index = 0; index < count; index += 1)
    open.push(await startPost(server.baseUrl, '/payments', jsonHeaders(key), { length }));
}

/** A request whose body stops after one byte. */
const unfinished = (path: string, lines: string[]): string =>
  rawRequest(`POST ${path}`, ['Content-Type: application/json', 'Content-Length: 9', ...lines], '{');

describe('requests whose bodies do not arrive', () => {
  it('take no places: their party and all others still read and pay', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '12' });
    await leaveUnfinished(main.apiKey, 2);
    await leaveUnfinished(main.approverApiKey, 1);
    await leaveUnfinished(stranger.apiKey, 3);
    // Not at once: until the keys are looked up, the address has its share, of 3 here.
    for (const { apiKey } of [main, stranger, customer])
      await until('the party reads', async () => (await read(apiKey)).status === 200);
    expect((await payAs(customer.apiKey)).status).toBe(201);
  });

  it('are bounded by party, with all its keys', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '8' });
    await leaveUnfinished(main.apiKey, 1);
    await leaveUnfinished(main.approverApiKey, 1);
    // Until both keys are looked up, the address has its share, of 2 here.
    await until('the party has its share', async () => {
      const refused = await payAs(main.apiKey);
      return refused.status === 429 && refused.text.includes('This party has too many requests');
    });
    expect((await payAs(customer.apiKey)).status).toBe(201);
  });

  it('are bounded by the bytes that they announce', async () => {
    server = await startServer();
    await leaveUnfinished(main.apiKey, 64, 256 * 1024); // 16 MiB
    // Not at once: a head is read before its key is looked up.
    await until('a payment more is refused', async () => {
      const refused = await payAs(main.apiKey);
      return refused.status === 429 && codes(refused).join() === 'rate_limited';
    });
    expect((await read(main.apiKey)).status).toBe(200);
    expect((await payAs(customer.apiKey)).status).toBe(201);
  });

  it('get 408 when the body is too slow, long before the time for a request is over', async () => {
    server = await startServer({ PURSER_REQUEST_TIMEOUT_MS: '600000' });
    const lines = Object.entries(jsonHeaders(main.apiKey)).map(([name, value]) => `${name}: ${value}`);
    const response = await sendRaw(server.baseUrl, unfinished('/payments', lines));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('"code":"request_timeout"');
  });

  it('get 408 when the time for a request is over', async () => {
    server = await startServer({ PURSER_REQUEST_TIMEOUT_MS: '1000' });
    const response = await sendRaw(
      server.baseUrl,
      unfinished('/payments', [`Authorization: Bearer ${main.apiKey}`]),
    );
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('"code":"request_timeout"');
  });

  it.each([
    ['/payments', 401],
    ['/nowhere', 404],
    ['/healthz', 405],
    ['/errors', 405],
    ['/pay/x', 403],
  ])('without a credential are refused before the body is read: POST %s', async (path, status) => {
    server = await startServer({ PURSER_REQUEST_TIMEOUT_MS: '600000' });
    const response = await sendRaw(server.baseUrl, unfinished(path, []));
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
