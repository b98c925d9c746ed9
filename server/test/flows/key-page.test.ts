import { describe, expect, it } from 'vitest';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { type Reply, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { invite } from '../support/party-invitations.ts';
import { main, testServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';

const server = testServer();
const path = '/account/keys';
const form = { name: 'My laptop', may: 'all', days: '90' };
const freshLink = 'Send me a fresh link';
const keyIn = ({ text }: Reply): string => /sk_pur_sandbox_\w{39}/.exec(text)?.[0] ?? 'none';
const pass = (minutes: number) =>
  server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + ${minutes * 60_000}`;
const status = async (key: string, at: string): Promise<number> => (await server.as(key).get(at)).status;

/** Lets somebody join the main party by the page of the invitation: without a key. */
async function join(): Promise<{ browser: Browser; email: string }> {
  const { email, token } = await invite(server, { role: 'MEMBER' });
  const browser = openBrowser(server.baseUrl);
  await browser.post(`/join/${token}`, { verdict: 'accept', name: 'Casey' });
  return { browser, email };
}

describe('the page that makes a key', () => {
  it('gives a member who came without a key one after a sign-in, which can do what the role may', async () => {
    const { browser, email } = await join();
    expect((await browser.get(path)).text).toContain(freshLink);
    expect(keyIn(await browser.post(path, form))).toBe('none');
    expect(locationOf(await browser.post(await linkByMail(server, email, path)))).toBe(path);
    const made = await browser.post(path, form);
    const key = keyIn(made);
    expect([made.status, await status(key, '/payments'), await status(key, '/audit-log')]).toEqual([
      200, 200, 403,
    ]);
    const [listed] = resources(await server.as(key).get('/api-keys?limit=1'));
    expect(listed?.attributes).toMatchObject({ name: 'My laptop', status: 'ACTIVE', signedInAt: null });
    expect(listed?.attributes['expiresAt']).not.toBe(null);
    const account = (await browser.get('/account')).text;
    expect([account.includes('My laptop'), account.includes(key)]).toEqual([true, false]);
    const another = { name: 'More', scopes: ['payments.read'] };
    expect((await server.as(key).post('/api-keys', another)).status).toBe(403);
  });

  it('makes one that only reads, and lasts until it is revoked, if that is chosen', async () => {
    const browser = await signIn(server, (await newMember(server)).email);
    const key = keyIn(await browser.post(path, { ...form, may: 'read', days: '' }));
    const pay = await server
      .as(key)
      .pay({ amount: 1, counterparty: { type: 'party_id', value: main.partyId } });
    expect([await status(key, '/payments'), pay.status]).toEqual([200, 403]);
    const [listed] = resources(await server.as(key).get('/api-keys?limit=1'));
    expect(listed?.attributes['expiresAt']).toBe(null);
  });

  it('makes none ten minutes after the sign-in, none without a name, and none for nobody', async () => {
    const browser = await signIn(server, (await newMember(server, 'OWNER')).email);
    expect((await browser.post(path, { ...form, name: ' ' })).status).toBe(422);
    await pass(11);
    const refused = await browser.post(path, form);
    expect([refused.status, refused.text.includes(freshLink), keyIn(refused)]).toEqual([403, true, 'none']);
    expect(locationOf(await openBrowser(server.baseUrl).post(path, form))).toMatch(/^\/sign-in/);
  });

  it('stands in the audit log like every new key, with the session that made it', async () => {
    const { id, email } = await newMember(server);
    const browser = await signIn(server, email);
    await browser.post(path, form);
    const [line] = resources(await server.get('/audit-log?limit=1'));
    expect(line?.attributes).toMatchObject({ action: 'POST /api-keys', decision: 'accepted' });
    expect(line?.relationships['user']?.data?.id).toBe(id);
    expect(line?.attributes['keyPrefix']).toMatch(/^ss_/);
  });
});
