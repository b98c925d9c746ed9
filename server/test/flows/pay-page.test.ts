import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, resource } from '../support/http.ts';
import { locationOf, openBrowser } from '../support/browser.ts';
import { linked } from '../support/external-accounts.ts';
import { newMember } from '../support/members.ts';
import { advance } from '../support/moves.ts';
import { main, customer, stranger, byId, serveOn, testServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { uuidOf, rewrite, until } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '999999999' });

async function requestPayment(at: ApiClient = server): Promise<{ id: string; url: string }> {
  const payer = { type: 'phone', value: '+14155550123' };
  const reply = await at.post('/payment-requests', { amount: 1250, payer });
  const { id, attributes: shown } = resource(reply);
  return { id: uuidOf(id), url: String(shown['paymentLinkUrl']) };
}

// A request that is being paid or was paid has a payment and a payer.
const endRequest = `UPDATE payment_requests SET status = $2,
  payment_id = CASE WHEN $2 IN ('PROCESSING', 'COMPLETED') THEN id END,
  payer_party_id = CASE WHEN $2 IN ('PROCESSING', 'COMPLETED') THEN party_id END WHERE id = $1`;

const open = (url: string) => call('', 'GET', url);

describe('the payment page', () => {
  it('is served at the link', async () => {
    const { url } = await requestPayment();
    expect(url.startsWith(`${server.baseUrl}/pay/`)).toBe(true);
    expect((await open(url)).status).toBe(200);
  });

  it('says of a request that is closed that it is, and offers nothing any more', async () => {
    const states = {
      PROCESSING: 'being paid',
      COMPLETED: 'paid',
      CANCELED: 'canceled',
      DECLINED: 'declined',
      EXPIRED: 'expired',
    };
    const { id, url } = await requestPayment();
    const offered = 'Sign in to pay or decline';
    expect((await open(url)).text).toContain(offered);
    for (const [status, word] of Object.entries(states)) {
      await server.sql(endRequest, id, status);
      const { status: code, text } = await open(url);
      expect([code, text.includes(`<strong>${word}</strong>`), text.includes(offered)]).toEqual([
        200,
        true,
        false,
      ]);
    }
  });

  it("is expired by the service's clock, before any task has run", async () => {
    const { id, url } = await requestPayment();
    const inAnHour = `UPDATE payment_requests SET expires_at = now() + interval '1 hour' WHERE id = $1`;
    await rewrite(server.connection, inAnHour, [id]);
    await server.sql('UPDATE installation SET clock_offset_ms = 3600000');
    expect((await open(url)).text).toContain('<strong>expired</strong>');
    await server.sql('UPDATE installation SET clock_offset_ms = 0');
    expect((await open(url)).text).toContain('<strong>open</strong>');
  });

  it("escapes a party's name and address", async () => {
    const name = `</bdi></dd><script>alert(1)</script>\u202e\u2069&`;
    const email = `"><img/src=x>@example.com`;
    const { url } = await requestPayment();
    await server.sql`UPDATE parties SET name = ${name}, email = ${email} WHERE id = ${uuidOf(main.partyId)}`;
    const { text } = await open(url);
    expect(text).toContain('<bdi>&lt;/bdi&gt;&lt;/dd&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</bdi>');
    expect(text).toContain('<bdi>&quot;&gt;&lt;img/src=x&gt;@example.com</bdi>');
    expect(text).not.toMatch(/<script|<img/);
    await server.sql`UPDATE parties SET email = NULL WHERE id = ${uuidOf(main.partyId)}`;
    expect((await open(url)).text).not.toMatch(/null|@example/);
  });

  it('is rate-limited like every request without a key', async () => {
    const limits = { PURSER_ANONYMOUS_RATE_PER_SECOND: '1', PURSER_ANONYMOUS_RATE_BURST: '3' };
    const small = await serveOn(server.connection, limits);
    const { url } = await requestPayment(small);
    const replies = [];
    for (let turn = 0; turn < 5; turn += 1) replies.push(await open(url));
    expect(replies[0]?.status).toBe(200);
    const last = replies.at(-1) ?? (await open(url));
    expect([last.status, last.text.includes('Error 429')]).toEqual([429, true]);
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    await small.close();
  });
});

/** Asks the customer's party for 12.50 USD or another amount, and returns the path of the page. */
async function askCustomer(amount = 1250): Promise<{ path: string; state: () => Promise<unknown> }> {
  const payer = byId(customer);
  const key = main.apiKey;
  const reply = await server.as(key).post('/payment-requests', { amount, payer });
  const { id, attributes: shown } = resource(reply);
  const state = async () =>
    resource(await server.as(key).get(`/payment-requests/${id}`)).attributes['status'];
  return { path: new URL(String(shown['paymentLinkUrl'])).pathname, state };
}
const sourcesIn = (text: string): string[] =>
  [...text.matchAll(/name="source"[^>]*value="(\w+)"/g)].map(([, id = '']) => id);
const walletIn = (text: string): string => sourcesIn(text).find((id) => id.startsWith('wal_')) ?? '';

const browserOf = async (party: { partyId: string }) =>
  signIn(server, (await newMember(server, 'OWNER', party)).email);

