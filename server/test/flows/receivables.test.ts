import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, moneyOf, reports } from '../support/deposits.ts';
import { resource, resources } from '../support/http.ts';
import { transferNow, withdraw } from '../support/moves.ts';
import { main, customer, byId, to, testServer, secondServer } from '../support/server.ts';
import { closeWallet, moveMoney, newWallet, walletNow } from '../support/wallets.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { type ApiClient } from '../support/client.ts';

const bank = createTestBank();
const server = testServer({}, bank.rail);
const second = secondServer(server, {}, bank.rail);
beforeEach(() => payAll());
afterAll(() => expectBalancedBooks(server.sql));

const completed = { kind: 'completed' } as const;
const returned = { kind: 'returned', code: 'R10', reason: 'Not authorized' } as const;
const mainMoney = () => moneyOf(server, main.walletId);
const toCustomer = () => byId(customer);

/** Pays all that the main party has in USD to the customer. */
async function payAll(): Promise<void> {
  const [amount] = await mainMoney();
  if (amount > 0) await server.pay({ amount, counterparty: toCustomer() });
}

/** Pays the main party from the customer. */
const payMain = async (amount: number, at: ApiClient = server) =>
  resource(await at.as(customer).pay({ amount, ...to(main) }));

/** Has the main party owe this amount: it deposits it, spends it, and the bank returns the deposit. */
async function owe(amount: number): Promise<void> {
  const transfer = await accepted(server, bank, { amount });
  await reports(server, bank, transfer, completed);
  await payAll();
  await reports(server, bank, transfer, returned);
  expect((await transferNow(server, transfer)).attributes['status']).toBe('RETURNED');
}

/** Settles what the main party owes, and leaves it with nothing. */
async function settleDebt(): Promise<void> {
  const [, owed] = await mainMoney();
  if (owed > 0) await payMain(owed);
}

