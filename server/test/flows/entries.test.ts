import { afterEach, describe, expect, it } from 'vitest';
import { newKey } from '../../src/lib/secret.ts';
import { openSilent, rawRequest, sendFrom } from '../support/raw.ts';
import { main, startServer, type TestServer } from '../support/server.ts';
import { until, waitingSessions, withSession } from './support.ts';
import { untilInFlight } from './waiting.ts';

let server: TestServer;
afterEach(() => server.close());

/** Runs the work while look-ups of API keys wait and look-ups of agent keys do not. */
const whileLookUpsWait = <T>(work: () => Promise<T>): Promise<T> =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
    return work();
  });

/** Returns a well-formed token that no party has. */
const newToken = (): string => newKey('sk', 'sandbox').secret;
const request = (token: string, lines: string[] = []): string =>
  rawRequest('GET /approvals', [`Authorization: Bearer ${token}`, ...lines]);
const statusOf = (response: string): string => response.slice(9, 12);

/** Sends requests that wait for the look-up of their tokens, each from its address. */
async function sendWaiting(requests: Array<[string, string]>): Promise<Array<Promise<string>>> {
  const sent = requests.map(([from, text]) => sendFrom(server.baseUrl, from, text));
  await until('the look-ups wait', async () => (await waitingSessions(server.sql)).length > 0);
  await untilInFlight(server, sent.length);
  return sent;
}

/** Returns a request of this client by way of a proxy. */
const from = (client: string): [string, string] => [
  '127.0.0.2',
  request(newToken(), [`X-Forwarded-For: ${client}`]),
];

const eight = { PURSER_MAX_IN_FLIGHT: '8' }; // so that a share is 2

describe('requests whose key is being looked up', () => {
  it('with one token are bounded, from whatever addresses, and shut out nobody', async () => {
    server = await startServer(eight);
    const token = newToken();
    const sent = await whileLookUpsWait(async () => {
      const waiting = await sendWaiting([
        ['127.0.0.2', request(token)],
        ['127.0.0.3', request(token)],
      ]);
      const refused = await sendFrom(server.baseUrl, '127.0.0.4', request(token));
      expect(refused).toMatch(/^HTTP\/1\.1 429 .*"code":"rate_limited"/s);
      expect(refused).toMatch(/retry-after: 1\r\n/i);
      const other = await server.as(main.agentKey).get('/approvals');
      expect(other.status).toBe(200);
      return waiting;
    });
    expect((await Promise.all(sent)).map(statusOf)).toEqual(['401', '401']);
  });

  it('from one address are bounded, with whatever tokens, and shut out nobody', async () => {
    server = await startServer(eight);
    const sent = await whileLookUpsWait(async () => {
      const waiting = await sendWaiting([
        ['127.0.0.2', request(newToken())],
        ['127.0.0.2', request(newToken())],
      ]);
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect(statusOf(await sendFrom(server.baseUrl, '127.0.0.2', request(newToken())))).toBe('429');
      }
      const other = await server.as(main.agentKey).get('/approvals');
      expect(other.status).toBe(200);
      return waiting;
    });
    await Promise.all(sent);
    expect(statusOf(await sendFrom(server.baseUrl, '127.0.0.2', request(newToken())))).toBe('401');
  });

  it('count for the client that a trusted proxy reports, and IPv6 clients by their /64', async () => {
    server = await startServer({ ...eight, PURSER_TRUSTED_PROXIES: '127.0.0.2' });
    const sent = await whileLookUpsWait(async () => {
      const waiting = await sendWaiting(
        ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '203.0.113.1', '::ffff:203.0.113.1'].map(from),
      );
      for (const client of ['2001:DB8:0:0:ffff::3', '::ffff:cb00:7101'])
        expect(statusOf(await sendFrom(server.baseUrl, ...from(client)))).toBe('429');
      return waiting;
    });
    await Promise.all(sent);
  });
});

describe('requests on one connection', () => {
  it('are bounded while none of them has a response', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '100' });
    const lines = ['Host: purser.test', `Authorization: Bearer ${main.apiKey}`];
    const kept = ['GET /approvals HTTP/1.1', ...lines, '', ''].join('\r\n');
    const socket = await openSilent(server.baseUrl);
    let received = '';
    socket.on('data', (part) => (received += part.toString()));
    await whileLookUpsWait(async () => {
      socket.write(kept.repeat(20));
      await untilInFlight(server, 20);
      expect(received).toBe(''); // responses come in the order of requests
    });
    const statuses = () => Array.from(received.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => status);
    await until('all have a response', () => statuses().length === 20);
    expect(statuses()).toEqual([...Array(16).fill('200'), ...Array(4).fill('429')]);
    expect((await server.as(main.apiKey).get('/approvals')).status).toBe(200);
    socket.destroy();
  });
});
