import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { operate } from '../commands/command.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { call, resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';

const server = testServer({ PURSER_FRESH_SIGN_IN_ABOVE: '5000' });
let agent: TestAgent;
beforeAll(async () => {
  agent = await newAgent(server, { name: 'Buyer \u202e<b>', limits: { perTransaction: 100 } });
});

/** Lets the agent ask for a payment over its limit, and returns the path of the page that decides on it. */
async function reviewOf(amount: number, values: object = {}): Promise<{ path: string; paymentId: string }> {
  const headers = { 'X-Instance-ID': 'conversation 7' };
  const payment = resource(await server.as(agent.key).pay({ amount, ...to(customer), ...values }, headers));
  const list = await server.get('/approvals?limit=100');
  const found = resources(list).find(
    ({ attributes }) => (attributes['target'] as { id: string }).id === payment.id,
  );
  return { path: `/review/${found?.id ?? 'none'}`, paymentId: payment.id };
}

const browserOf = async (role: 'OWNER' | 'ADMIN' | 'MEMBER'): Promise<Browser> =>
  signIn(server, (await newMember(server, role)).email);

async function setFee(fixed: string, basisPoints: string): Promise<void> {
  const terms = ['--fixed', fixed, '--basis-points', basisPoints];
  const { code } = await operate(server, ['fees', '--kind', 'payment', '--currency', 'USD', ...terms]);
  expect(code).toBe(0);
}

const approve = { verdict: 'approve' };

describe('the page of an approval', () => {
  it('asks for a sign-in, and then says who asks, for whom, how much and why it waits, all of it as text', async () => {
    const { path } = await reviewOf(2500, { description: 'Paper <script> \u202e and ink' });
    const [nobody, admin] = [openBrowser(server.baseUrl), await browserOf('ADMIN')];
    const added = `${path}?utm_source=mail`; // by a mail program, for example
    for (const asked of [path, added]) {
      expect(locationOf(await nobody.get(asked))).toBe(`/sign-in?to=${encodeURIComponent(path)}`);
    }
    const { text } = await admin.get(path);
    for (const part of [
      'USD 25.00',
      `<bdi>${customer.name}</bdi>`,
      '<bdi>Buyer &lt;b&gt;</bdi>',
      '<bdi>conversation 7</bdi>',
      '<bdi>Paper &lt;script&gt;  and ink</bdi>',
      'It exceeds the limit for one payment, USD 1.00.',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is on the page of the account, with the amount and the recipient', async () => {
    const { path } = await reviewOf(2511);
    const { text } = await (await browserOf('ADMIN')).get('/account');
    expect(text).toContain(`<a href="${path}">USD 25.11 to <bdi>${customer.name}</bdi></a>`);
  });

  it('says what the fee is, and what leaves the wallet with it', async () => {
    const { path } = await reviewOf(2500);
    const admin = await browserOf('ADMIN');
    expect((await admin.get(path)).text).not.toContain('<dt>Fee</dt>');
    await setFee('0.25', '100');
    const { text } = await admin.get((await reviewOf(2500)).path);
    await setFee('0', '0');
    expect(text).toMatch(/<dt>Fee<\/dt><dd><span class="number">USD 0.50</);
    expect(text).toMatch(/<dt>In all, with the fee<\/dt><dd><span class="number">USD 25.50</);
  });

  it('approves: the payment runs once, however often the form is sent', async () => {
    const { path, paymentId } = await reviewOf(2500);
    const admin = await browserOf('ADMIN');
    const form = { ...approve, key: randomUUID() };
    const replies = await Promise.all([
      admin.post(path, form),
      admin.post(path, form),
      admin.post(path, form),
    ]);
    expect(replies.map(locationOf)).toEqual([path, path, path]);
    expect(await server.statusOf(paymentId)).toBe('COMPLETED');
    expect((await admin.post(path, approve)).status).toBe(409);
  });

  it('denies with a reason', async () => {
    const { path, paymentId } = await reviewOf(2500);
    const admin = await browserOf('ADMIN');
    expect(locationOf(await admin.post(path, { verdict: 'deny', reason: 'Not now' }))).toBe(path);
    expect(await server.statusOf(paymentId)).toBe('APPROVAL_DENIED');
    const [line] = await server.sql<{ reason: string; key_prefix: string }>(
      `SELECT reason, key_prefix FROM audit_lines WHERE action LIKE 'POST /approvals/%/deny' ORDER BY id DESC LIMIT 1`,
    );
    expect([line?.reason, line?.key_prefix.slice(0, 3)]).toEqual(['Not now', 'ss_']);
  });

  it('lets nobody decide whom the API would refuse: a member, another party, the one who asks, a form of another site', async () => {
    const { path, paymentId } = await reviewOf(2500);
    expect((await (await browserOf('MEMBER')).post(path, approve)).status).toBe(403);
    const other = await newMember(server, 'OWNER', stranger);
    expect((await (await signIn(server, other.email)).post(path, approve)).status).toBe(404);
    const owner = await newMember(server, 'OWNER');
    const limits = { data: { attributes: { limits: { perTransaction: 1000 } } } };
    await call(server.baseUrl, 'PUT', '/parties/me/limits', { key: main.apiKey, body: limits });
    const own = resource(await server.as(owner.key).pay({ amount: 2000, ...to(customer) }));
    await server.delete('/parties/me/limits');
    const pending = resources(await server.get('/approvals?limit=100'));
    const mine = pending.find(({ attributes }) => (attributes['target'] as { id: string }).id === own.id);
    const browser = await signIn(server, owner.email);
    expect((await browser.post(`/review/${mine?.id}`, approve)).status).toBe(403);
    expect((await browser.post(path, approve, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect([await server.statusOf(paymentId), await server.statusOf(own.id)]).toEqual([
      'IN_REVIEW',
      'IN_REVIEW',
    ]);
  });

  it('approves a large amount only within ten minutes of a sign-in, and sends a fresh link otherwise', async () => {
    const [large, small] = [await reviewOf(5001), await reviewOf(5000)];
    const { email } = await newMember(server, 'ADMIN');
    const browser = await signIn(server, email);
    await server.sql('UPDATE installation SET clock_offset_ms = clock_offset_ms + 11 * 60000');
    const refused = await browser.post(large.path, approve);
    expect([refused.status, refused.text.includes('Send me a fresh link')]).toEqual([403, true]);
    expect((await browser.post(small.path, approve)).status).toBe(303);
    const link = await linkByMail(server, email, large.path);
    expect(locationOf(await browser.post(link))).toBe(large.path);
    expect((await browser.post(large.path, approve)).status).toBe(303);
    expect([await server.statusOf(large.paymentId), await server.statusOf(small.paymentId)]).toEqual([
      'COMPLETED',
      'COMPLETED',
    ]);
  });
});
