import { afterEach, describe, expect, it } from 'vitest';
import { operate, runOn } from '../commands/command.ts';
import { decisionIn, overLimit, usersIn } from '../support/approval-policy.ts';
import { clientAt } from '../support/client.ts';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { eventOf } from '../support/events.ts';
import { codes, refusal, resource, resources, type Reply } from '../support/http.ts';
import { type NewMember, newMember } from '../support/members.ts';
import { advance, approvalsOf } from '../support/moves.ts';
import { invite } from '../support/party-invitations.ts';
import { main, stranger, testServer, to } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { until } from './support.ts';

const server = testServer();
const path = '/account/approvals';
const pass = (minutes: number) =>
  server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + ${minutes * 60_000}`;
const policyNow = async (): Promise<unknown> =>
  resource(await server.get('/parties/me')).attributes['approvalPolicy'];
const loose = { by: 'any', twoAbove: null };
const twoAbove = (amount: number) => ({ amount, currency: 'USD' });

const admin = (...args: string[]) => runOn(server, 'admin', ['approval-policy', ...args]);
async function setPolicy(by: string, above: string, partyId = main.partyId): Promise<void> {
  const args = ['approval-policy', partyId, '--by', by, '--two-above', above, '--operator', 'Robin'];
  const { code, err } = await operate(server, args);
  expect([code, err]).toEqual([0, '']);
}
afterEach(async () => {
  if (JSON.stringify(await policyNow()) !== JSON.stringify(loose)) await setPolicy('any', 'none');
});

const waiting = (amount?: number) => overLimit(server, amount);

const approve = (key: string, id: string, at = server.baseUrl): Promise<Reply> =>
  clientAt(at).as(key).post(`/approvals/${id}/approve`);
const statusOf = async (id: string) => resource(await server.get(`/payments/${id}`)).attributes['status'];
const signedIn = async (role: 'OWNER' | 'ADMIN' | 'APPROVER' | 'MEMBER') => {
  const member = await newMember(server, role);
  return { ...member, browser: await signIn(server, member.email) };
};
const onPage = (browser: Browser, id: string) => browser.post(`/review/${id}`, { verdict: 'approve' });

const mailsTo = ({ email }: NewMember) =>
  server.sql<{ body: string }>`SELECT body FROM mails WHERE kind = 'approval' AND status = 'SENT'
    AND recipient = ${email} ORDER BY id`;

describe('who approves', () => {
  it('is anybody who may decide, with a key too, unless the party says otherwise', async () => {
    expect(await policyNow()).toEqual(loose);
    const { id } = await waiting();
    const { id: userId, key } = await newMember(server, 'APPROVER');
    expect(decisionIn(await approve(key, id))).toEqual(['approved', [userId]]);
  });

  it('is changed by an owner on the page of the account, right after a sign-in', async () => {
    const { browser } = await signedIn('OWNER');
    expect((await browser.get('/account')).text).toContain('Change who approves');
    const page = (await browser.get(path)).text;
    expect(page).toContain('people who may decide, and their keys');
    const saved = await browser.post(path, { by: 'session', twoAbove: '100' });
    expect([saved.status, locationOf(saved)]).toEqual([303, '/account']);
    expect(await policyNow()).toEqual({ by: 'session', twoAbove: twoAbove(10_000) });
    expect((await browser.get('/account')).text).toContain(
      'Only people who have signed in; above USD 100.00, and in every other currency, two of them.',
    );
    const lines = await server.get('/audit-log?limit=1');
    expect(lines.text).toContain('POST /account/approvals');
    expect(resources(lines)[0]?.attributes['changes']).toEqual([
      { path: 'approvalPolicy.by', from: 'any', to: 'session' },
      { path: 'approvalPolicy.twoAbove', from: null, to: twoAbove(10_000) },
    ]);
    await browser.post(path, { by: 'any', twoAbove: '' });
    expect(await policyNow()).toEqual(loose);
  });

  it('is changed by nobody else: an older sign-in, another role, a session of a link, a wrong amount', async () => {
    const form = { by: 'session', twoAbove: '' };
    const [owner, other] = [await signedIn('OWNER'), await signedIn('ADMIN')];
    const { token, email } = await invite(server, { role: 'ADMIN' });
    const bound = openBrowser(server.baseUrl);
    await bound.post(`/join/${token}`, { verdict: 'accept', name: 'Casey' });
    await server.sql`UPDATE members SET role = 'OWNER' WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    for (const above of ['-1', '1.234', 'much'])
      expect((await owner.browser.post(path, { by: 'any', twoAbove: above })).status).toBe(422);
    expect((await owner.browser.post(path, { by: 'nobody', twoAbove: '' })).status).toBe(422);
    expect((await other.browser.post(path, form)).status).toBe(403);
    expect((await bound.post(path, form)).status).toBe(403);
    expect(locationOf(await openBrowser(server.baseUrl).post(path, form))).toMatch(/^\/sign-in/);
    await pass(11);
    const late = await owner.browser.post(path, form);
    expect([late.status, late.text.includes('Send me a fresh link')]).toEqual([403, true]);
    expect(await policyNow()).toEqual(loose);
    const link = await linkByMail(server, owner.email, path);
    expect(locationOf(await owner.browser.post(link))).toBe(path);
    expect((await owner.browser.post(path, form)).status).toBe(303);
  });

  it('is changed by the operator, whose name is in the audit log with what changed', async () => {
    await setPolicy('session', '250.00');
    expect(await policyNow()).toEqual({ by: 'session', twoAbove: twoAbove(25_000) });
    const query = String(new URLSearchParams({ action: 'approval policy', limit: '1' }));
    expect(resources(await server.get(`/audit-log?${query}`))[0]).toMatchObject({
      attributes: {
        keyPrefix: 'operator',
        reason: 'operator Robin',
        changes: [
          { path: 'approvalPolicy.by', from: 'any', to: 'session' },
          { path: 'approvalPolicy.twoAbove', from: null, to: twoAbove(25_000) },
        ],
      },
      relationships: { user: { data: null } },
    });
    const wrong = [
      ['pty_1', '--by', 'any', '--two-above', 'none'],
      [main.partyId, '--by', 'any'],
      [main.partyId, '--by', 'all', '--two-above', 'none'],
      [main.partyId, '--by', 'any', '--two-above', '1.5'],
      [`pty_${'0'.repeat(32)}`, '--by', 'any', '--two-above', 'none'],
    ];
    for (const args of wrong) expect((await admin(...args)).code).toBe(2);
  });

  it('cannot be two users while fewer than two may decide', async () => {
    const alone = ['--by', 'any', '--two-above', '10'];
    const refused = await admin(stranger.partyId, ...alone);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('Fewer than two users may decide'),
    ]);
    await newMember(server, 'MEMBER', stranger);
    expect((await admin(stranger.partyId, ...alone)).code).toBe(2);
    await newMember(server, 'APPROVER', stranger);
    await setPolicy('any', '10', stranger.partyId);
  });
});

