import { beforeAll, describe, expect, it } from 'vitest';
import { locationOf, openBrowser, type Browser } from '../support/browser.ts';
import { resource, resources, type Reply } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { uuidOf } from './support.ts';

const server = testServer();
let email = '';
/** Signed in for the main party, as an owner of it and of the stranger. */
let browser: Browser;
beforeAll(async () => {
  const member = await newMember(server, 'OWNER');
  email = member.email;
  await server.sql`INSERT INTO members (id, party_id, user_id, role, created_at)
    VALUES (gen_random_uuid(), ${uuidOf(stranger.partyId)}, ${uuidOf(member.id)}, 'OWNER', now())`;
  browser = await signIn(server, email);
});

const switchTo = ({ partyId }: { partyId: string }, more: object = {}): Promise<Reply> =>
  browser.post('/account/party', { partyId, ...more });

/** Returns the hidden fields of a form of ours that say whom it was shown to. */
async function shownAt(path: string): Promise<{ shownTo: string }> {
  const { text } = await browser.get(path);
  const forms = text.match(/<form\b/g) ?? [];
  const shown = [...text.matchAll(/<form\b[^>]*><input type="hidden" name="shownTo" value="([^"]*)"/g)];
  expect(shown).toHaveLength(forms.length);
  expect(new Set(shown.map(([, value]) => value)).size).toBe(1);
  return { shownTo: shown[0]?.[1] ?? '' };
}

/** What a form on a page could change of a party. */
async function stateOf(party: typeof main | typeof stranger): Promise<unknown[]> {
  const client = server.as(party);
  const keys = resources(await client.get('/api-keys?limit=100'));
  const accounts = resources(await client.get('/external-accounts?limit=100'));
  const { limits } = resource(await client.get('/parties/me/limits')).attributes;
  const { frozenBy, approveBy } = resource(await client.get('/parties/me')).attributes;
  const named = keys.filter(({ attributes }) => attributes['name'] === 'Made in a stale tab');
  return [named.length, accounts.length, limits, frozenBy, approveBy];
}
const statesNow = async (): Promise<unknown[]> => [await stateOf(main), await stateOf(stranger)];

const zeros = '0'.repeat(32);
const token = 'x'.repeat(32);

describe('a form that was shown before a second tab has switched the party', () => {
  it.each([
    ['/account/limits', { perTransaction: '1.00', perDay: '', perMonth: '' }],
    ['/account/freeze', { to: 'FROZEN' }],
    ['/account/keys', { name: 'Made in a stale tab', scope: 'payments.read' }],
    ['/account/approvals', { approveBy: 'session' }],
    [
      '/account/bank',
      { action: 'add', bankName: 'A bank', accountName: 'A', accountNumber: '1', routingNumber: '1' },
    ],
    ['/account/withdraw', { amount: '1.00' }],
    ['/account/agent', { agentId: main.agentId, to: 'SUSPENDED' }],
    ['/account/key', { keyId: `apy_${zeros}` }],
    ['/account/webhook', {}],
    ['/account/delegation', {}],
    [`/account/delegation/del_${zeros}/agt_${zeros}`, {}],
    ['/account/programs', {}],
    [`/review/apr_${zeros}`, { verdict: 'approve' }],
    [`/invited/adi_${zeros}`, {}],
    [`/pay/${token}`, { verdict: 'pay' }],
    [`/verify/con_${zeros}/${token}`, {}],
  ])('does nothing: %s', async (path, fields) => {
    await switchTo(main);
    const shown = await shownAt('/account');
    await switchTo(stranger);
    const before = await statesNow();
    const reply = await browser.post(path, { ...fields, ...shown });
    expect([reply.status, reply.text.includes('<h1>Nothing was done</h1>')]).toEqual([409, true]);
    expect(await statesNow()).toEqual(before);
  });

  it('switches the party all the same, and ends the session', async () => {
    await switchTo(main);
    const shown = await shownAt('/account');
    await switchTo(stranger);
    expect(locationOf(await switchTo(main, shown))).toBe('/account');
    expect(await shownAt('/account')).toEqual(shown);
    await switchTo(stranger);
    expect(locationOf(await browser.post('/sign-out', shown))).toBe('/sign-in');
    expect(locationOf(await browser.get('/account'))).toBe('/sign-in');
    browser = await signIn(server, email);
  });
});

describe('a form that was shown to the same person for the same party', () => {
  it('acts, after a switch to another party and back, and after a new sign-in', async () => {
    await switchTo(main);
    const shown = await shownAt('/account/limits');
    await switchTo(stranger);
    await switchTo(main);
    await browser.post(await linkByMail(server, email));
    await switchTo(main);
    expect(locationOf(await browser.post('/account/freeze', { to: 'FROZEN', ...shown }))).toBe('/account');
    expect(resource(await server.get('/parties/me')).attributes['frozenBy']).toEqual(['party']);
    expect(locationOf(await browser.post('/account/freeze', { to: 'ACTIVE', ...shown }))).toBe('/account');
  });
});

describe('a form that was shown to another user of the party', () => {
  it('does nothing for who has signed in since in the same browser', async () => {
    await switchTo(main);
    const shown = await shownAt('/account');
    const other = await newMember(server, 'OWNER');
    const shared = openBrowser(server.baseUrl);
    await shared.post(await linkByMail(server, other.email));
    expect((await shared.post('/account/freeze', { to: 'FROZEN', ...shown })).status).toBe(409);
    expect(resource(await server.get('/parties/me')).attributes['frozenBy']).toEqual([]);
  });
});
