import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sessionCookieOf } from '../../src/http/session-cookie.ts';
import { mailboxPath } from '../../src/doors/pages/mailbox.ts';
import { locationOf, openBrowser } from '../support/browser.ts';
import { call, resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { rawRequest, sendFrom } from '../support/raw.ts';
import { main, customer, stranger, serveOn, testKeyring, testSecret, testServer } from '../support/server.ts';
import { apiKeyShape } from '../support/shapes-parties.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { newWebhook } from '../support/webhooks.ts';
import { until, waitingSessions, withSession } from './support.ts';

const server = testServer();
const minute_ms = 60_000;

async function moveClock(by_ms: number): Promise<void> {
  await server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + ${by_ms}::bigint`;
}

describe('a form', () => {
  it.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['with another origin', { 'Sec-Fetch-Site': undefined, Origin: 'https://example.com' }],
    ['with an opaque origin', { 'Sec-Fetch-Site': undefined, Origin: 'null' }],
    ['that says nothing of where it comes from', { 'Sec-Fetch-Site': undefined }],
  ])('%s is refused, and the session stays', async (_what, headers) => {
    const browser = await signIn(server, (await newMember(server)).email);
    expect((await browser.post('/sign-out', {}, headers)).status).toBe(403);
    expect((await browser.get('/account')).status).toBe(200);
  });

  it('with the origin of the server under another scheme is refused', async () => {
    const browser = await signIn(server, (await newMember(server)).email);
    const Origin = server.baseUrl.replace('http:', 'https:');
    expect((await browser.post('/sign-out', {}, { 'Sec-Fetch-Site': undefined, Origin })).status).toBe(403);
  });

  it('with the origin of the host that it names, which is not ours, is refused', async () => {
    const lines = ['Origin: http://purser.test', 'Content-Type: application/x-www-form-urlencoded'];
    const sent = rawRequest('POST /sign-out', [...lines, 'Content-Length: 0']);
    expect(await sendFrom(server.baseUrl, '127.0.0.1', sent)).toMatch(/^HTTP\/1\.1 403/);
  });

  it('with the origin of the server is accepted', async () => {
    const browser = await signIn(server, (await newMember(server)).email);
    const headers = { 'Sec-Fetch-Site': undefined, Origin: server.baseUrl };
    expect((await browser.post('/sign-out', {}, headers)).status).toBe(303);
  });

  it('that is none, or is no UTF-8, is refused', async () => {
    const browser = openBrowser(server.baseUrl);
    const json = await browser.post('/sign-in', {}, { 'Content-Type': 'application/json' });
    const broken = await call(server.baseUrl, 'POST', '/sign-in', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
      body: new Uint8Array([0x65, 0x3d, 0xff]),
    });
    const empty = await browser.post('/sign-in', { email: 'nobody' });
    expect([json.status, broken.status, empty.status]).toEqual([415, 400, 422]);
  });
});

describe('a browser session', () => {
  it('has a cookie that no script reads and no other site sends, and with TLS no other host sets', async () => {
    const plain = openBrowser(server.baseUrl);
    const [line] = (
      await plain.post(await linkByMail(server, (await newMember(server)).email))
    ).headers.getSetCookie();
    expect(line).toMatch(
      /^purser-session=ss_pur_sandbox_\w{39}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    const config = readConfig({ PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: testSecret });
    for (const baseUrl of ['https://pay.example.com', 'http://pay.example.com']) {
      const cookie = sessionCookieOf({ config, baseUrl: () => baseUrl });
      expect([cookie.name, cookie.set('ss_x')]).toEqual([
        '__Host-purser-session',
        '__Host-purser-session=ss_x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=43200',
      ]);
    }
  });

  it('counts in its cookie only, and an API key counts in none', async () => {
    const browser = await signIn(server, (await newMember(server)).email);
    const [secret = ''] = browser.cookies.values();
    expect((await server.as(secret).get('/wallets')).status).toBe(401);
    browser.cookies.set('purser-session', main.apiKey);
    expect(locationOf(await browser.get('/account'))).toBe('/sign-in');
  });

  it('stands among the keys of the party, and an owner ends it there', async () => {
    const { key } = await newMember(server, 'OWNER');
    const { id: userId, email } = await newMember(server);
    const browser = await signIn(server, email);
    const sessions = resources(await server.as(key).get('/api-keys?limit=100&status=ACTIVE')).filter(
      ({ attributes }) => attributes['createdBy'] === userId && attributes['signedInAt'] !== null,
    );
    expect(sessions).toHaveLength(1);
    const path = `/api-keys/${sessions[0]?.id}`;
    const shown = resource(await server.as(key).get(path));
    expect(shown).toEqual(apiKeyShape);
    expect(shown.attributes['apiKeyPrefix']).toMatch(/^ss_/);
    expect((await server.as(key).delete(path)).status).toBe(200);
    expect(locationOf(await browser.get('/account'))).toBe('/sign-in');
    expect(resource(await server.as(key).get(path)).attributes['status']).toBe('REVOKED');
  });

  it('shows as EXPIRED after half an hour without a request', async () => {
    const { id: userId, email } = await newMember(server);
    await signIn(server, email);
    await moveClock(30 * minute_ms);
    const ended = resources(await server.get('/api-keys?limit=100&status=EXPIRED'));
    expect(ended.map(({ attributes }) => attributes['createdBy'])).toContain(userId);
  });

  it('ends with its sign-out, in this browser only or, if asked, everywhere and on every server at once', async () => {
    const { email } = await newMember(server);
    const [one, two, three] = [
      await signIn(server, email),
      await signIn(server, email),
      await signIn(server, email),
    ];
    const isOpen = async (browser: typeof one): Promise<boolean> =>
      (await browser.get('/account')).status === 200;
    expect(locationOf(await one.post('/sign-out'))).toBe('/sign-in');
    expect([one.cookies.size, await isOpen(two), await isOpen(three)]).toEqual([0, true, true]);
    const second = await serveOn(server.connection);
    try {
      const elsewhere = openBrowser(second.baseUrl);
      for (const [name, value] of three.cookies) elsewhere.cookies.set(name, value);
      expect(await isOpen(elsewhere)).toBe(true);
      await two.post('/sign-out', { everywhere: 'true' });
      expect([await isOpen(two), await isOpen(three), await isOpen(elsewhere)]).toEqual([
        false,
        false,
        false,
      ]);
    } finally {
      await second.close();
    }
  });

  it('ends everywhere also if it is switched to another party meanwhile', async () => {
    const { email, id } = await newMember(server);
    await server.sql`INSERT INTO members (id, party_id, user_id, role, created_at)
      VALUES (gen_random_uuid(), ${stranger.partyId.slice(4)}, ${id.slice(4)}, 'OWNER', now())`;
    const [switching, ending] = [await signIn(server, email), await signIn(server, email)];
    const both = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query('SELECT FROM api_keys WHERE created_by = $1 FOR UPDATE', [id.slice(4)]);
      const switched = switching.post('/account/party', { partyId: stranger.partyId });
      await until('the switch waits', async () => (await waitingSessions(server.sql)).length === 1);
      const ended = ending.post('/sign-out', { everywhere: 'true' });
      await until('the end waits, too', async () => (await waitingSessions(server.sql)).length === 2);
      await session.query('ROLLBACK');
      return Promise.all([switched, ended]);
    });
    expect(both.map(locationOf)).toEqual(['/account', '/sign-in']);
    expect(locationOf(await switching.get('/account'))).toBe('/sign-in');
  });

  it('of a removed member ends at once', async () => {
    const { email, id } = await newMember(server);
    const browser = await signIn(server, email);
    expect((await browser.get('/account')).status).toBe(200);
    expect((await server.delete(`/parties/me/members/${id}`)).status).toBe(200);
    expect(locationOf(await browser.get('/account'))).toBe('/sign-in');
    expect((await browser.post('/sign-out')).status).toBe(303);
  });

  it('ends after 30 minutes without a request, and after 12 hours in any case', async () => {
    const { email } = await newMember(server);
    const browser = await signIn(server, email);
    const isOpen = async (): Promise<boolean> => (await browser.get('/account')).status === 200;
    const touch = (): Promise<unknown> =>
      server.sql`UPDATE key_uses SET last_used_at = now() + (SELECT clock_offset_ms
        FROM installation) * interval '1 ms' WHERE key_id IN (SELECT id FROM api_keys
        WHERE created_by = (SELECT id FROM users WHERE email = ${email}))`;
    await moveClock(29 * minute_ms);
    expect(await isOpen()).toBe(true);
    await until('its use is recorded', async () => {
      const used = `SELECT FROM key_uses u JOIN api_keys k ON k.id = u.key_id
        WHERE k.created_by = (SELECT id FROM users WHERE email = $1)`;
      return (await server.sql(used, email)).length > 0;
    });
    await touch();
    await moveClock(31 * minute_ms);
    expect(await isOpen()).toBe(false);
    await touch();
    expect(await isOpen()).toBe(true);
    await moveClock(11 * 60 * minute_ms);
    await touch();
    expect(await isOpen()).toBe(false);
  });

  it('opens for people of a frozen party too, who may end that', async () => {
    const { email } = await newMember(server, 'OWNER', customer);
    const key = customer.apiKey;
    await server.as(key).post('/parties/me/freeze');
    const browser = await signIn(server, email);
    expect((await browser.get('/account')).text).toContain(`<bdi>${customer.name}</bdi>`);
    await server.as(key).post('/parties/me/unfreeze');
  });

  it('acts for another party of the same person after a switch, and lasts no longer for it', async () => {
    const { email, id } = await newMember(server);
    await server.sql`INSERT INTO members (id, party_id, user_id, role, created_at)
      VALUES (gen_random_uuid(), ${stranger.partyId.slice(4)}, ${id.slice(4)}, 'OWNER', now())`;
    const browser = await signIn(server, email);
    const [first] = browser.cookies.values();
    const elsewhere = await browser.post('/account/party', { partyId: customer.partyId });
    expect([elsewhere.status, elsewhere.text.includes('Act for another party')]).toEqual([403, true]);
    await browser.post('/account/party', { partyId: stranger.partyId });
    expect((await browser.get('/account')).text).toContain('<h1><bdi>Stranger &amp; Sons</bdi></h1>');
    for (const party of [main, stranger]) {
      const lines = resources(await server.as(party).get('/audit-log?limit=5')).filter(
        ({ attributes, relationships }) =>
          attributes['action'] === 'POST /account/party' && relationships['user']?.data?.id === id,
      );
      expect([party.partyId, lines.map(({ attributes }) => attributes['decision'])]).toEqual([
        party.partyId,
        ['accepted'],
      ]);
    }
    const old = openBrowser(server.baseUrl);
    old.cookies.set('purser-session', first ?? '');
    expect(locationOf(await old.get('/account'))).toBe('/sign-in');
    const times = await server.sql<{ signed_in_at: Date; expires_at: Date }>`SELECT DISTINCT signed_in_at,
      expires_at FROM api_keys WHERE created_by = ${id.slice(4)} AND signed_in_at IS NOT NULL`;
    expect(times).toHaveLength(1);
  });

  it('has a line in the audit log for its beginning and its end', async () => {
    const { email, id } = await newMember(server);
    const browser = await signIn(server, email);
    await browser.post('/sign-out');
    const lines = await server.sql<{ action: string; key_prefix: string }>`SELECT action, key_prefix
      FROM audit_lines WHERE user_id = ${id.slice(4)} ORDER BY id`;
    expect(lines.map(({ action }) => action)).toEqual(['POST /sign-in', 'POST /sign-out']);
    for (const { key_prefix } of lines) expect(key_prefix).toMatch(/^ss_pur_sandbox_\w{8}$/);
  });
});

describe('the page of the account', () => {
  it('shows webhooks that Purser has disabled, and lets administrators enable them again', async () => {
    const hook = await newWebhook(server);
    await server.sql("UPDATE webhooks SET status = 'DISABLED', disabled_reason = 'FAILING'");
    const browserOf = async (role: 'ADMIN' | 'MEMBER') =>
      signIn(server, (await newMember(server, role)).email);
    const [admin, member] = [await browserOf('ADMIN'), await browserOf('MEMBER')];
    const shows = async () => (await admin.get('/account')).text.includes('Disabled webhooks');
    expect(await shows()).toBe(true);
    const form = { webhookId: hook };
    expect((await member.post('/account/webhook', form)).status).toBe(403);
    expect(await shows()).toBe(true);
    expect(locationOf(await admin.post('/account/webhook', form))).toBe('/account');
    expect(await shows()).toBe(false);
  });
});

describe('the mailbox of a sandbox', () => {
  it('shows all mail to whoever has its address, and signs in with one form', async () => {
    const path = mailboxPath(testKeyring());
    const browser = openBrowser(server.baseUrl);
    const link = await linkByMail(server, main.email);
    const box = await browser.get(path);
    expect([box.status, box.text.includes(`href="${server.baseUrl}${link}"`)]).toEqual([200, true]);
    expect(locationOf(await browser.post(path, { email: main.email }))).toBe('/account');
    expect((await browser.get('/account')).text).toContain(main.name);
    for (const wrong of [`/mailbox/${'A'.repeat(32)}`, '/mailbox/x']) {
      expect([
        (await browser.get(wrong)).status,
        (await browser.post(wrong, { email: main.email })).status,
      ]).toEqual([404, 404]);
    }
  });

  it('ends the session before, and leads to no other place than its own', async () => {
    const path = mailboxPath(testKeyring());
    const browser = await signIn(server, (await newMember(server)).email);
    const [before = ''] = browser.cookies.values();
    await browser.post(path, { email: main.email });
    const old = openBrowser(server.baseUrl);
    old.cookies.set('purser-session', before);
    expect(locationOf(await old.get('/account'))).toBe('/sign-in');
    expect(locationOf(await browser.post(`${path}?next=//evil.example`, { email: 'a@b.example' }))).toBe(
      path,
    );
    const [url, form] = [`http://evil.example${path}`, 'email=a%40b.example'];
    const lines = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${form.length}`];
    const raw = rawRequest(`POST ${url}`, [...lines, 'Sec-Fetch-Site: same-origin']) + form;
    expect(await sendFrom(server.baseUrl, '127.0.0.1', raw)).not.toMatch(/^location:.*evil/im);
  });

  it('keeps links to sign in from the keys of the party', async () => {
    await linkByMail(server, main.email);
    const mails = resources(await server.get('/simulations/mailbox?limit=100'));
    expect(mails.filter(({ attributes }) => String(attributes['text']).includes('/sign-in/'))).toEqual([]);
  });
});
