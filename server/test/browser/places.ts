import { newAgent } from '../support/agents.ts';
import { type Browser, locationOf } from '../support/browser.ts';
import { claimTokenOf } from '../support/claims.ts';
import { addressToConfirm } from '../support/contacts.ts';
import { resource, resources } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { begin, register } from '../support/oauth.ts';
import { invite } from '../support/party-invitations.ts';
import { customer, byId, newEmail, stranger, to, testKeyring, type TestServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { startReceiver } from '../support/receiver.ts';
import { createHook, disabled, payOnce } from '../flows/hooks.ts';
import { until, uuidOf, withSession } from '../flows/support.ts';
import { within } from '../../src/db/tx.ts';
import { makeKeyByOperator } from '../../src/identity/members/operator/new-key.ts';
import { lockOwners } from '../../src/identity/members/deciders.ts';
import { mailboxPath } from '../../src/doors/pages/mailbox.ts';
import { type Id, publicId } from '../../src/lib/id.ts';

/** A page to look at, and the cookies of whoever is signed in there. */
export type Place = { name: string; path: string; cookies: Array<{ name: string; value: string }> };

/** Makes something of every kind, and returns every page, each in the states that look different. */
export async function makePlaces(server: TestServer): Promise<Place[]> {
  const admin = await signIn(server, (await newMember(server, 'ADMIN')).email);
  const owner = await signIn(server, (await newMember(server, 'OWNER', customer)).email);
  const open = await requestLink(server, 'Invoice 1042');
  const paid = await requestLink(server, 'Two chairs');
  const invitation = await inviteOne(server, newEmail());
  const known = await inviteOne(server, { type: 'email', value: customer.email });
  const waiting = await requestLink(server, 'A lamp');
  await payByPage(owner, paid, 'wal');
  await payByPage(owner, waiting, 'eac');
  const approvalId = await reviewOf(server);
  return [
    nobody('sign-in', '/sign-in'),
    nobody('sign-in-link', await linkByMail(server, (await newMember(server)).email)),
    nobody('sign-in-used', `/sign-in/${'A'.repeat(32)}`),
    nobody('pay-open', open),
    nobody('pay-paid', paid),
    nobody('pay-unknown', `/pay/${'A'.repeat(32)}`),
    nobody('claim', await claimPath(server)),
    nobody('claim-used', `/claims/${'A'.repeat(32)}`),
    nobody('invitation', `/invitations/${await tokenOf(server, invitation)}`),
    nobody('invitation-shown', new URL(String(invitation.attributes['url'])).pathname),
    nobody('join', `/join/${(await invite(server, { role: 'ADMIN' })).token}`),
    nobody('error', '/mailbox/x'),
    nobody('docs', '/docs'),
    nobody('docs-payments', '/docs/api/payments'),
    nobody('docs-errors', '/docs/errors'),
    nobody('docs-error', '/errors/insufficient_funds'),
    place('pay-signed-in', open, owner),
    place('pay-waiting', waiting, owner),
    place('invited', `/invited/${known.id}`, owner),
    place('account', '/account', owner),
    place('bank', '/account/bank', admin),
    place('withdraw', '/account/withdraw', admin),
    place('keys', '/account/keys', admin),
    place('approval-policy', '/account/approvals', owner),
    place('limits', '/account/limits', owner),
    place('grant-limits', await grantLimits(owner), owner),
    place('account-admin', '/account', admin),
    place('account-frozen', '/account', await frozenOwner(server)),
    place('review', `/review/${approvalId}`, admin),
    place('consent', await consentPath(server, admin), admin),
    nobody('consent-over', `/oauth/consent/${'A'.repeat(43)}`),
    nobody('consent-unknown', '/oauth/authorize?client_id=nobody&response_type=code'),
    place('device', '/oauth/device', admin),
    place('programs', '/account/programs', admin),
    ...(await mailPlaces(server, admin)),
  ];
}

/** Has a program ask in a browser, and returns the path of the page of consent. */
async function consentPath(server: TestServer, browser: Browser): Promise<string> {
  const { path } = begin(server, await register(server));
  return locationOf(await browser.get(path));
}

/** Lets an owner of a party that is frozen, with a suspended agent, sign in. */
async function frozenOwner(server: TestServer): Promise<Browser> {
  const owner = await signIn(server, (await newMember(server, 'OWNER', stranger)).email);
  const agent = await newAgent(server.as(stranger), { name: 'Purchasing agent' });
  await newAgent(server.as(stranger), { name: 'Travel agent' });
  await server.as(stranger).post(`/agents/${agent.id}/suspend`);
  await server.as(stranger).post('/parties/me/freeze');
  return owner;
}

/** Has the operator make a key, which a mail tells of. */
async function newKeyByOperator({ connection }: TestServer): Promise<void> {
  const asked = { partyId: uuidOf(customer.partyId) as Id<'pty'>, userId: null } as const;
  const by = { operator: 'Olive', because: undefined, environment: 'sandbox', now: new Date() } as const;
  await withSession(connection, (session) =>
    within(session, async () => {
      const [owner] = await lockOwners(session, asked.partyId);
      return makeKeyByOperator(session, { ...asked, ...by, userId: owner?.id ?? null });
    }),
  );
}

/** Returns the page of the limits of an agent that acts for the party. */
async function grantLimits(owner: Browser): Promise<string> {
  return /\/account\/delegation\/dlg_\w+\/agt_\w+/.exec((await owner.get('/account')).text)?.[0] ?? '';
}

const nobody = (name: string, path: string): Place => ({ name, path, cookies: [] });

function place(name: string, path: string, { cookies }: Browser): Place {
  return { name, path, cookies: [...cookies].map(([cookie, value]) => ({ name: cookie, value })) };
}

async function requestLink(server: TestServer, description: string): Promise<string> {
  const payer = byId(customer);
  const reply = await server.post('/payment-requests', { amount: 1250, payer, description });
  return new URL(String(resource(reply).attributes['paymentLinkUrl'])).pathname;
}

async function payByPage(browser: Browser, path: string, prefix: 'wal' | 'eac'): Promise<void> {
  const source = new RegExp(`value="(${prefix}_\\w+)"`).exec((await browser.get(path)).text)?.[1] ?? '';
  await browser.post(path, { verdict: 'pay', source, amount: '1250', currency: 'USD' });
}

async function claimPath(server: TestServer): Promise<string> {
  const sent = { amount: 700, counterparty: newEmail(), description: 'Lunch' };
  return `/claims/${await claimTokenOf(server, resource(await server.post('/payments', sent)))}`;
}

/** Lets an agent ask for more than its limit, and returns the approval. */
async function reviewOf(server: TestServer): Promise<string> {
  const agent = await newAgent(server, { name: 'Purchasing agent', limits: { perTransaction: 100 } });
  const values = { amount: 84_250, ...to(customer), description: 'Paper for the spring catalogue' };
  await server.as(agent.key).pay(values, { 'X-Instance-ID': 'conversation 7' });
  return resources(await server.get('/approvals?limit=1'))[0]?.id ?? '';
}

/** Returns the sandbox's mailbox, and the newest mail of each kind once one of every kind was sent. */
async function mailPlaces(server: TestServer, admin: Browser): Promise<Place[]> {
  await server.post('/payment-requests', { amount: 1250, payer: newEmail(), description: 'Invoice 1043' });
  const { path: verify } = await addressToConfirm(server);
  await disableWebhook(server);
  type Row = { id: Id<'mai'>; kind: string };
  const sent = () =>
    server.sql<Row>(
      'SELECT DISTINCT ON (kind) id, kind FROM mails WHERE html IS NOT NULL ORDER BY kind, id DESC',
    );
  const mailbox = mailboxPath(testKeyring());
  await newKeyByOperator(server);
  const kinds = 9;
  await until('a mail of each kind is sent', async () => (await sent()).length >= kinds);
  return [
    nobody('mailbox', mailbox),
    nobody('verify', verify),
    place('verify-signed-in', verify, admin),
    nobody('verify-used', verify.replace(/\w{8}$/, 'A'.repeat(8))),
    ...(await sent()).map(({ id, kind }) => ({
      name: `mail-${kind}`,
      path: `${mailbox}/${publicId('mai', id)}`,
      cookies: [],
    })),
  ];
}

/** Lets a receiver of the main party want no more events. */
async function disableWebhook(server: TestServer): Promise<void> {
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => void response.writeHead(410).end();
  const hook = await createHook(server, { url: receiver.url, enabledEvents: ['payment.completed'] });
  await payOnce(server);
  await disabled(server, hook, 'GONE');
  await receiver.close();
}
