import { describe, expect, it } from 'vitest';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { claimTokenOf } from '../support/claims.ts';
import { resource, resources } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { invite } from '../support/party-invitations.ts';
import {
  main,
  customer,
  stranger,
  newAddress,
  secondServer,
  testServer,
  type Served,
} from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';

const settings = { PURSER_FRESH_SIGN_IN_ABOVE: '5000' };
const server = testServer(settings);
const second = secondServer(server, settings);
const accept = { verdict: 'accept', name: 'Casey' };

type Kind = 'join' | 'claim' | 'customer invitation';

/** Returns the path of a link of this kind to an address. */
async function linkTo(kind: Kind, email: string): Promise<string> {
  if (kind === 'join') {
    return `/join/${(await invite(server, { email, role: 'ADMIN', by: stranger.apiKey })).token}`;
  }
  const address = { type: 'email', value: email };
  if (kind === 'customer invitation') {
    return `/invitations/${await tokenOf(server, await inviteOne(server, address))}`;
  }
  const payment = resource(await server.pay({ amount: 700, counterparty: address }));
  return `/claims/${await claimTokenOf(server, payment)}`;
}

async function joinMain(role: 'MEMBER' | 'ADMIN'): Promise<{ browser: Browser; email: string }> {
  const { email, token } = await invite(server, { role });
  const browser = openBrowser(server.baseUrl);
  expect(locationOf(await browser.post(`/join/${token}`, accept))).toBe('/account');
  return { browser, email };
}

/** Makes the person with this address an owner of the customer too. */
async function makeOwnerOfCustomer(email: string): Promise<void> {
  await server.sql`INSERT INTO members (id, party_id, user_id, role, created_at)
    SELECT gen_random_uuid(), ${customer.partyId.slice(4)}, id, 'OWNER', now() FROM users WHERE email = ${email}`;
}

function elsewhere({ cookies }: Browser, at: Served): Browser {
  const browser = openBrowser(at.baseUrl);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

describe('a link that reaches somebody who exists', () => {
  it.each<Kind>(['join', 'claim', 'customer invitation'])(
    'to a %s says as whom it accepts, acts for what it names, and opens no session',
    async (kind) => {
      const { email } = await newMember(server, 'OWNER', customer);
      const path = await linkTo(kind, email);
      const browser = openBrowser(server.baseUrl);
      expect((await browser.get(path)).text).toContain(`<bdi>${email}</bdi>`);
      const accepted = await browser.post(path, accept);
      expect([accepted.status, accepted.text.includes(`Sign in as <bdi>${email}</bdi>`)]).toEqual([
        200,
        true,
      ]);
      expect([accepted.headers.getSetCookie(), browser.cookies.size]).toEqual([[], 0]);
      expect(locationOf(await browser.get('/account'))).toBe('/sign-in');
      const seats = await server.sql`SELECT m.id FROM members m JOIN users u ON u.id = m.user_id
        WHERE u.email = ${email}`;
      expect(seats).toHaveLength(2);
    },
  );

  it('leaves the session of the browser as it was', async () => {
    const [reader, invited] = [await newMember(server), await newMember(server, 'OWNER', customer)];
    const browser = await signIn(server, reader.email);
    const [before] = browser.cookies.values();
    await browser.post(await linkTo('join', invited.email), accept);
    expect([...browser.cookies.values()]).toEqual([before]);
    expect((await browser.get('/account')).text).toContain(`<bdi>${reader.email}</bdi>`);
  });
});

describe('a session that a link has opened for somebody new', () => {
  it('says as whom it will be, and never acts for another party of the person, on any server', async () => {
    const { browser, email } = await joinMain('ADMIN');
    await makeOwnerOfCustomer(email);
    for (const each of [browser, elsewhere(browser, second)]) {
      const { text } = await each.get('/account');
      expect([text.includes(main.name), text.includes(customer.name)]).toEqual([true, false]);
      expect((await each.post('/account/party', { partyId: customer.partyId })).status).toBe(403);
      expect((await each.get('/account')).status).toBe(200);
    }
    expect((await (await signIn(server, email)).get('/account')).text).toContain('Act for another party');
  });

  it.each<Kind>(['claim', 'customer invitation'])('by a %s is bound too', async (kind) => {
    const email = newAddress();
    const browser = openBrowser(server.baseUrl);
    const path = await linkTo(kind, email);
    expect((await browser.get(path)).text).toContain(`<bdi>${email}</bdi>`);
    expect(locationOf(await browser.post(path, accept))).toBe('/account');
    await makeOwnerOfCustomer(email);
    expect((await browser.post('/account/party', { partyId: customer.partyId })).status).toBe(403);
  });

  it('is no fresh sign-in from its first second, and a sign-in in the same browser replaces it', async () => {
    const agent = resource(await server.post('/agents', { name: 'Buyer', limits: { perTransaction: 100 } }));
    const made = resource(await server.post('/agent-keys', { agentId: agent.id }));
    const key = String(made.attributes['agentKey']);
    const counterparty = { type: 'email', value: customer.email };
    for (const amount of [5_001, 5_000]) {
      expect((await server.as(key).pay({ amount, counterparty })).status).toBe(201);
    }
    const approvals = resources(await server.get('/approvals?limit=2'));
    const [small, large] = approvals.map(({ id }) => `/review/${id}`);
    const { browser, email } = await joinMain('ADMIN');
    const refused = await browser.post(String(large), { verdict: 'approve' });
    expect([refused.status, refused.text.includes('Send me a fresh link')]).toEqual([403, true]);
    expect((await browser.post(String(small), { verdict: 'approve' })).status).toBe(303);
    expect((await browser.get('/sign-in')).text).toContain('Send me a link');
    const link = await linkByMail(server, email, String(large));
    expect(locationOf(await browser.post(link))).toBe(large);
    expect((await browser.post(String(large), { verdict: 'approve' })).status).toBe(303);
  });

  it('ends itself, and no session of the person elsewhere', async () => {
    const { browser, email } = await joinMain('MEMBER');
    const own = await signIn(server, email);
    expect((await browser.get('/account')).text).not.toContain('Sign out everywhere');
    await browser.post('/sign-out', { everywhere: 'true' });
    expect([browser.cookies.size, (await own.get('/account')).status]).toEqual([0, 200]);
  });
});
