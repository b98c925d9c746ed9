import { describe, expect, it } from 'vitest';
import { locationOf, openBrowser } from '../support/browser.ts';
import { call } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { linkByMail } from '../support/sign-in.ts';
import { until, uuidOf } from './support.ts';

const server = testServer();

describe('a link by mail', () => {
  it('signs its reader in once, after a click, and then looks like a link that never was', async () => {
    const { email } = await newMember(server);
    const link = await linkByMail(server, email);
    const browser = openBrowser(server.baseUrl);
    const shown = await browser.get(link);
    expect([shown.status, shown.text.includes(email), browser.cookies.size]).toEqual([200, true, 0]);
    expect(locationOf(await browser.post(link))).toBe('/account');
    const account = await browser.get('/account');
    expect([account.status, account.text.includes(main.name)]).toEqual([200, true]);
    const other = openBrowser(server.baseUrl);
    const never = await other.get(`/sign-in/${'A'.repeat(32)}`);
    for (const used of [await other.get(link), await other.post(link)]) {
      expect([used.status, used.text]).toEqual([404, never.text]);
    }
    expect(other.cookies.size).toBe(0);
  });

  it('opens at most one session, however many copies of the form arrive at once', async () => {
    const { email } = await newMember(server);
    const link = await linkByMail(server, email);
    const browsers = Array.from({ length: 8 }, () => openBrowser(server.baseUrl));
    const replies = await Promise.all(browsers.map((browser) => browser.post(link)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      303,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    expect(browsers.filter(({ cookies }) => cookies.size === 1)).toHaveLength(1);
  });

  it('signs in for no other party than its page has shown', async () => {
    const { email, id } = await newMember(server);
    const [link, browser] = [await linkByMail(server, email), openBrowser(server.baseUrl)];
    const shownFor = async (): Promise<string> =>
      /name="partyId" value="([^"]*)"/.exec((await browser.get(link)).text)?.[1] ?? '';
    const partyId = await shownFor();
    expect(partyId).toBe(main.partyId);
    await server.sql`DELETE FROM members WHERE user_id = ${uuidOf(id)}`;
    await server.sql`INSERT INTO members (id, party_id, user_id, role, created_at)
      VALUES (gen_random_uuid(), ${uuidOf(stranger.partyId)}, ${uuidOf(id)}, 'OWNER', now())`;
    const reply = await browser.post(link, { partyId });
    expect([reply.status, browser.cookies.size, await shownFor()]).toEqual([409, 0, stranger.partyId]);
    expect(locationOf(await browser.post(link, { partyId: stranger.partyId }))).toBe('/account');
  });

  it('leads back to the page that asked for the sign-in, and to no other site', async () => {
    for (const [to, opened] of [
      ['/review/apr_1', '/review/apr_1'],
      ['/account/withdraw', '/account/withdraw'],
      ['/account/delegation/del_1/agt_1', '/account/delegation/del_1/agt_1'],
      ['/account/delegation/../..', '/account'],
      ['https://example.com/', '/account'],
      ['//example.com', '/account'],
    ] as const) {
      const { email } = await newMember(server);
      const link = await linkByMail(server, email, to);
      expect(locationOf(await openBrowser(server.baseUrl).post(link))).toBe(opened);
    }
  });

  it('is answered in the same way for an unknown address, which gets no mail, and for one that asks again', async () => {
    const { email } = await newMember(server);
    const unknown = `nobody-${email}`;
    const browser = openBrowser(server.baseUrl);
    const replies = [];
    for (const each of [email, unknown, email]) replies.push(await browser.post('/sign-in', { email: each }));
    const [known] = replies;
    expect(replies.map(({ status, text }) => [status, text])).toEqual(replies.map(() => [200, known?.text]));
    const states = () =>
      server.sql<{ recipient: string; status: string }>`SELECT recipient, status FROM mails
        WHERE recipient = ANY (${[email, unknown]}) ORDER BY recipient`;
    await until('both are done', async () => (await states()).every(({ status }) => status !== 'PENDING'));
    expect(await states()).toEqual(
      [
        { recipient: email, status: 'SENT' },
        { recipient: unknown, status: 'DROPPED' },
      ].toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1)),
    );
  });

  it('can be had after five minutes, however many were asked for before', async () => {
    expect(await countLinks(await askAfterTen(3))).toBe(10);
    expect(await countLinks(await askAfterTen(6))).toBe(11);
  });

  it('expires after 15 minutes, and is deleted an hour later with its mail', async () => {
    const { email } = await newMember(server);
    const link = await linkByMail(server, email);
    await server.sql('UPDATE installation SET clock_offset_ms = clock_offset_ms + 15 * 60000');
    expect((await openBrowser(server.baseUrl).post(link)).status).toBe(404);
    await call(server.baseUrl, 'POST', '/simulations/clock/advance', {
      key: main.apiKey,
      body: { data: { attributes: { seconds: 3700 } } },
    });
    const left = () => server.sql`SELECT id FROM sign_in_links WHERE email = ${email}`;
    await until('it is deleted', async () => (await left()).length === 0);
    expect(await server.sql`SELECT id FROM mails WHERE recipient = ${email}`).toEqual([]);
  });

  it('and the session that it opens are stored as hashes only', async () => {
    const { email } = await newMember(server);
    const link = await linkByMail(server, email);
    const browser = openBrowser(server.baseUrl);
    await browser.post(link);
    const secrets = [link.slice('/sign-in/'.length), ...browser.cookies.values()];
    const stored = await server.sql<{ text: string }>(
      `SELECT row_to_json(k)::text AS text FROM api_keys k UNION ALL SELECT row_to_json(l)::text FROM sign_in_links l
       UNION ALL SELECT row_to_json(a)::text FROM audit_lines a UNION ALL SELECT row_to_json(i)::text FROM idempotency_keys i`,
    );
    expect(stored.filter(({ text }) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });
});

const countLinks = async (email: string): Promise<number> =>
  (await server.sql`SELECT id FROM sign_in_links WHERE email = ${email}`).length;

/** Asks for a link after ten others in as many minutes, and returns the address. */
async function askAfterTen(lastMinutesAgo: number): Promise<string> {
  const { email } = await newMember(server);
  await server.sql(
    `INSERT INTO sign_in_links (id, email, sealed_return_to, secret_id, created_at, minute, expires_at)
     SELECT gen_random_uuid(), $1, '', 'k1', at, date_trunc('minute', at), at + interval '15 minutes'
     FROM installation, generate_series($2::int, $2 + 9) ago,
       LATERAL (SELECT now() + clock_offset_ms * interval '1 ms' - ago * interval '1 minute' AS at) t`,
    email,
    lastMinutesAgo,
  );
  expect((await openBrowser(server.baseUrl).post('/sign-in', { email })).status).toBe(200);
  return email;
}