describe('paying on the page', () => {
  const form = { verdict: 'pay', amount: '1250', currency: 'USD' };

  it('leads a person to the sign-in and back, and pays once from the chosen wallet, however often it is sent', async () => {
    const { path, state } = await askCustomer();
    const { email } = await newMember(server, 'MEMBER', customer);
    const browser = openBrowser(server.baseUrl);
    expect(locationOf(await browser.post(path, form))).toBe(`/sign-in?to=${encodeURIComponent(path)}`);
    expect(locationOf(await browser.post(await linkByMail(server, email, path)))).toBe(path);
    const sent = { ...form, source: walletIn((await browser.get(path)).text), key: randomUUID() };
    const replies = await Promise.all([browser.post(path, sent), browser.post(path, sent)]);
    expect(replies.map(locationOf)).toEqual([path, path]);
    expect(await state()).toBe('COMPLETED');
    expect((await browser.get(path)).text).toContain('<strong>paid</strong>');
    const second = await browser.post(path, { ...sent, key: randomUUID() });
    expect([second.status, second.text.includes('<strong>paid</strong>')]).toEqual([409, true]);
    expect(second.text).not.toContain('<button');
  });

  it('pays from a linked account, says that it waits for the money, and is paid once that has arrived', async () => {
    const { path, state } = await askCustomer();
    const owner = await signIn(server, (await newMember(server, 'OWNER', customer)).email);
    const pending = await linked(server.as(customer));
    const [, account = '', ...others] = sourcesIn((await owner.get(path)).text);
    expect([account.slice(0, 4), others, account === pending]).toEqual(['eac_', [], false]);
    const sent = { ...form, source: account, key: randomUUID() };
    const replies = await Promise.all([owner.post(path, sent), owner.post(path, sent)]);
    expect(replies.map(locationOf)).toEqual([path, path]);
    const { text } = await owner.get(path);
    expect(text).toContain('<strong>being paid</strong>');
    expect(text).toContain('Your payment waits for its deposit: the bank was asked for USD 12.50 from <bdi>');
    expect((await openBrowser(server.baseUrl).get(path)).text).toContain(
      'It may wait for a bank or for an approval.',
    );
    await advance(server, 12 * 86_400);
    await until('the money has arrived', async () => (await state()) === 'COMPLETED');
    expect((await owner.get(path)).text).toContain('<strong>paid</strong>');
  });

  it('offers no wallet that has less than the amount', async () => {
    const { path } = await askCustomer(1e12);
    const member = await signIn(server, (await newMember(server, 'MEMBER', customer)).email);
    const { text } = await member.get(path);
    expect(sourcesIn(text)).toEqual([]);
    expect(text).toContain('You have no wallet with this much available in USD');
  });

  it('offers accounts to those only whose role may draw from them', async () => {
    const { path, state } = await askCustomer();
    const [owner, member] = [
      await signIn(server, (await newMember(server, 'OWNER', customer)).email),
      await signIn(server, (await newMember(server, 'MEMBER', customer)).email),
    ];
    const [wallet, source = ''] = sourcesIn((await owner.get(path)).text);
    expect(sourcesIn((await member.get(path)).text)).toEqual([wallet]);
    const refused = await member.post(path, { ...form, source });
    expect([refused.status, await state()]).toEqual([403, 'OPEN']);
  });

  it('says to the payer, and to nobody else, that the payment waits for an approval', async () => {
    const { path } = await askCustomer();
    const [payer, requester] = [await browserOf(customer), await browserOf(main)];
    await server.as(customer).put('/parties/me/limits', { limits: { perTransaction: 1000 } });
    const source = walletIn((await payer.get(path)).text);
    expect(locationOf(await payer.post(path, { ...form, source }))).toBe(path);
    await server.as(customer).delete('/parties/me/limits');
    expect((await payer.get(path)).text).toContain('Your payment waits for an approval.');
    expect((await requester.get(path)).text).toContain('It may wait for a bank or for an approval.');
  });

  it('declines', async () => {
    const { path, state } = await askCustomer();
    const browser = await signIn(server, (await newMember(server, 'OWNER', customer)).email);
    expect(locationOf(await browser.post(path, { verdict: 'decline' }))).toBe(path);
    expect(await state()).toBe('DECLINED');
  });

  it('is for whoever was asked: neither for others nor for the one who asks, and no other amount', async () => {
    const { path, state } = await askCustomer();
    const [asked, asking, other] = [
      await browserOf(customer),
      await browserOf(main),
      await browserOf(stranger),
    ];
    const source = walletIn((await asked.get(path)).text);
    expect((await asking.get(path)).text).toContain('This is your own request');
    expect((await other.get(path)).text).toContain('This request asks somebody else');
    expect((await asked.post(path, { ...form, source, amount: '1' })).status).toBe(409);
    expect((await asked.post(path, { ...form, source, amount: 'x' })).status).toBe(422);
    for (const lacks of ['amount', 'currency', 'source'])
      expect((await asked.post(path, { ...form, source, [lacks]: '' })).status).toBe(422);
    expect((await asked.post(path, { verdict: 'pay', amount: '1250', source })).status).toBe(422);
    expect((await asking.post(path, { ...form, source })).status).toBe(403);
    expect((await other.post(path, { ...form, source })).status).toBe(404);
    expect((await asked.post(path, form, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(await state()).toBe('OPEN');
  });
});