describe('where only people who have signed in approve', () => {
  it('a key approves nothing and may deny, a person approves on the page', async () => {
    const { browser, id: userId, key } = await signedIn('APPROVER');
    await setPolicy('session', 'none');
    const [one, other] = [await waiting(), await waiting()];
    expect(decisionIn(await approve(key, one.id))).toEqual([403, ['sign_in_required']]);
    expect(decisionIn(await approve(main.apiKey, one.id))).toEqual([403, ['sign_in_required']]);
    expect((await server.as(key).post(`/approvals/${other.id}/deny`)).status).toBe(200);
    expect(locationOf(await onPage(browser, one.id))).toBe(`/review/${one.id}`);
    const approval = resource(await server.get(`/approvals/${one.id}`)).attributes;
    expect([approval['status'], usersIn(approval['decidedBy'])]).toEqual(['approved', [userId]]);
    expect(await statusOf(one.payment)).toBe('COMPLETED');
  });

  it('nor does somebody whom another link has let in, before a sign-in', async () => {
    await setPolicy('session', 'none');
    const { token } = await invite(server, { role: 'ADMIN' });
    const browser = openBrowser(server.baseUrl);
    await browser.post(`/join/${token}`, { verdict: 'accept', name: 'Casey' });
    const { id } = await waiting(10_001);
    expect((await browser.get(`/review/${id}`)).text).toContain('Send me a fresh link');
    expect((await onPage(browser, id)).status).toBe(403);
  });

  it('no key raises or removes a limit of the party; an owner does on the page, right after a sign-in', async () => {
    const limits = { perTransaction: 500_000, perDay: 900_000 };
    const put = (values: object | null, key = main.apiKey) =>
      server.as(key).put('/parties/me/limits', { limits: values });
    expect((await put(limits)).status).toBe(200);
    await setPolicy('session', 'none');
    for (const raised of [{ ...limits, perDay: 900_001 }, { perTransaction: 500_000 }, null])
      expect(refusal(await put(raised))).toEqual([403, ['sign_in_required'], [undefined]]);
    expect(codes(await server.delete('/parties/me/limits'))).toEqual(['sign_in_required']);
    expect((await put({ ...limits, perDay: 800_000, perMonth: 10_000_000 })).status).toBe(200);
    const [owner, other] = [await signedIn('OWNER'), await signedIn('ADMIN')];
    const form = { perTransaction: '5000', perDay: '8000.01', perMonth: '' };
    expect((await other.browser.get('/account/limits')).text).toContain(
      'Only an owner raises or removes one',
    );
    expect((await other.browser.post('/account/limits', form)).status).toBe(403);
    expect((await owner.browser.get('/account/limits')).text).toContain('value="8000.00"');
    expect(locationOf(await owner.browser.post('/account/limits', form))).toBe('/account');
    const now = resource(await server.get('/parties/me/limits')).attributes['limits'];
    expect(now).toEqual({ perTransaction: 500_000, perDay: 800_001 });
    await pass(11);
    const late = await owner.browser.post('/account/limits', { ...form, perDay: '8000.02' });
    expect([late.status, late.text.includes('Send me a fresh link')]).toEqual([403, true]);
    expect((await owner.browser.post('/account/limits', { ...form, perDay: '8000.00' })).status).toBe(303);
    expect((await owner.browser.post('/account/limits', { ...form, perDay: 'x' })).status).toBe(422);
    await setPolicy('any', 'none');
    expect((await server.delete('/parties/me/limits')).status).toBe(200);
  });
});

