import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { call } from '../support/http.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer({ PURSER_ANONYMOUS_RATE_BURST: '100000' });
const servicePaths = [
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/errors',
  '/errors/not_found',
  '/metrics',
  '/pay/x',
];
const paths = [...new Set([...endpoints.map(({ path }) => path), ...servicePaths])];
const others = METHODS.filter((method) => method !== 'CONNECT');

/** Fills the parameters of a path with an id that does not exist. */
const filled = (path: string): string => path.replaceAll(/:(\w+)/g, () => `pay_${'0'.repeat(32)}`);
// Pages with forms take them at their own address.
const pageMethods = (path: string): string[] => (path === '/pay/x' ? ['GET', 'POST'] : ['GET']);
const methodsOf = (path: string): string[] => {
  const known = endpoints.filter((each) => each.path === path).map(({ method }) => method as string);
  const all = servicePaths.includes(path) ? [...pageMethods(path)] : known;
  return [...all, ...(all.includes('GET') ? ['HEAD'] : [])].toSorted();
};

// These differ between two requests, and `fetch` closes its connection after a HEAD.
const varying = /^(date|request-id|ratelimit|x-ratelimit-.*|content-length|connection|keep-alive)$/;
const stable = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !varying.test(name)));

describe('HEAD', () => {
  it.each(paths.flatMap((path) => (methodsOf(path).includes('GET') ? [path, `/api${path}`] : [])))(
    'responds like GET without a body: %s',
    async (path) => {
      for (const key of [main.apiKey, null]) {
        const get = await server.as(key).get(filled(path));
        const head = await call(server.baseUrl, 'HEAD', filled(path), { key });
        const after = await server.as(key).get(filled(path));
        expect([head.status, head.text]).toEqual([get.status, '']);
        expect(stable(head.headers)).toEqual(stable(get.headers));
        const length = Number(head.headers.get('Content-Length'));
        // The last use of a key is stored later: it may appear between two of these requests. Metrics always change.
        const lengths = [get, after].map(({ text }) => Buffer.byteLength(text));
        expect(path === '/metrics' ? [length] : lengths).toContain(length);
        expect(length).toBeGreaterThan(0);
      }
    },
  );
});

describe('a method that an address does not have', () => {
  it.each(paths)('gets 405 with the methods that it has: %s', async (path) => {
    const has = methodsOf(path);
    for (const method of others.filter((each) => !has.includes(each))) {
      const response = await sendRaw(server.baseUrl, rawRequest(`${method} ${filled(path)}`));
      expect([method, response.slice(9, 12)]).toEqual([method, '405']);
      expect(/^Allow: (.*)$/im.exec(response)?.[1]?.trim()).toBe(has.join(', '));
    }
  });

  it('is counted under its address', async () => {
    await sendRaw(server.baseUrl, rawRequest('PROPFIND /api/payments/pay_1?x=1'));
    const { text } = await server.get('/metrics');
    expect(text).toContain('{method="PROPFIND",route="/payments/:paymentId",status="405"}');
  });

  it('gets 404 where nothing is', async () => {
    for (const method of ['OPTIONS', 'PROPFIND', 'HEAD', 'QUERY']) {
      const response = await sendRaw(server.baseUrl, rawRequest(`${method} /nowhere`));
      expect([method, response.slice(9, 12)]).toEqual([method, '404']);
    }
  });
});
