import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begin, register } from '../support/oauth.ts';
import { type Served, serveOn, testServer } from '../support/server.ts';

// A proxy speaks TLS for the server, and adds a path, which it takes away again.

const server = testServer();
const base = 'https://pay.example/purser';
let behind: Served;
let direct: string;
beforeAll(async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  direct = `http://127.0.0.1:${port}`;
  behind = await serveOn(server.connection, { PURSER_BASE_URL: base, PORT: String(port) });
});
afterAll(() => behind.close());

const read = async (path: string) => (await (await fetch(direct + path)).json()) as Record<string, unknown>;

it('names everything under the address that the proxy has, and the metadata at the root of its origin', async () => {
  const challenge = (await fetch(`${direct}/mcp`, { method: 'POST' })).headers.get('WWW-Authenticate');
  const metadata = 'https://pay.example/.well-known/oauth-protected-resource/purser/mcp';
  expect(challenge).toBe(`Bearer resource_metadata="${metadata}"`);
  const resource = await read('/.well-known/oauth-protected-resource/mcp');
  expect(resource).toMatchObject({ resource: `${base}/mcp`, authorization_servers: [base] });
  const about = await read('/.well-known/oauth-authorization-server');
  expect([about['issuer'], about['token_endpoint']]).toEqual([base, `${base}/oauth/token`]);
});

it('keeps a request for consent in cookies for that path, and over TLS only', async () => {
  const program = await register({ baseUrl: direct });
  const { path } = begin({ baseUrl: base }, program);
  const response = await fetch(direct + path, { redirect: 'manual' });
  const page = response.headers.get('Location') ?? '';
  expect(page).toMatch(/^\/purser\/oauth\/consent\/[\w-]{43}$/);
  const cookies = response.headers.getSetCookie();
  const paths = cookies.map((cookie) => /path=([^;]+)/.exec(cookie)?.[1]);
  const back = page.replace('consent', 'authorize');
  expect(new Set(paths)).toEqual(new Set([page, back]));
  expect(cookies.filter((cookie) => !/; secure/i.test(cookie) || !/; httponly/i.test(cookie))).toEqual([]);
});
