import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { type OpenPost, openSilent, rawRequest, sendFrom, startPost } from '../support/raw.ts';
import { main, startServer, type TestServer } from '../support/server.ts';
import { until } from './support.ts';
import { untilInFlight } from './waiting.ts';

const [here, there] = ['127.0.0.1', '127.0.0.2'] as const;

let server: TestServer;
const sockets: Socket[] = [];
const posts: OpenPost[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(posts.splice(0).map((each) => each.end()));
  await server.close();
});

const get = (path: string, from: string = here) =>
  sendFrom(server.baseUrl, from, rawRequest(`GET ${path}`, [`Authorization: Bearer ${main.apiKey}`]));
const stillOpen = () => sockets.filter(({ destroyed }) => !destroyed).length;

async function openMany(count: number, from: string): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const socket = await openSilent(server.baseUrl, from);
    socket.on('end', () => socket.destroy()).resume();
    sockets.push(socket);
  }
}

/** Starts requests whose bodies do not arrive, so that their connections are in use. */
async function useMany(count: number, from: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${main.apiKey}`,
    'Idempotency-Key': 'k',
    'Content-Type': 'application/json',
  };
  for (let index = 0; index < count; index += 1)
    posts.push(await startPost(server.baseUrl, '/payments', headers, { from }));
}

describe('silent connections', () => {
  it('get no more than the share of one address, and shut out neither it nor others', async () => {
    server = await startServer({ PURSER_MAX_CONNECTIONS: '20' });
    await openMany(30, here);
    await until('the share of the address is left', () => stillOpen() === 5);
    for (const from of [here, there]) {
      expect(await get('/healthz', from)).toMatch(/^HTTP\/1\.1 200/);
      expect(await get('/approvals', from)).toMatch(/^HTTP\/1\.1 200/);
    }
  });

  it('give way when all connections of the server are taken, those of the largest address first', async () => {
    server = await startServer({ PURSER_MAX_CONNECTIONS: '4', PURSER_MAX_CONNECTIONS_PER_ADDRESS: '3' });
    await openMany(3, there);
    await openMany(1, here);
    expect(await get('/approvals', '127.0.0.3')).toMatch(/^HTTP\/1\.1 200/);
    await until('one connection is closed', () => stillOpen() === 3);
    expect(sockets[0]?.destroyed).toBe(true);
  });

  it('are closed when the time for the head of a request is over', async () => {
    server = await startServer({ PURSER_REQUEST_TIMEOUT_MS: '1000' });
    await openMany(1, here);
    await once(sockets[0] as Socket, 'close');
    const half = await sendFrom(server.baseUrl, here, 'GET /healthz HTTP/1.1\r\nHost:');
    expect(half).toMatch(/^HTTP\/1\.1 408 /);
    expect(half).toContain('"code":"request_timeout"');
  });
});

describe('connections in use', () => {
  it('are not closed for new ones, which are refused if they are of the same address', async () => {
    server = await startServer({ PURSER_MAX_CONNECTIONS: '20', PURSER_MAX_CONNECTIONS_PER_ADDRESS: '2' });
    await useMany(2, there);
    expect(await get('/healthz', there)).toBe('');
    expect(await get('/healthz', here)).toMatch(/^HTTP\/1\.1 200/);
    await posts.shift()?.end();
    await until('the address is served again', async () => (await get('/healthz', there)) !== '');
  });
});

/** Asks for large responses and reads nothing of them. */
async function askMany(count: number, from: string): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const socket = await openSilent(server.baseUrl, from);
    socket.pause();
    sockets.push(socket);
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: purser.test\r\n\r\n'.repeat(16));
  }
}

describe('connections whose responses nobody reads', () => {
  it('shut out nobody, and end with all that they hold', async () => {
    server = await startServer({ PURSER_MAX_CONNECTIONS: '8' });
    expect(await get('/openapi.json', here)).toMatch(/^HTTP\/1\.1 200/);
    for (const address of [2, 3, 4, 5]) await askMany(2, `127.0.0.${address}`);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await get('/approvals', here)).toMatch(/^HTTP\/1\.1 200/);
      expect(await get('/healthz', there)).toMatch(/^HTTP\/1\.1 200/);
    }
    await untilInFlight(server, 0);
    expect(await get('/approvals', there)).toMatch(/^HTTP\/1\.1 200/);
  });
});

const anonymous = (from: string, client: string) =>
  sendFrom(server.baseUrl, from, rawRequest('GET /approvals', [`X-Forwarded-For: ${client}`]));

/** Returns how the status of a client that sends more requests than its rate allows ends. */
async function exhaust(from: string, client: () => string): Promise<string> {
  let status = '';
  for (let turn = 0; turn < 20 && status !== '429'; turn += 1)
    status = (await anonymous(from, client())).slice(9, 12);
  return status;
}

/** Returns the statuses of three requests at once, as many as the burst: of a client that has used its rate up, one is 429. */
async function burst(from: string, client: string): Promise<string[]> {
  const responses = await Promise.all(Array.from({ length: 3 }, () => anonymous(from, client)));
  return responses.map((response) => response.slice(0, 12));
}

const unused = Array.from({ length: 3 }, () => 'HTTP/1.1 401');
const usedUp = expect.arrayContaining(['HTTP/1.1 429']) as unknown;

describe('a trusted proxy', () => {
  const slow = { PURSER_ANONYMOUS_RATE_PER_SECOND: '1', PURSER_ANONYMOUS_RATE_BURST: '3' };

  it('has no bound of its own on connections', async () => {
    server = await startServer({
      PURSER_MAX_CONNECTIONS_PER_ADDRESS: '2',
      PURSER_TRUSTED_PROXIES: '127.0.0.0/31, ::1',
    });
    await openMany(6, here);
    expect(await get('/healthz')).toMatch(/^HTTP\/1\.1 200/);
    expect(stillOpen()).toBe(6);
  });

  it('names the client that a request without a key counts for', async () => {
    server = await startServer({ ...slow, PURSER_TRUSTED_PROXIES: '127.0.0.2,127.0.0.3' });
    expect(await exhaust(there, () => '203.0.113.1')).toBe('429');
    expect(await burst(there, '203.0.113.2')).toEqual(unused);
    expect(await burst('127.0.0.3', '203.0.113.1')).toEqual(usedUp);
    expect(await burst(there, '203.0.113.3, 203.0.113.1')).toEqual(usedUp);
    expect(await burst(there, '203.0.113.3, nonsense')).toEqual(unused);
  });

  it.each([
    ['203.0.113.1', '203.0.113.1:4711'],
    ['2001:db8::1', '[2001:db8::2]:4711'],
  ])('names the client %s also with a port, as %s, and another proxy too', async (client, withPort) => {
    server = await startServer({ ...slow, PURSER_TRUSTED_PROXIES: '127.0.0.2,10.0.0.1' });
    expect(await exhaust(there, () => client)).toBe('429');
    for (const named of [withPort, `[2001:db8::3]:1, ${withPort}, 10.0.0.1:443`])
      expect(await burst(there, named)).toEqual(usedUp);
    expect(await burst(there, `203.0.113.9:4711`)).toEqual(unused);
  });

  it('names IPv6 clients by their /64, and IPv4 clients in either form', async () => {
    server = await startServer({ ...slow, PURSER_TRUSTED_PROXIES: '127.0.0.2' });
    let turn = 0;
    expect(await exhaust(there, () => `2001:db8::${(turn += 1)}`)).toBe('429');
    expect(await burst(there, '2001:db8:0:1::1')).toEqual(unused);
    expect(await exhaust(there, () => '203.0.113.1')).toBe('429');
    expect(await burst(there, '::ffff:203.0.113.1')).toEqual(usedUp);
  });

  it('is the only one whose X-Forwarded-For counts', async () => {
    server = await startServer({ ...slow, PURSER_TRUSTED_PROXIES: '127.0.0.2' });
    let turn = 0;
    expect(await exhaust(here, () => `203.0.113.${(turn += 1)}`)).toBe('429');
  });

  it.each([
    'nonsense',
    '127.0.0.1/33',
    '::1/129',
    '127.0.0.1/',
    '127.0.0.1,',
    '127.0.0.1/8/8',
    '10.0.0.0/-1',
  ])('must be set as addresses and ranges: %s is refused at the start', async (value) => {
    server = await startServer();
    expect(() => readConfig({ PURSER_TRUSTED_PROXIES: value })).toThrow(ConfigError);
  });
});