describe('a returned deposit that was spent', () => {
  beforeEach(settleDebt);

  it('leaves the wallet at zero and the party with a debt, which what arrives next settles first', async () => {
    await owe(1_000);
    expect(await mainMoney()).toEqual([0, 1_000]);
    await payMain(400);
    expect(await mainMoney()).toEqual([0, 600]);
    await payMain(700);
    expect(await mainMoney()).toEqual([100, 0]);
    await payMain(50);
    expect(await mainMoney()).toEqual([150, 0]);
  });

  it('takes what is left in the wallet, and only the rest as a debt', async () => {
    const transfer = await accepted(server, bank, { amount: 1_000 });
    await reports(server, bank, transfer, completed);
    await server.pay({ amount: 300, counterparty: toCustomer() });
    await reports(server, bank, transfer, returned, returned);
    expect(await mainMoney()).toEqual([0, 300]);
  });

  it('leaves money alone that is held for a withdrawal, until it is released', async () => {
    const transfer = await accepted(server, bank, { amount: 1_000 });
    await reports(server, bank, transfer, completed);
    const out = resource(await withdraw(server, { amount: 800 }));
    await reports(server, bank, transfer, returned);
    expect(await mainMoney()).toEqual([0, 800]);
    await server.post(`/transfers/${out.id}/cancel`);
    await reports(server, bank, out, { kind: 'canceled' });
    expect(await mainMoney()).toEqual([0, 0]); // what is released is recovered first
  });

  it('is settled by a refund, a deposit and a returned withdrawal, in whichever wallet they arrive', async () => {
    const drawer = await newWallet(server);
    await payMain(1_000);
    const paid = resource(await server.pay({ amount: 300, counterparty: toCustomer() }));
    const out = resource(await withdraw(server, { amount: 300 }));
    await reports(server, bank, out, completed);
    await owe(2_000);
    await server.as(customer).post(`/payments/${paid.id}/refund`);
    expect(await mainMoney()).toEqual([0, 1_700]);
    await reports(server, bank, out, returned);
    expect(await mainMoney()).toEqual([0, 1_400]);
    const arrives = await accepted(server, bank, { amount: 300, walletId: drawer });
    await reports(server, bank, arrives, completed);
    expect(await moneyOf(server, drawer)).toEqual([0, 1_100]);
    await reports(server, bank, arrives, returned);
    expect(await mainMoney()).toEqual([0, 1_400]);
    await payMain(1_400);
    expect(await mainMoney()).toEqual([0, 0]);
  });

  it('takes what the other wallets of the party have in the currency, also frozen ones', async () => {
    const [drawer, euro] = [await newWallet(server), await newWallet(server, { currency: 'EUR' })];
    const frozen = await newWallet(server);
    await payMain(800);
    await moveMoney(server, main.walletId, drawer, 500);
    await moveMoney(server, main.walletId, frozen, 300);
    await server.post(`/wallets/${frozen}/freeze`);
    await owe(1_000);
    const [left, owed] = [
      await mainMoney(),
      await Promise.all([drawer, frozen].map((id) => moneyOf(server, id))),
    ];
    expect([left, ...owed]).toEqual([
      [0, 200],
      [0, 200],
      [0, 200],
    ]);
    expect(await moneyOf(server, euro)).toEqual([0, 0]);
    await server.post(`/wallets/${frozen}/unfreeze`);
  });

  it('takes from the wallet of the deposit first, then from the default one, then from the oldest', async () => {
    const [older, newer] = [await newWallet(server), await newWallet(server)];
    const transfer = await accepted(server, bank, { amount: 1_000, walletId: newer });
    await reports(server, bank, transfer, completed);
    await moveMoney(server, newer, older, 400);
    await moveMoney(server, newer, main.walletId, 300);
    await payMain(100);
    await reports(server, bank, transfer, returned);
    const left = await Promise.all([newer, main.walletId, older].map((id) => moneyOf(server, id)));
    expect(left).toEqual([
      [0, 0],
      [0, 0],
      [100, 0],
    ]);
    const lines = await server.sql<{ id: string }>`SELECT source_wallet_id AS id FROM movements
      WHERE transaction_id = ${transfer.id.slice(4)} AND kind = 'return' ORDER BY step`;
    expect(lines.map(({ id }) => `wal_${id}`)).toEqual([newer, main.walletId, older]);
    await server.pay({ amount: 100, counterparty: toCustomer(), walletId: older });
  });

  it('is shown in no list of wallets, and named by no request', async () => {
    await owe(1_000);
    const [account] = await server.sql<{ id: string }>('SELECT id FROM wallets WHERE is_receivable');
    const id = `wal_${account?.id}`;
    const listed = resources(await server.get('/wallets?limit=100')).map((wallet) => wallet.id);
    expect(listed).not.toContain(id);
    const refused = [
      await server.get(`/wallets/${id}`),
      await server.post(`/wallets/${id}/freeze`),
      await server.post(`/wallets/${id}/default`),
      await closeWallet(server, id),
      await moveMoney(server, id, main.walletId, 1),
      await moveMoney(server, main.walletId, id, 1),
      await withdraw(server, { walletId: id }),
      await server.pay({ amount: 1, counterparty: toCustomer(), walletId: id }),
      await server.patch(`/agents/${main.agentId}`, { walletIds: [id] }, { 'Idempotency-Key': 'bind' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect((await walletNow(server, main.walletId)).attributes['balance']).toMatchObject({
      available: 0,
      receivable: 1_000,
    });
  });

  it('conserves money while deposits come back and money moves in and out on two servers', async () => {
    await payMain(5_000);
    const deposits = [];
    for (let count = 0; count < 6; count += 1) deposits.push(await accepted(server, bank, { amount: 1_000 }));
    for (const each of deposits) await reports(server, bank, each, completed);
    const moves = Array.from({ length: 30 }, (_, index) => index).map((index) => {
      const at = index % 2 ? server : second;
      return index % 3 === 0 ? payMain(100, at) : at.pay({ amount: 700, counterparty: toCustomer() });
    });
    const coming = deposits.map((each) => reports(server, bank, each, returned));
    await Promise.all([...moves, ...coming]);
    const [left, owed] = await mainMoney();
    const [net] = await server.sql<{ sum: bigint }>`SELECT sum(posted)::bigint FROM wallets
      WHERE party_id = ${main.partyId.slice(4)} AND currency = 'USD'`;
    expect(net?.sum).toBe(BigInt(left - owed));
    await expectBalancedBooks(server.sql);
    await payMain(owed + 1);
    expect((await mainMoney())[1]).toBe(0);
  });
});
