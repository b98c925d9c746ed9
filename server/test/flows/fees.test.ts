import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { formatMoney } from '../../src/lib/money.ts';
import { operate, runOn } from '../commands/command.ts';
import { newAgent, newApiKey } from '../support/agents.ts';
import { claimTokenOf } from '../support/claims.ts';
import { codes, resource, type Resource } from '../support/http.ts';
import { balanceOf, uuidOf } from './support.ts';
import { advance, approvalsOf, transferNow, withdraw } from '../support/moves.ts';
import { main, stranger, byId, newEmail, testServer, secondServer } from '../support/server.ts';
import { fundedWallet, sumsOf } from '../support/wallets.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
const second = secondServer(server);
beforeEach(() => setFee('payment', '0.25', '150'));
afterAll(() => expectBalancedBooks(server.sql));

/** Sets a fee in USD as the operator does. */
async function setFee(kind: 'payment' | 'withdrawal', fixed: string, basisPoints: string): Promise<string> {
  const options = ['--kind', kind, '--currency', 'USD', '--fixed', fixed, '--basis-points', basisPoints];
  const { code, out, err } = await operate(server, ['fees', ...options]);
  expect([code, err]).toEqual([0, '']);
  return out;
}

/** Returns what the operator has got. */
async function collected(): Promise<bigint> {
  const [account] = await server.sql<{ posted: bigint }>(`SELECT posted FROM wallets WHERE rail = 'fees'`);
  return account?.posted ?? 0n;
}

const payee = () => byId(stranger);
const nobody = () => newEmail();
const make = async (values: object, on: ApiClient = server) =>
  resource(await on.pay({ amount: 1_000, counterparty: payee(), ...values }));
const feeOf = ({ attributes }: Resource): unknown => attributes['fee'];
const stateOf = async ({ id }: Resource): Promise<unknown[]> => {
  const { attributes } = resource(await server.get(`/payments/${id}`));
  return [attributes['status'], attributes['fee']];
};

const payOut = (amount: string, reference: string, currency = 'USD') =>
  runOn(server, 'admin', [
    'fees',
    'payout',
    '--amount',
    amount,
    '--currency',
    currency,
    '--reference',
    reference,
    '--operator',
    'Olive',
  ]);
const clearing = async (): Promise<bigint> => {
  const [account] = await server.sql<{ posted: bigint }>("SELECT posted FROM wallets WHERE rail = 'manual'");
  return account?.posted ?? 0n;
};

describe('collected fees', () => {
  it('are paid out once per reference, and never more than was collected', async () => {
    await make({ amount: 2_000 });
    const [had, outside] = [await collected(), await clearing()];
    const all = formatMoney({ amount: had, currency: 'USD' }).replace('USD ', '');
    expect(await payOut('0.30', 'WIRE 5')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/USD 0\.30/),
    });
    expect((await payOut('0.30', 'WIRE 5')).out).toContain('nothing was done now');
    expect(await payOut('0.31', 'WIRE 5')).toMatchObject({ code: 2 });
    expect(await payOut(all, 'WIRE 6')).toMatchObject({ code: 2, err: expect.stringMatching(/Less/) });
    expect(await payOut('0.01', 'WIRE 7', 'EUR')).toMatchObject({ code: 2 });
    expect([await collected(), await clearing()]).toEqual([had - 30n, outside + 30n]);
    const { out } = await runOn(server, 'admin', ['fees']);
    const left = formatMoney({ amount: had - 30n, currency: 'USD' });
    expect(out).toContain(`collected  USD ${all}, paid out USD 0.30, left ${left}\n`);
    expect(await server.sql("SELECT reason FROM audit_log WHERE action = 'payOutFees'")).toEqual([
      { reason: 'operator Olive, reference WIRE 5' },
    ]);
  });

  it('are paid out once by operators who say the same at once, while payments collect more', async () => {
    await make({ amount: 2_000 });
    const had = await collected();
    const [results] = await Promise.all([
      Promise.all(Array.from({ length: 3 }, () => payOut('0.20', 'WIRE 8'))),
      Promise.all(Array.from({ length: 8 }, () => make({}))),
    ]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(results.filter(({ out }) => out.includes('paid out USD'))).toHaveLength(1);
    expect(await collected()).toBe(had - 20n + 8n * 40n);
  });
});

