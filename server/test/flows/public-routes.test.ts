import { describe, expect, it } from 'vitest';
import { sendFrom } from '../support/raw.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { payParty } from './support.ts';

const server = testServer({ PURSER_ANONYMOUS_RATE_BURST: '100000' });
const token = 'x'.repeat(43);

/** A request of every kind that is answered without a key. */
const anonymous = [
  '/',
  '/docs',
  '/docs.md',
  '/docs/api/agents',
  '/docs/api/agents.md',
  '/docs/errors/forbidden',
  '/docs/nothing',
  '/errors',
  '/api/errors/forbidden',
  '/errors/nothing',
  '/openapi.json',
  '/api/openapi.json',
  '/llms.txt',
  '/sign-in',
  `/sign-in/${token}`,
  '/account',
  `/pay/${token}`,
  `/claims/${token}`,
  `/join/${token}`,
  '/nothing',
  '/payments',
  '/%',
  '/nothing?%',
  '/docs?%',
].map((path) => `GET ${path}`);
const posted = ['DELETE /docs', 'POST /openapi.json', `POST /claims/${token}/accept`, 'PUT /nothing'];

/** Sends the same request many times on one connection, without waiting for a response. Returns all responses. */
async function pipelined(
  first: string,
  count: number,
  lines: readonly string[] = [],
  from = '127.0.0.1',
): Promise<string[]> {
  const request = (connection: string): string =>
    [`${first} HTTP/1.1`, 'Host: purser.test', `Connection: ${connection}`, ...lines, '', ''].join('\r\n');
  const all = request('keep-alive').repeat(count - 1) + request('close');
  const text = await sendFrom(server.baseUrl, from, all);
  return text.split(/(?=HTTP\/1\.1 [0-9]{3} )/);
}

describe('every request without a key', () => {
  it.each([...anonymous, ...posted])('takes a token of its address, and has a bound: %s', async (first) => {
    const responses = await pipelined(first, 20);
    const statuses = responses.map((each) => each.slice(9, 12));
    expect(statuses).toHaveLength(20);
    expect(statuses.slice(0, 16)).not.toContain('429');
    expect(new Set(statuses.slice(16))).toEqual(new Set(['429']));
    expect(responses[0]).toMatch(/\r\nratelimit-policy: "default";q=100000;w=200\r\n/i);
  });
});

const pay = () => payParty(server.baseUrl, main, stranger, 5);

describe('a flood of requests without a key', () => {
  it.each(['/docs', '/nothing', '/%', '/sign-in', '/payments'])(
    'lets a payer go on in between: %s',
    async (path) => {
      expect((await pay()).status).toBe(201); // its key is known from now on
      let answered = 0;
      const flood = Array.from({ length: 100 }, async () => {
        const responses = await pipelined(`GET ${path}`, 16, [], '127.0.0.2');
        answered += 1;
        return responses;
      });
      await Promise.race(flood);
      expect((await pay()).status).toBe(201);
      expect(answered).toBeLessThan(100);
      expect((await Promise.all(flood)).flat()).toHaveLength(1_600);
    },
  );
});

describe('a request with a key', () => {
  it('has the same bound', async () => {
    const responses = await pipelined('GET /approvals', 20, [`Authorization: Bearer ${main.apiKey}`]);
    expect(responses.filter((each) => each.startsWith('HTTP/1.1 429'))).toHaveLength(4);
  });
});

describe('health checks and metrics', () => {
  it.each(['/healthz', '/api/healthz', '/readyz', '/metrics'])('have no such bound: %s', async (path) => {
    const responses = await pipelined(`GET ${path}`, 20);
    expect(new Set(responses.map((each) => each.slice(9, 12)))).toEqual(new Set(['200']));
  });
});
