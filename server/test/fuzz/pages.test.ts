import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { digestOf } from './digest.ts';
import { count, reportOn, runs, seed, testTimeout_ms, timeout_ms } from './runs.ts';
import { texts } from './traps.ts';
import { exchange } from './wire.ts';
import type { Outcome, Reply } from './wire.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PURSER_ANONYMOUS_RATE_BURST: '10000000' });
});
afterAll(() => server.close());
reportOn('paths outside the API');

const forms = ['pay', 'claims', 'invitations', 'join', 'sign-in', 'review', 'invited', 'mailbox', 'account'];
const places = [
  ...forms,
  'errors',
  'docs',
  'docs/errors',
  'llms.txt',
  'healthz',
  'readyz',
  'metrics',
  'openapi.json',
  'api',
  'api/errors',
  '',
];
const segments = fc.oneof(
  fc.constantFrom('', '?', '?x=%zz', 'insufficient_funds', 'not_found?x=1'),
  fc.constantFrom(...texts.map(([, text]) => encodeURIComponent(String(text).toWellFormed()))),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[A-Za-z0-9_-]{32}$/),
  fc.stringMatching(/^[!-~]{1,40}$/), // not encoded: a percent sign, a question mark, a slash
);
const methods = fc.constantFrom(
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
  'TRACE',
  'PROPFIND',
  'UNLOCK',
);

/** Returns what is wrong with the headers of a response to this method, given the response to GET. */
function methodFaults(method: string, outcome: Outcome, get: Outcome): string[] {
  if (typeof outcome === 'string' || typeof get === 'string') return ['no response'];
  const allow = outcome.headers.get('allow');
  const lengths = [outcome, get].map(({ headers }) => headers.get('content-length'));
  if (method === 'HEAD') {
    const isSame = outcome.status === get.status && (lengths[0] === lengths[1] || isAlive(outcome));
    return isSame ? [] : [`HEAD ${outcome.status} ${lengths[0]}, GET ${get.status} ${lengths[1]}`];
  }
  const isForm = method === 'POST' && outcome.status === 403; // from no page of this server
  if (outcome.status !== 405) return get.status === 200 && !isForm ? [`${method} ${outcome.status}`] : [];
  return allow === 'GET, HEAD' || allow === 'GET, HEAD, POST' ? [] : [`Allow: ${allow}`];
}

/** Metrics change between two requests. */
function isAlive({ headers }: Reply): boolean {
  return headers.get('content-type')?.startsWith('text/plain') ?? false;
}

it(
  'paths outside the API never fail, echo no input and change nothing',
  async () => {
    const before = await digestOf(server);
    const requests = fc.record({ method: methods, place: fc.constantFrom(...places), segment: segments });
    const promise = fc.asyncProperty(requests, async ({ method, place, segment }) => {
      const path = segment === '' ? place : `${place}/${segment}`;
      const send = (name: string): Promise<Outcome> => {
        const lines = [`${name} /${path} HTTP/1.1`, 'Host: purser.test', 'Connection: close', '', ''];
        const bytes = Buffer.from(lines.join('\r\n'));
        return exchange(server.baseUrl, { bytes, isHead: name === 'HEAD', timeout_ms });
      };
      const outcome = count(await send(method));
      expect(method === 'GET' ? [] : methodFaults(method, outcome, await send('GET'))).toEqual([]);
      expect(outcome).toMatchObject({ status: expect.toBeOneOf([200, 303, 400, 403, 404, 405]) as unknown });
      const page = typeof outcome === 'string' || outcome.status === 200 ? '' : outcome.text;
      expect(segment.length > 11 && page.includes(segment)).toBe(false);
    });
    await fc.assert(promise, { numRuns: runs * 10, seed });
    expect(await digestOf(server)).toEqual(before);
  },
  testTimeout_ms,
);
