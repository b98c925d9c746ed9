import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Resource, resources } from '../support/http.ts';
import { type Prod, startProd } from './prod.ts';

// One story, in order: prod on its first day, with any bank.
let prod: Prod;
beforeAll(async () => {
  prod = await startProd();
});
afterAll(() => prod.close());

const acme = { id: '', key: '', accountId: '' };
const number = {
  type: 'us',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountType: 'checking',
};

/** Withdraws 100.00 to the account, and returns the transfer. */
function withdraw(): Promise<Resource> {
  const wanted = { amount: 10_000, externalAccountId: acme.accountId };
  return prod.make(acme.key, 'POST', '/transfers/withdraw', wanted);
}

/** Marks an order as Olive, and returns what is printed. */
const mark = (word: string, { id }: Resource, ...more: string[]) =>
  prod.admin('orders', word, id, '--operator', 'Olive', ...more);

const attributesOf = async ({ id }: Resource) =>
  (await prod.make(acme.key, 'GET', `/transfers/${id}`)).attributes;

async function balance(): Promise<unknown> {
  const [wallet] = resources(await prod.send(acme.key, 'GET', '/wallets'));
  return wallet?.attributes['balance'];
}

describe('money goes in and out of prod by hand', () => {
  it('a business comes in with money that has arrived, and links its account, which the operator verifies', async () => {
    const printed = await prod.admin('create-party', '--name', 'Acme', '--email', 'books@acme.example');
    acme.id = /pty_\w+/.exec(printed)?.[0] ?? '';
    acme.key = /sk_pur_prod_\w+/.exec(printed)?.[0] ?? '';
    const money = ['--amount', '1000.00', '--currency', 'USD', '--reference', 'wire 1'];
    await prod.admin('deposit', acme.id, ...money);
    const named = { accountName: 'Acme', bankName: 'First Bank', account: number };
    acme.accountId = (await prod.make(acme.key, 'POST', '/external-accounts', named)).id;
    await prod.admin('verify-external-account', acme.accountId, '--operator', 'Olive');
    expect(await balance()).toMatchObject({ available: 100_000, held: 0 });
  });

  it('a withdrawal waits, is listed, shown, sent and settled, and its money leaves', async () => {
    const order = await withdraw();
    expect(order.attributes).toMatchObject({ status: 'PROCESSING', settledAt: null });
    expect(Date.parse(String(order.attributes['expectedAvailableAt']))).toBeGreaterThan(Date.now());
    expect(await balance()).toMatchObject({ available: 90_000, held: 10_000 });
    const list = await prod.admin('orders');
    expect(list).toMatch(
      new RegExp(`^${order.id}  waiting  .*USD 100.00  \\*{4}6789  First Bank +Acme$`, 'm'),
    );
    expect(list).not.toContain(number.accountNumber);
    expect(await mark('show', order)).toContain(number.accountNumber);
    expect(await mark('sent', order, '--reference', 'WIRE 77')).toBe(`order ${order.id}  sent  USD 100.00\n`);
    expect(await attributesOf(order)).toMatchObject({ status: 'PROCESSING' });
    await mark('settled', order);
    expect(await attributesOf(order)).toMatchObject({
      status: 'COMPLETED',
      settledAt: expect.any(String) as string,
    });
    expect(await balance()).toMatchObject({ available: 90_000, held: 0 });
  });

  it('another fails: the party sees why, and has its money again', async () => {
    const order = await withdraw();
    await mark('sent', order, '--reference', 'WIRE 78');
    await mark('failed', order, '--code', 'R03', '--reason', 'No account');
    const failure = { code: 'R03', reason: 'No account' };
    expect(await attributesOf(order)).toMatchObject({ status: 'FAILED', failure });
    expect(await balance()).toMatchObject({ available: 90_000, held: 0 });
  });

  it('a third is returned after it was settled', async () => {
    const order = await withdraw();
    await mark('sent', order, '--reference', 'WIRE 79');
    await mark('settled', order);
    expect(await balance()).toMatchObject({ available: 80_000 });
    await mark('returned', order, '--code', 'R02', '--reason', 'Account closed', '--reference', 'RTN 5');
    expect(await attributesOf(order)).toMatchObject({ status: 'RETURNED', return: { code: 'R02' } });
    expect(await balance()).toMatchObject({ available: 90_000, held: 0 });
  });

  it('nothing is left to do, and the books add up', async () => {
    expect(await prod.admin('orders')).toBe('no orders\n');
    expect(await prod.audit()).toContain('the books add up');
  });
});
