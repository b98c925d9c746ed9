import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { advance } from '../support/moves.ts';
import {
  asNewAgent,
  begin,
  type Choice,
  exchange,
  refreshGrant,
  register,
  shownTo,
} from '../support/oauth.ts';
import { customer, main, serveOn, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { asMyself, fieldOn, form, owner } from './field.ts';

const server = testServer();
const field = fieldOn(server);
const { asks, forApi, statusWith, tokensFor } = field;

const begun = async (parameters: Record<string, string> = {}) =>
  locationOf(await field.browser.get(begin(server, field.program, parameters).path));

const agents = async () => (await server.sql<{ n: bigint }>`SELECT count(*) AS n FROM agents`)[0]?.n ?? 0n;

describe('the page of consent', () => {
  it('opens only in the browser that asked, and frames of others do not show it', async () => {
    const page = await begun();
    const stranger = await signIn(server, owner);
    expect((await stranger.get(page)).status).toBe(404);
    expect((await stranger.post(page, { decision: 'allow', ...asMyself })).status).toBe(404);
    const shown = await field.browser.get(page);
    expect(shown.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    const foreign = await field.browser.post(
      page,
      { decision: 'allow', ...asMyself },
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    expect(foreign.status).toBe(403);
  });

  it('decides for the person and the party that it was shown to', async () => {
    const page = await begun();
    const form: Choice = { decision: 'allow', ...asMyself, ...shownTo(await field.browser.get(page)) };
    const before = resources(await server.get('/oauth-grants?limit=1'))[0]?.id;
    const switched = form['shownTo']?.replace(main.partyId, customer.partyId) ?? '';
    for (const shown of [switched, '', form['shownTo']?.replace(main.userId, 'usr_0') ?? ''])
      expect((await field.browser.post(page, { ...form, shownTo: shown })).status).toBe(409);
    expect(resources(await server.get('/oauth-grants?limit=1'))[0]?.id).toBe(before);
    expect((await field.browser.post(page, form)).status).toBe(303);
  });

  it('is answered once, by two tabs at once and by two servers', async () => {
    const page = await begun();
    const form = { decision: 'allow', ...asNewAgent, ...shownTo(await field.browser.get(page)) };
    const before = await agents();
    const answers = await Promise.all([0, 1, 2, 3].map(() => field.browser.post(page, form)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await agents()) - before).toBe(1n);
    const back = await field.browser.get(locationOf(answers[0] ?? (await field.browser.get(page))));
    expect(locationOf(back)).toContain('code=');
    expect((await field.browser.get(page)).status).toBe(404);
    expect((await field.browser.post(page, form)).status).toBe(404);
  });

  it('leads nowhere but to the field.program that asked, without a code if it was not allowed', async () => {
    const page = await begun();
    const answered = await field.browser.post(page, { decision: 'deny' });
    const back = new URL(locationOf(await field.browser.get(locationOf(answered))));
    expect([back.origin, back.searchParams.get('error')]).toEqual([
      new URL(field.program.redirect).origin,
      'access_denied',
    ]);
    expect(back.searchParams.get('iss')).toBe(server.baseUrl);
  });

  it('lets money move after a fresh sign-in only, and shows text of strangers as text', async () => {
    const named = await register(server, { client_name: '<b>x</b>\u202e\u0007' });
    const page = locationOf(await field.browser.get(begin(server, named).path));
    const shown = await field.browser.get(page);
    expect(shown.text).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(shown.text).not.toContain('\u202e');
    const form = { decision: 'allow', ...asMyself, ...shownTo(shown) };
    await advance(server, 601);
    expect((await field.browser.post(page, form)).status).toBe(403);
    field.browser = await signIn(server, owner);
  });
});

describe('a code that a device shows', () => {
  type Device = { device_code: string; user_code: string };
  const ask = async (values: Record<string, string> = {}) =>
    (await (
      await asks('/oauth/device/authorize', form({ client_id: 'purser-cli', ...values }))
    ).json()) as Device;
  const poll = ({ device_code }: Device, at: { baseUrl: string } = server) =>
    exchange(at, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'purser-cli',
      device_code,
    });
  const allow = async (
    { user_code: code }: Device,
    by: Browser = field.browser,
    choice: Choice = asMyself,
  ) => {
    const shown = await by.post('/oauth/device', { code });
    return by.post('/oauth/device', { code, decision: 'allow', ...shownTo(shown), ...choice });
  };

  it('is never filled in by a link, and is of no use to field.other programs', async () => {
    const device = await ask();
    expect(Object.keys(device)).not.toContain('verification_uri_complete');
    expect((await field.browser.get(`/oauth/device?user_code=${device.user_code}`)).text).not.toContain(
      device.user_code,
    );
    const refused = await asks('/oauth/device/authorize', form({ client_id: field.program.clientId }));
    expect(refused.status).toBe(400);
  });

  it('gives its tokens once, by two servers too, and twice ends the grant', async () => {
    const device = await ask();
    expect((await poll(device)).body['error']).toBe('authorization_pending');
    expect((await allow(device)).status).toBe(200);
    const answers = await Promise.all([
      poll(device),
      poll(device, field.second),
      poll(device),
      poll(device, field.second),
    ]);
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { body } of given) expect(await statusWith(String(body['access_token']))).toBe(401);
    expect((await poll(device)).status).toBe(400);
  });

  it('lets a field.program do everything at the API only', async () => {
    const device = await ask({ scope: 'full_access payments:read', resource: `${server.baseUrl}/mcp` });
    expect((await allow(device)).status).toBe(200);
    const [newest] = resources(await server.get('/oauth-grants?limit=1'));
    expect([newest?.attributes['resource'], newest?.attributes['scopes']]).toEqual([
      'mcp',
      ['payments:read'],
    ]);
    expect((await poll(device)).body['scope']).not.toContain('full_access');
  });

  it('ends after ten minutes, and denied it stays denied', async () => {
    const [late, denied] = [await ask(), await ask()];
    await field.browser.post('/oauth/device', { code: denied.user_code, decision: 'deny' });
    expect((await allow(denied)).status).toBe(422);
    expect((await poll(denied)).body['error']).toBe('access_denied');
    await advance(server, 601);
    expect((await poll(late)).body['error']).toBe('expired_token');
    field.browser = await signIn(server, owner);
    expect((await allow(late)).status).toBeGreaterThanOrEqual(400);
  });

  it('is found by no more than five tries of a person, in whatever session', async () => {
    const device = await ask();
    const { id, email } = await newMember(server, 'MEMBER');
    expect(id).toMatch(/^usr_/);
    const tried = [];
    for (let n = 0; n < 5; n += 1) {
      const by = await signIn(server, email);
      tried.push((await by.post('/oauth/device', { code: `BBBBBBB${'BCDFGHJKLM'[n]}` })).status);
    }
    expect(tried).not.toContain(429);
    const by = await signIn(server, email);
    for (const fields of [{}, { decision: 'allow', ...asMyself }, { decision: 'deny' }])
      expect((await by.post('/oauth/device', { code: device.user_code, ...fields })).status).toBe(429);
    expect((await poll(device)).body['error']).toMatch(/authorization_pending|slow_down/);
    expect((await allow(device)).status).toBe(200); // of another person
  });
});

describe('what a member gave', () => {
  it('ends with the member, and with the role that could give it', async () => {
    const { id, email } = await newMember(server, 'ADMIN');
    const by = await signIn(server, email);
    const agent = await tokensFor({ ...forApi('payments:read payments:move') }, { by, choice: asNewAgent });
    const user = await tokensFor(forApi('payments:read payments:move'), { by });
    expect([await statusWith(agent.access_token, '/payments'), await statusWith(user.access_token)]).toEqual([
      200, 200,
    ]);
    await server.patch(`/parties/me/members/${id}`, { role: 'APPROVER' });
    expect(await statusWith(agent.access_token, '/payments')).toBe(401);
    const pay = { amount: 100, counterparty: { type: 'party_id', value: customer.partyId } };
    expect((await server.as({ key: user.access_token }).pay(pay)).status).toBe(403);
    await server.delete(`/parties/me/members/${id}`);
    expect(await statusWith(user.access_token)).toBe(401);
    for (const { refresh_token } of [agent, user])
      expect((await exchange(server, refreshGrant(field.program, refresh_token))).body['error']).toBe(
        'invalid_grant',
      );
  });

  it('is nothing of what a link or a member without agents may give', async () => {
    const { email } = await newMember(server, 'MEMBER');
    const by = await signIn(server, email);
    const page = locationOf(await by.get(begin(server, field.program).path));
    const answered = await by.post(page, {
      decision: 'allow',
      ...asNewAgent,
      ...shownTo(await by.get(page)),
    });
    expect(answered.status).toBe(403);
    expect((await openBrowser(server.baseUrl).get(page)).status).toBe(404);
    expect(resource(await server.get('/parties/me')).id).toBe(main.partyId);
  });
});

describe('a server behind a path', () => {
  it('sets its cookies and names its pages under that path', async () => {
    const port = await freePort();
    const PURSER_BASE_URL = 'https://pay.example/purser';
    const under = await serveOn(server.connection, { PORT: `${port}`, PURSER_BASE_URL });
    const at = `http://127.0.0.1:${port}`;
    const { path } = begin(server, field.program, { resource: `${PURSER_BASE_URL}/mcp` });
    const response = await fetch(at + path, { redirect: 'manual' });
    const page = response.headers.get('Location') ?? '';
    expect(page).toMatch(/^\/purser\/oauth\/consent\//);
    const cookies = response.headers.getSetCookie();
    expect(cookies.filter((cookie) => !/; secure.*; httponly/i.test(cookie))).toEqual([]);
    const paths = new Set(cookies.map((cookie) => /path=([^;]*)/.exec(cookie)?.[1]));
    expect(paths).toEqual(new Set([page, page.replace('consent', 'authorize')]));
    const device = await fetch(`${at}/oauth/device/authorize`, form({ client_id: 'purser-cli' }));
    const { verification_uri: typed } = (await device.json()) as Record<string, string>;
    expect(typed).toBe(`${PURSER_BASE_URL}/oauth/device`);
    await under.close();
  });
});

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  return port;
}
