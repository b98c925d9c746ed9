import { beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../support/server.ts';
import { untilReady } from '../flows/support.ts';

const server = testServer();
beforeAll(() => untilReady(server.baseUrl));

describe('the health endpoints', () => {
  it.each([
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
    ['/api/healthz', 'ok'],
    ['/api/readyz', 'ready'],
  ])('serve %s without a credential', async (path, status) => {
    const reply = await server.as(null).get(path);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { status }]);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(reply.headers.get('Request-Id')).toMatch(/^req_/);
  });

  it('write no more than one record a second, however often /readyz is asked', async () => {
    const probes = new Set<string>();
    const calls = 20;
    for (let turn = 0; turn < calls; turn += 1) {
      expect((await server.as(null).get('/readyz')).status).toBe(200);
      const found = await server.sql<{ at: string }>(
        `SELECT query_start::text AS at FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'purser' AND query LIKE '%pg_logical_emit_message%'`,
      );
      for (const { at } of found) probes.add(at);
    }
    expect(probes.size).toBeGreaterThan(0);
    expect(probes.size).toBeLessThan(calls);
  });

  it('ignore an invalid credential', async () => {
    const reply = await server.as('nonsense').get('/readyz');
    expect(reply.status).toBe(200);
  });
});
