import { afterEach, describe, expect, it } from 'vitest';
import { refusal } from '../support/http.ts';
import { main, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
afterEach(() => server.close());

const token = 'a-token-of-an-operator';
const prod = { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: 'k1:0123456789abcdef0123456789abcdef' };
const readMetrics = (key: string | null = null) => server.as(key).get('/metrics');

describe('GET /metrics', () => {
  it('is not found in prod without a configured token', async () => {
    server = await startServer(prod);
    for (const key of [null, token]) {
      const absent = await readMetrics(key);
      expect(refusal(absent)).toEqual([404, ['not_found'], [undefined]]);
    }
    const document = await server.as(null).get('/openapi.json');
    expect(document.text).not.toContain('/metrics');
  });

  it.each([
    ['prod', prod],
    ['a sandbox', {}],
  ])('requires the configured token in %s', async (_name, environment) => {
    server = await startServer({ ...environment, PURSER_METRICS_TOKEN: token });
    for (const key of [null, 'nonsense', `${token}x`, token.slice(1), main.apiKey]) {
      const reply = await readMetrics(key);
      expect(refusal(reply)).toEqual([401, ['unauthenticated'], ['Authorization']]);
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
    expect((await readMetrics(token)).status).toBe(200);
  });

  it('rate-limits clients without the token by address, and never the operator', async () => {
    const rates = { PURSER_ANONYMOUS_RATE_PER_SECOND: '1', PURSER_ANONYMOUS_RATE_BURST: '3' };
    server = await startServer({ ...rates, PURSER_METRICS_TOKEN: token });
    const statuses = [];
    for (let i = 0; i < 20; i++) statuses.push((await readMetrics()).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    for (let i = 0; i < 10; i++) expect((await readMetrics(token)).status).toBe(200);
  });

  it('rate-limits every client when no token is configured', async () => {
    server = await startServer({ PURSER_ANONYMOUS_RATE_PER_SECOND: '1', PURSER_ANONYMOUS_RATE_BURST: '3' });
    const statuses = [];
    for (let i = 0; i < 20; i++) statuses.push((await readMetrics()).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
