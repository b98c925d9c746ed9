import { afterAll, beforeAll, expect, it } from 'vitest';
import { deposit, moneyOf } from '../support/deposits.ts';
import { pay, resource, resources } from '../support/http.ts';
import type { Resource } from '../support/http.ts';
import { advance, get, post, transferNow, withdraw } from '../support/moves.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { moveMoney, newWallet } from '../support/wallets.ts';
import { expectBalancedBooks } from './books.ts';
import { until } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const statusOf = async (transfer: Resource): Promise<unknown> =>
  (await transferNow(server, transfer)).attributes['status'];

/** Lets the bank have what it is asked for, and days pass. */
async function pass(days: number): Promise<void> {
  await until('the bank has all orders', async () => {
    const waiting = await server.sql(`SELECT FROM rail_orders WHERE state IN ('waiting', 'unknown')`);
    return waiting.length === 0;
  });
  await advance(server, days * 86_400);
}

it('money comes in, moves, is paid and withdrawn, and a deposit comes back after it was spent', async () => {
  const { main, customer } = server.parties;
  const till = await newWallet(server);
  const savings = await newWallet(server);
  const from = { walletId: till };
  const counterparty = { type: 'party_id', value: customer.partyId };

  const first = resource(await deposit(server, { amount: 20_000, walletId: till }));
  const refused = resource(await deposit(server, { amount: 5_009, walletId: till }));
  expect(await moneyOf(server, till)).toEqual([0, 0]);
  await pass(1);
  expect([await statusOf(first), await statusOf(refused)]).toEqual(['COMPLETED', 'FAILED']);
  expect(await moneyOf(server, till)).toEqual([20_000, 0]);

  await moveMoney(server, till, savings, 6_000);
  await pay(server.baseUrl, main.apiKey, { amount: 9_000, counterparty, ...from });
  const out = resource(await withdraw(server, { amount: 4_000, ...from }));
  const failing = resource(await withdraw(server, { amount: 1_000, ...from }));
  await post(server, `/simulations/transfers/${failing.id}/fail`, { code: 'R02' });
  await pass(1);
  expect([await statusOf(out), await statusOf(failing)]).toEqual(['COMPLETED', 'FAILED']);
  expect(await moneyOf(server, till)).toEqual([1_000, 0]);

  await post(server, `/simulations/transfers/${first.id}/return`);
  expect(await statusOf(first)).toBe('RETURNED');
  expect(await moneyOf(server, till)).toEqual([0, 19_000]);
  expect(await moneyOf(server, savings)).toEqual([6_000, 19_000]);

  await post(server, `/simulations/transfers/${out.id}/return`);
  expect(await moneyOf(server, till)).toEqual([0, 15_000]);
  await post(server, '/simulations/deposits', { amount: 14_000, walletId: savings });
  expect(await moneyOf(server, savings)).toEqual([6_000, 1_000]);
  const back = { amount: 2_500, counterparty: { type: 'party_id', value: main.partyId } };
  const [before] = await moneyOf(server, main.walletId);
  await pay(server.baseUrl, customer.apiKey, back);
  expect(await moneyOf(server, main.walletId)).toEqual([before + 1_500, 0]);

  const shown = resources(await get(server, '/transactions?type=transfer&limit=100'));
  const statuses = new Map(shown.map(({ id, attributes }) => [id.slice(4), attributes['status']]));
  expect([first, refused, out, failing].map(({ id }) => statuses.get(id.slice(4)))).toEqual([
    'RETURNED',
    'FAILED',
    'RETURNED',
    'FAILED',
  ]);
  await expectBalancedBooks(server.sql);
});
