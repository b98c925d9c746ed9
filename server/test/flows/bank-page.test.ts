import { describe, expect, it } from 'vitest';
import { claimTokenOf } from '../support/claims.ts';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { advance } from '../support/moves.ts';
import { main, newEmail, testServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';

const server = testServer();
const bank = '/account/bank';
const withdraw = '/account/withdraw';
const us = {
  verdict: 'add',
  accountName: 'Casey Customer',
  bankName: 'First Bank',
  routingNumber: '021000021',
  accountType: 'checking',
};
const ids = (prefix: string, text: string): string[] => [
  ...new Set(text.match(new RegExp(`${prefix}_[0-9a-f]{32}`, 'g'))),
];

/** Adds an account on the page, verifies it with the amounts that a sandbox shows there, and returns its id. */
async function addVerified(browser: Browser, accountNumber: string): Promise<string> {
  expect(locationOf(await browser.post(bank, { ...us, accountNumber }))).toBe(bank);
  const { text } = await browser.get(bank);
  const [externalAccountId = ''] = ids('eac', text);
  const [, first = '', second = ''] = /they are 0\.(\d\d) and 0\.(\d\d)/.exec(text) ?? [];
  const fields = { verdict: 'verify', externalAccountId, first, second: `0.${second}` };
  expect(locationOf(await browser.post(bank, fields))).toBe(bank);
  return externalAccountId;
}

describe('who has claimed money in a browser', () => {
  it('adds a bank account, verifies it, and withdraws what came', async () => {
    const sent = { amount: 700, counterparty: newEmail(), description: 'Lunch' };
    const token = await claimTokenOf(server, resource(await server.post('/payments', sent)));
    const browser = openBrowser(server.baseUrl);
    await browser.post(`/claims/${token}`, { verdict: 'accept', name: 'Casey' });
    const account = (await browser.get('/account')).text;
    expect([account.includes('Add a bank account'), account.includes(`"${withdraw}"`)]).toEqual([true, true]);
    expect((await browser.get(withdraw)).text).toContain('You have no verified bank account.');
    await browser.post(bank, { ...us, accountNumber: '000123456789' });
    expect((await browser.get('/account')).text).toContain('(waits to be verified)');
    const [pending = ''] = ids('eac', (await browser.get(bank)).text);
    await browser.post(bank, { verdict: 'remove', externalAccountId: pending });
    expect(ids('eac', (await browser.get(bank)).text)).toEqual([]);

    const externalAccountId = await addVerified(browser, '000987654321');
    const page = (await browser.get(withdraw)).text;
    const [walletId = ''] = ids('wal', page);
    expect(page).toContain('Casey Customer ···· 4321');
    const form = { walletId, externalAccountId, amount: '5.00', description: 'Home', key: keyIn(page) };
    const done = await browser.post(withdraw, form);
    expect(done.text).toContain('It is on its way to your bank.');
    expect((await browser.post(withdraw, form)).text).toBe(done.text); // sent twice, withdrawn once
    expect((await browser.get('/account')).text).toContain('USD 2.00');
    await advance(server, 60); // the bank has it by then
    expect((await browser.get('/account')).text).toContain('USD 2.00');
  });
});

const keyIn = (page: string): string => /name="key" value="([0-9a-f-]{36})"/.exec(page)?.[1] ?? '';

describe('the pages about banks', () => {
  it('refuse what the API refuses, say why, and change nothing', async () => {
    const browser = await signIn(server, (await newMember(server, 'ADMIN')).email);
    const before = resources(await server.get('/external-accounts?limit=100')).length;
    const wrong = await browser.post(bank, { ...us, accountNumber: '12', routingNumber: '021000022' });
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([422, true]);
    expect(resources(await server.get('/external-accounts?limit=100'))).toHaveLength(before);
    const form = { walletId: main.walletId, externalAccountId: main.externalAccountId };
    for (const amount of ['', '0', '-1', '1.234', '5,00', 'much']) {
      const reply = await browser.post(withdraw, { ...form, amount });
      expect([amount, reply.status, reply.text.includes('must be an amount in USD')]).toEqual([
        amount,
        422,
        true,
      ]);
    }
    const foreign = await browser.post(withdraw, { ...form, walletId: `wal_${'0'.repeat(32)}`, amount: '1' });
    expect([foreign.status, foreign.text.includes('Choose the wallet that pays.')]).toEqual([404, true]);
    const tooMuch = await browser.post(withdraw, { ...form, amount: '9000000' });
    expect([tooMuch.status, tooMuch.text.includes('role="alert"')]).toEqual([409, true]);
  });

  it('ask for a sign-in, and let each role do what it may', async () => {
    for (const path of [bank, withdraw]) {
      const anonymous = openBrowser(server.baseUrl);
      expect(locationOf(await anonymous.get(path))).toMatch(/^\/sign-in/);
      expect(locationOf(await anonymous.post(path, us))).toMatch(/^\/sign-in/);
    }
    const member = await signIn(server, (await newMember(server, 'MEMBER')).email);
    const [atBank, atWithdraw] = [await member.get(bank), await member.get(withdraw)];
    expect(atBank.text).toContain('Your role adds none.');
    expect(atWithdraw.text).toContain('Your role withdraws nothing.');
    expect((await member.post(bank, { ...us, accountNumber: '000111222333' })).status).toBe(403);
    const form = { walletId: main.walletId, externalAccountId: main.externalAccountId, amount: '1.00' };
    expect((await member.post(withdraw, form)).status).toBe(403);
  });

  it('ask for a fresh sign-in before a large amount leaves', async () => {
    const { email } = await newMember(server, 'OWNER');
    const browser = await signIn(server, email);
    await server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + ${11 * 60_000}`;
    const form = { walletId: main.walletId, externalAccountId: main.externalAccountId, amount: '2000.00' };
    const late = await browser.post(withdraw, form);
    expect([late.status, late.text.includes('Send me a fresh link')]).toEqual([403, true]);
    await browser.post(await linkByMail(server, email, withdraw));
    expect((await browser.post(withdraw, form)).text).toContain('It is on its way to your bank.');
  });
});