describe('a fee', () => {
  it('is paid by the payer beside the amount, into the account of fees, and shown to the paying side alone', async () => {
    const [before, had, got] = [
      await balanceOf(server, main.partyId),
      await balanceOf(server, stranger.partyId),
      await collected(),
    ];
    const payment = await make({});
    expect([feeOf(payment), ...(await stateOf(payment))]).toEqual([40, 'COMPLETED', 40]);
    expect((await balanceOf(server, main.partyId)).available).toBe(before.available - 1_040n);
    expect((await balanceOf(server, stranger.partyId)).available).toBe(had.available + 1_000n);
    expect(await collected()).toBe(got + 40n);
    const transaction = `/transactions/txn_${uuidOf(payment.id)}`;
    expect(feeOf(resource(await server.get(transaction)))).toBe(40);
    for (const path of [transaction, `/payments/${payment.id}`]) {
      expect(feeOf(resource(await server.as(stranger).get(path)))).toBeUndefined();
    }
  });

  it('is not there where the operator has set none', async () => {
    const had = formatMoney({ amount: await collected(), currency: 'USD' });
    expect(await setFee('payment', '0.00', '0')).toMatch(`left ${had}\n`);
    expect(Object.keys((await make({})).attributes)).not.toContain('fee');
    expect(Object.keys((await make({ currency: 'EUR', amount: 1 })).attributes)).not.toContain('fee');
  });

  it('is part of what the wallet must have', async () => {
    const walletId = await fundedWallet(server, 1_040);
    const asked = { walletId, counterparty: payee() };
    const refused = await server.pay({ ...asked, amount: 1_001 });
    expect(codes(refused)).toEqual(['insufficient_funds']);
    expect(refused.text).toContain(
      'but not the fee beside it. Asked USD 10.01, fee USD 0.40, available USD 10.40.',
    );
    const agent = await newAgent(server);
    const ofAgent = await server.as(agent.key).pay({ ...asked, amount: 1_001 });
    expect(ofAgent.text).toContain('available USD 10.40.');
    const { secret } = await newApiKey(server);
    const untold = await server.as(secret).pay({ ...asked, amount: 1_001 });
    expect([codes(untold), untold.text]).toEqual([
      ['insufficient_funds'],
      expect.stringMatching(/beside it\. Asked USD 10\.01, fee USD 0\.40\."/),
    ]);
    await make({ walletId });
    expect(await sumsOf(server, walletId)).toEqual([0, 0]);
  });

  it('is held with an unclaimed payment, released with it, and paid when it is claimed', async () => {
    const walletId = await fundedWallet(server, 2_080);
    const got = await collected();
    const canceled = await make({ walletId, counterparty: nobody() });
    const claimed = await make({ walletId, counterparty: nobody() });
    expect(await sumsOf(server, walletId)).toEqual([0, 2_080]);
    expect(await collected()).toBe(got);
    await server.post(`/payments/${canceled.id}/cancel`);
    await setFee('payment', '0', '0'); // what was asked for keeps its fee
    await server.post(`/claims/${await claimTokenOf(server, claimed)}/accept`, { name: 'Claimer' });
    expect(await stateOf(claimed)).toEqual(['COMPLETED', 40]);
    expect(await sumsOf(server, walletId)).toEqual([1_040, 0]);
    expect(await collected()).toBe(got + 40n);
  });

  it('stays with the operator when a payment is refunded', async () => {
    const got = await collected();
    const payment = await make({});
    await server.as(stranger).post(`/payments/${payment.id}/refund`, {});
    expect(await stateOf(payment)).toEqual(['RETURNED', 40]);
    expect(await collected()).toBe(got + 40n);
  });

  it('of a payment in review is the one that was asked for, whatever the operator sets meanwhile', async () => {
    const got = await collected();
    const agent = await newAgent(server, { limits: { perTransaction: 999 } });
    const asked = { amount: 1_000, counterparty: payee() };
    const payment = resource(await server.as(agent.key).pay(asked));
    const [approval] = await approvalsOf(server, payment);
    expect([feeOf(payment), await collected()]).toEqual([40, got]);
    await setFee('payment', '9', '0');
    const path = `/approvals/${approval?.id}`;
    const shown = [
      approval as Resource,
      resource(await server.get(path)),
      resource(await server.post(`${path}/approve`)),
    ];
    expect(shown.map(feeOf)).toEqual([40, 40, 40]);
    expect([await stateOf(payment), await collected()]).toEqual([['COMPLETED', 40], got + 40n]);
  });

  it('is shown by a preview', async () => {
    const values = { amount: 1_000, currency: 'USD', counterparty: payee() };
    const reply = await server.post('/payments/preview', values);
    expect(JSON.parse(reply.text)).toMatchObject({ data: { attributes: { outcome: 'accepted', fee: 40 } } });
  });

  it('counts against no limit', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 1_000, perDay: 1_000 } });
    const payment = await server.as(agent.key).pay({ amount: 1_000, counterparty: payee() });
    expect(resource(payment).attributes).toMatchObject({ status: 'PROCESSING', fee: 40 });
  });

  it('is collected to the cent from payments on two servers at once', async () => {
    const got = await collected();
    const sides = [server, second, server, second];
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, index) => make({ amount: 100 + index }, sides[index % 4])),
    );
    const sum = made.reduce((total, payment) => total + Number(feeOf(payment)), 0);
    expect(await collected()).toBe(got + BigInt(sum));
  });
});

describe('the fee of a withdrawal', () => {
  beforeEach(() => setFee('withdrawal', '1', '0'));

  it('is held with it, and given back when it fails or is canceled', async () => {
    const [before, got] = [await balanceOf(server, main.partyId), await collected()];
    const failing = resource(await withdraw(server, { amount: 1_002 }));
    expect([feeOf(failing), (await balanceOf(server, main.partyId)).held]).toEqual([
      100,
      before.held + 1_102n,
    ]);
    await advance(server, 3_600);
    expect((await transferNow(server, failing)).attributes['status']).toBe('FAILED');
    expect([await balanceOf(server, main.partyId), await collected()]).toEqual([before, got]);
  });

  it('is paid when it completes, and stays paid when the bank returns it', async () => {
    const got = await collected();
    const [completed, returned] = [
      resource(await withdraw(server, { amount: 1_000 })),
      resource(await withdraw(server, { amount: 1_017 })),
    ];
    await advance(server, 3_600);
    const states = [await transferNow(server, completed), await transferNow(server, returned)];
    expect(states.map(({ attributes }) => attributes['status'])).toEqual(['COMPLETED', 'RETURNED']);
    expect(await collected()).toBe(got + 200n);
  });
});
