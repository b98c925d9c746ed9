import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sessionRoute } from '../../src/http/handle.ts';
import { sessionCookieOf } from '../../src/http/session-cookie.ts';
import type { Turns } from '../../src/http/turns.ts';
import { type Id, newId } from '../../src/lib/id.ts';
import { bareProgram, startBareServer } from '../support/bare-server.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';

// A server whose turns note who takes them, and let go on at once or never.

const partyId: Id<'pty'> = newId('pty');
const [known, session] = ['known', 'ss_known'];
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

const partyOf = ({ token }: { token: string }) => ([known, session].includes(token) ? partyId : null);

let created: Awaited<ReturnType<typeof startBareServer>>;
beforeAll(async () => {
  const turns = { parties: turnsOf('party'), addresses: turnsOf('address') };
  created = await startBareServer({ partyOf, turns }, ({ server }) => {
    server.get('/open', () => 'open');
    server.get('/page', { config: sessionRoute }, () => 'page');
  });
});
afterAll(() => created.server.close());
beforeEach(() => {
  isOpen = true;
  taken.length = 0;
  left.length = 0;
});

const cookie = sessionCookieOf(bareProgram).name;
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
  await sendRaw(created.baseUrl, rawRequest(`GET ${path}`, lines));
  expect(taken).toEqual([client]);
});

it('a client that leaves before its turn leaves the line', async () => {
  isOpen = false;
  const { hostname, port } = new URL(created.baseUrl);
  const socket = connect(Number(port), hostname);
  const arrived = once(created.server.server, 'request');
  socket.write(rawRequest('GET /payments', [`Authorization: Bearer ${known}`]));
  const [, response] = (await arrived) as [unknown, NodeJS.EventEmitter];
  const closed = once(response, 'close');
  socket.resetAndDestroy();
  await closed;
  expect(left).toEqual([byParty]);
});
