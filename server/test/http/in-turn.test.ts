import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Program } from '../../src/context.ts';
import { createAdmission } from '../../src/http/admission.ts';
import { sessionRoute } from '../../src/http/handle.ts';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { type CreatedServer, createServer } from '../../src/http/server.ts';
import { sessionCookieOf } from '../../src/http/session-cookie.ts';
import type { Turns } from '../../src/http/turns.ts';
import { type Id, newId } from '../../src/lib/id.ts';
import { paymentRoutes } from '../../src/money/payments/routes.ts';
import { createLog } from '../../src/start/logger.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';

// The web server without a database, whose turns note who takes them, and let go on at once or never.

const config = readConfig({});
const partyId: Id<'pty'> = newId('pty');
const [known, session] = ['known', 'ss_known'];
const { rate, anonymousRate } = config.http;
const taken: string[] = [];
const left: string[] = [];
let isOpen = true;

const turnsOf = (whose: string): Turns => ({
  take(client, goOn) {
    taken.push(`${whose} ${client}`);
    if (!isOpen) return () => void left.push(`${whose} ${client}`);
    goOn();
    return null;
  },
});

const guards = {
  fromCache: () => null,
  authenticate: () => Promise.resolve(null),
  partyOf: ({ token }: { token: string }) => ([known, session].includes(token) ? partyId : null),
  turns: { parties: turnsOf('party'), addresses: turnsOf('address') },
  admission: createAdmission(config.http),
  rate: { rule: rate, take: createRateLimiter(rate) },
  anonymousRate: { rule: anonymousRate, take: createRateLimiter(anonymousRate) },
  refusals: { record: () => Promise.resolve(), close: () => Promise.resolve() },
};
const program = { config, log: createLog('silent'), baseUrl: () => 'http://purser.test' };
let created: CreatedServer;
let baseUrl: string;

beforeAll(async () => {
  const parts = {
    guards,
    sockets: { ...config.http, isTrustedProxy: () => false },
    observe: () => undefined,
  };
  created = createServer(program as unknown as Program, parts, paymentRoutes);
  created.server.get('/open', () => 'open');
  created.server.get('/page', { config: sessionRoute }, () => 'page');
  created.complete();
  baseUrl = await created.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => created.server.close());
beforeEach(() => {
  isOpen = true;
  taken.length = 0;
  left.length = 0;
});

const cookie = sessionCookieOf(program).name;
const byParty = `party ${partyId}`;
const byAddress = 'address 127.0.0.1';

it.each([
  ['a known key', '/payments', [`Authorization: Bearer ${known}`], byParty],
  ['a known session, where a key is looked up', '/payments', [`Cookie: ${cookie}=${session}`], byAddress],
  ['a key that is not known', '/payments', ['Authorization: Bearer other'], byAddress],
  ['no key', '/payments', [], byAddress],
  ['a known session, where it is looked up', '/page', [`Cookie: ${cookie}=${session}`], byParty],
  ['a known key, where a session is looked up', '/page', [`Authorization: Bearer ${known}`], byAddress],
  ['a known key, where no key is looked up', '/open', [`Authorization: Bearer ${known}`], byAddress],
  ['a known key, where nothing is', '/nothing', [`Authorization: Bearer ${known}`], byAddress],
  ['a known key and no valid URL', '/%', [`Authorization: Bearer ${known}`], byAddress],
])('a request with %s goes on by the turns of the right client', async (_what, path, lines, client) => {
  await sendRaw(baseUrl, rawRequest(`GET ${path}`, lines));
  expect(taken).toEqual([client]);
});

it('a client that leaves before its turn leaves the line', async () => {
  isOpen = false;
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const arrived = once(created.server.server, 'request');
  socket.write(rawRequest('GET /payments', [`Authorization: Bearer ${known}`]));
  const [, response] = (await arrived) as [unknown, NodeJS.EventEmitter];
  const closed = once(response, 'close');
  socket.resetAndDestroy();
  await closed;
  expect(left).toEqual([byParty]);
});
