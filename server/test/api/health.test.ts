import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('the health endpoints', () => {
  it.each([
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
    ['/api/healthz', 'ok'],
    ['/api/readyz', 'ready'],
  ])('serve %s without a credential', async (path, status) => {
    const reply = await call(server.baseUrl, 'GET', path);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { status }]);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(reply.headers.get('Request-Id')).toMatch(/^req_/);
  });

  it('ignore an invalid credential', async () => {
    const reply = await call(server.baseUrl, 'GET', '/readyz', { key: 'nonsense' });
    expect(reply.status).toBe(200);
  });
});
