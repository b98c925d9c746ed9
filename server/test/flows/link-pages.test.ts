import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { claimTokenOf } from '../support/claims.ts';
import { addressToConfirm } from '../support/contacts.ts';
import { resource, resources } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { invite } from '../support/party-invitations.ts';
import { main, customer, stranger, newEmail, testServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';

const server = testServer();
const accept = { verdict: 'accept', name: 'Casey <b>' };
const decline = { verdict: 'decline' };

const accountOf = async (browser: Browser): Promise<string> => (await browser.get('/account')).text;

const invitationTo = async (recipient: { type: string; value: string }): Promise<string> =>
  `/invitations/${await tokenOf(server, await inviteOne(server, recipient))}`;

async function claim(): Promise<{ path: string; paymentId: string }> {
  const sent = { amount: 700, counterparty: newEmail(), description: 'Lunch' };
  const payment = resource(await server.post('/payments', sent));
  return { path: `/claims/${await claimTokenOf(server, payment)}`, paymentId: payment.id };
}

describe('the page of money that waits', () => {
  it('says who sent how much and for what, makes the account, signs in, and works once', async () => {
    const { path, paymentId } = await claim();
    const browser = openBrowser(server.baseUrl);
    const { text } = await browser.get(path);
    for (const part of ['USD 7.00', `<bdi>${main.name}</bdi>`, '<bdi>Lunch</bdi>']) {
      expect(text).toContain(part);
    }
    expect(locationOf(await browser.post(path, accept))).toBe('/account');
    const account = await accountOf(browser);
    expect([account.includes('<bdi>Casey &lt;b&gt;</bdi>'), account.includes('USD 7.00')]).toEqual([
      true,
      true,
    ]);
    expect(resource(await server.get(`/payments/${paymentId}`)).attributes['status']).toBe('COMPLETED');
    const again = openBrowser(server.baseUrl);
    const unknown = await again.get(`/claims/${'A'.repeat(32)}`);
    const used = await again.post(path, accept);
    expect([used.status, used.text, again.cookies.size]).toEqual([404, unknown.text, 0]);
  });

  it('makes nothing without a name or from the page of another site', async () => {
    const { path, paymentId } = await claim();
    const browser = openBrowser(server.baseUrl);
    expect((await browser.post(path, { name: ' ' })).status).toBe(422);
    expect((await browser.post(path, { name: '\u0007' })).status).toBe(422);
    expect((await browser.post(path, accept, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect([browser.cookies.size, (await browser.get(path)).status]).toEqual([0, 200]);
    expect(resource(await server.get(`/payments/${paymentId}`)).attributes['status']).toBe('PENDING_CLAIM');
  });
});

describe('the page of a customer invitation', () => {
  it('says in dollars what the agent may do and how to end it, makes the account, and lets the customer end it', async () => {
    const path = await invitationTo(newEmail());
    const browser = openBrowser(server.baseUrl);
    const { text } = await browser.get(path);
    expect(text).toContain('A payment of more than USD 50.00 waits until you approve it.');
    expect(text).toContain('make payments from your wallets');
    expect(text).toContain('You can end this at any time');
    expect(locationOf(await browser.post(path, accept))).toBe('/account');
    const account = await accountOf(browser);
    expect(account).toContain('Who may act for you');
    const delegationId = /name="delegationId" value="(dlg_\w+)"/.exec(account)?.[1] ?? '';
    const agentId = /name="agentId" value="(agt_\w+)"/.exec(account)?.[1] ?? '';
    const suspend = { delegationId, agentId, status: 'SUSPENDED' };
    expect(locationOf(await browser.post('/account/delegation', suspend))).toBe('/account');
    expect(await accountOf(browser)).toMatch(/\(suspended\).*Resume agent/);
    expect(locationOf(await browser.post('/account/delegation', { delegationId }))).toBe('/account');
    const late = await browser.post('/account/delegation', { ...suspend, status: 'ACTIVE' });
    expect([late.status, late.text.includes('Signed in for'), late.text.includes('role="alert"')]).toEqual([
      409,
      true,
      true,
    ]);
    for (const { text } of [late, await browser.get('/account')])
      expect(text).not.toContain('Who may act for you');
    expect((await browser.get(path)).status).toBe(404);
  });

  it('declines without an account, once', async () => {
    const path = await invitationTo(newEmail());
    const browser = openBrowser(server.baseUrl);
    expect((await browser.post(path, decline)).text).toContain('You have declined');
    expect([(await browser.post(path, accept)).status, browser.cookies.size]).toEqual([404, 0]);
  });

  it('answers nothing at the address that the inviting party sees', async () => {
    const invitation = await inviteOne(server, newEmail());
    const { pathname } = new URL(String(invitation.attributes['url']));
    const browser = openBrowser(server.baseUrl);
    expect((await browser.get(pathname)).text).not.toContain('<form');
    expect((await browser.post(pathname, accept)).status).toBe(404);
    expect((await browser.post(pathname, decline)).status).toBe(404);
    expect((await browser.get(pathname)).status).toBe(200);
  });

  it('lets no mail answer for a party that exists: its people sign in, and their role decides', async () => {
    const path = await invitationTo({ type: 'email', value: customer.email });
    const nobody = openBrowser(server.baseUrl);
    const invited = /href="(\/invited\/adi_\w+)"/.exec((await nobody.get(path)).text)?.[1] ?? '';
    expect((await nobody.post(path, accept)).status).toBe(409);
    expect(locationOf(await nobody.get(invited))).toBe(`/sign-in?to=${encodeURIComponent(invited)}`);
    const browserOf = async (role: 'MEMBER' | 'ADMIN', party: { partyId: string } = customer) =>
      signIn(server, (await newMember(server, role, party)).email);
    const member = await browserOf('MEMBER');
    expect((await member.get(invited)).text).toContain('Owners and admins of your party answer this.');
    expect((await member.post(invited, accept)).status).toBe(403);
    const other = await browserOf('ADMIN', stranger);
    expect([(await other.get(invited)).status, (await other.post(invited, accept)).status]).toEqual([
      404, 404,
    ]);
    const admin = await browserOf('ADMIN');
    expect(await accountOf(admin)).toContain(`href="${invited}"`);
    expect(locationOf(await admin.post(invited, accept))).toBe(invited);
    expect((await admin.get(invited)).text).toContain('You have accepted this invitation.');
    expect((await admin.post(invited, decline)).status).toBe(409);
    const given = resources(await server.as(customer).get('/delegations?direction=given'));
    expect(given.length).toBeGreaterThan(0);
  });
});

describe('the page of a party invitation', () => {
  it('makes a new person a member who is signed in, sends a known one to the sign-in, and works once', async () => {
    const first = await invite(server, { role: 'ADMIN' });
    const browser = openBrowser(server.baseUrl);
    const path = `/join/${first.token}`;
    expect((await browser.get(path)).text).toContain('Your name');
    expect((await browser.post(path)).status).toBe(422);
    expect(locationOf(await browser.post(path, accept))).toBe('/account');
    const account = await accountOf(browser);
    expect([account.includes(main.name), account.includes('admin')]).toEqual([true, true]);
    expect((await browser.post(path, accept)).status).toBe(404);
    const known = await newMember(server, 'OWNER', customer);
    const second = `/join/${(await invite(server, { email: known.email })).token}`;
    const other = openBrowser(server.baseUrl);
    const shown = (await other.get(second)).text;
    expect([shown.includes('Your name'), shown.includes(`<bdi>${known.email}</bdi>`)]).toEqual([false, true]);
    const joined = await other.post(second, { verdict: 'accept' });
    expect([joined.status, joined.text.includes('href="/sign-in"'), other.cookies.size]).toEqual([
      200,
      true,
      0,
    ]);
    expect(await accountOf(await signIn(server, known.email))).toContain('Act for another party');
  });

  it('declines', async () => {
    const path = `/join/${(await invite(server)).token}`;
    const browser = openBrowser(server.baseUrl);
    expect((await browser.post(path, decline)).text).toContain('You have declined');
    expect((await browser.get(path)).status).toBe(404);
  });
});

async function statusOf(value: string): Promise<unknown> {
  const listed = resources(await server.get('/parties/me/contacts?limit=100'));
  return listed.find(({ attributes }) => (attributes['address'] as { value: string }).value === value)
    ?.attributes['status'];
}

describe('the page of an address to confirm', () => {
  it('confirms it once an administrator of the party has signed in, however often the form is sent', async () => {
    const { value, path } = await addressToConfirm(server);
    const { email } = await newMember(server, 'ADMIN');
    const browser = openBrowser(server.baseUrl);
    const { status, text } = await browser.get(path);
    expect([status, text.includes(`<bdi>${value}</bdi>`), text.includes('<form')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(locationOf(await browser.post(path))).toBe(`/sign-in?to=${encodeURIComponent(path)}`);
    expect(locationOf(await browser.post(await linkByMail(server, email, path)))).toBe(path);
    expect((await browser.get(path)).text).toContain('Confirm this address</button>');
    expect(await statusOf(value)).toBe('PENDING');
    const form = { key: randomUUID() };
    const replies = await Promise.all([browser.post(path, form), browser.post(path, form)]);
    expect(replies.map((reply) => [reply.status, reply.text.includes('The address is confirmed')])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(await statusOf(value)).toBe('VERIFIED');
  });

  it('is the same page for a used, an expired and an unknown link', async () => {
    const [used, expired] = [await addressToConfirm(server), await addressToConfirm(server)];
    const owner = await signIn(server, (await newMember(server, 'OWNER')).email);
    await owner.post(used.path);
    await server.sql`UPDATE contact_verifications SET expires_at = expires_at - interval '2 days'
      WHERE value = ${expired.value}`;
    const unknown = await owner.get(`/verify/con_${'0'.repeat(32)}/${'A'.repeat(32)}`);
    expect([unknown.status, unknown.text.includes('This link confirms no address')]).toEqual([404, true]);
    const changed = used.path.replace(/.{32}$/, 'A'.repeat(32));
    for (const path of [used.path, expired.path, changed, '/verify/x/y', '/verify/%00/x']) {
      for (const reply of [await owner.get(path), await owner.post(path)]) {
        expect([path, reply.status, reply.text]).toEqual([path, 404, unknown.text]);
      }
    }
    expect(await statusOf(expired.value)).not.toBe('VERIFIED');
  });

  it('confirms nothing for a member, another party, a wrong token or a form of another site', async () => {
    const { value, path } = await addressToConfirm(server);
    const [member, owner, other] = [
      await signIn(server, (await newMember(server, 'MEMBER')).email),
      await signIn(server, (await newMember(server, 'OWNER')).email),
      await signIn(server, (await newMember(server, 'OWNER', stranger)).email),
    ];
    expect((await member.post(path)).status).toBe(403);
    expect((await other.get(path)).text).toContain('can confirm it.');
    expect((await other.post(path)).status).toBe(404);
    expect((await owner.post(path.replace(/.{32}$/, 'A'.repeat(32)))).status).toBe(404);
    expect((await owner.post(path, {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(await statusOf(value)).toBe('PENDING');
  });
});