describe('where two users approve above an amount', () => {
  it('the first leaves it pending, the others are told by mail and event, and the second runs it', async () => {
    for (const { id } of resources(await server.get('/approvals?limit=100')))
      await server.post(`/approvals/${id}/deny`); // mails tell of nothing older
    const [first, other] = [await signedIn('ADMIN'), await signedIn('APPROVER')];
    await setPolicy('any', '100');
    await advance(server, 61);
    const { id, payment } = await waiting(10_001);
    await until('the first mail is sent', async () => (await mailsTo(first)).length === 1);
    expect((await mailsTo(first))[0]?.body).toContain('Two people have to approve it.');
    expect((await first.browser.get(`/review/${id}`)).text).toContain('if you do, it waits for another one');
    expect(decisionIn(await approve(first.key, id))).toEqual(['pending', [first.id]]);
    expect(decisionIn(await approve(first.key, id))).toEqual([409, ['conflict']]);
    expect(await statusOf(payment)).toBe('IN_REVIEW');
    const page = (await first.browser.get(`/review/${id}`)).text;
    expect(page).toContain('You have approved it. Another person of your party has to, as well.');
    expect((await other.browser.get('/account')).text).toContain('has approved it, another person has to');
    const event = await eventOf(server, id, 'approval.second_required');
    expect(event.attributes['payload']).toMatchObject({
      object: { attributes: { status: 'pending', decidedBy: [{ userId: first.id }] } },
    });
    await advance(server, 61);
    await until('the others are told', async () => (await mailsTo(other)).length === 2);
    expect((await mailsTo(other))[1]?.body).toMatch(/New Member approved it on .* A second person has to/);
    expect(await mailsTo(first)).toHaveLength(1);
    expect(locationOf(await onPage(other.browser, id))).toBe(`/review/${id}`);
    expect(await statusOf(payment)).toBe('COMPLETED');
    const approval = resource(await server.get(`/approvals/${id}`)).attributes;
    expect([approval['status'], usersIn(approval['decidedBy'])]).toEqual(['approved', [first.id, other.id]]);
    expect(approval['decidedBy']).toMatchObject([{ invitedByMaker: false }, { invitedByMaker: false }]);
  });

  it('one approves up to the amount', async () => {
    await setPolicy('any', '200');
    const { key, id: userId } = await newMember(server, 'ADMIN');
    expect(decisionIn(await approve(key, (await waiting(20_000)).id))).toEqual(['approved', [userId]]);
  });

  it('the owner who asked for it is neither of them, not even alone', async () => {
    const owner = await newMember(server, 'OWNER');
    await setPolicy('any', '0');
    const wait = await server
      .as(owner.key)
      .pay(
        { amount: 20_000, ...to(stranger) },
        { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'chat 1' },
      );
    const [approval] = await approvalsOf(server, resource(wait));
    const id = approval?.id ?? 'none';
    expect(decisionIn(await approve(owner.key, id))).toEqual([403, ['forbidden']]);
    const others = [await newMember(server, 'ADMIN'), await newMember(server, 'APPROVER')];
    expect(decisionIn(await approve(others[0]?.key ?? '', id))).toEqual(['pending', [others[0]?.id]]);
    expect(decisionIn(await approve(owner.key, id))).toEqual([403, ['forbidden']]);
    expect(decisionIn(await approve(others[1]?.key ?? '', id))).toEqual([
      'approved',
      others.map((each) => each.id),
    ]);
  });
});
