import { beforeAll, describe, expect, it } from 'vitest';
import { main, customer, testServer } from '../support/server.ts';
import { countRows, expectBalancedBooks } from './books.ts';
import { payParty, uuidOf } from './support.ts';

const server = testServer();
beforeAll(() => payParty(server.baseUrl, main, customer, 100));

describe('the ledger is append-only', () => {
  it.each([
    ['UPDATE', 'UPDATE movements SET amount = amount + 1'],
    ['UPDATE of no row', 'UPDATE movements SET amount = 1 WHERE false'],
    ['UPDATE through the entries', 'UPDATE entries SET amount = 1'],
    ['DELETE', 'DELETE FROM movements'],
    ['TRUNCATE', 'TRUNCATE movements'],
    ['TRUNCATE CASCADE', 'TRUNCATE movements CASCADE'],
  ])('%s is refused', async (_what, statement) => {
    const movements = () => server.sql('SELECT * FROM movements ORDER BY transaction_id, step');
    const before = await movements();
    await expect(server.sql(statement)).rejects.toThrow(/append-only|cannot update view/);
    expect(await movements()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });
});

describe('the database itself refuses', () => {
  it.each([
    ['a balance below zero', 'UPDATE wallets SET posted = -1 WHERE id = $1'],
    ['more held than posted', 'UPDATE wallets SET held = posted + 1 WHERE id = $1'],
    ['a negative hold', 'UPDATE wallets SET held = -1 WHERE id = $1'],
    ['an inexact balance', 'UPDATE wallets SET posted = 9007199254740992 WHERE id = $1'],
  ])('%s', async (_what, statement) => {
    const id = uuidOf(main.walletId);
    await expect(server.sql(statement, id)).rejects.toThrow('violates check constraint');
  });

  it.each([
    ['a movement of zero', '0', 'USD', 'available'],
    ['a movement of a negative amount', '-1', 'USD', 'available'],
    ['a movement from a place to itself', '1', 'USD', 'here'],
  ])('%s', async (_what, amount, currency, place) => {
    const insert = server.sql(
      `INSERT INTO movements SELECT gen_random_uuid(), 1, 'payment', $1, 'available', $1,
         CASE WHEN $4 = 'here' THEN 'available' ELSE 'held' END, $2::bigint, $3, now()`,
      uuidOf(main.walletId),
      amount,
      currency,
      place,
    );
    await expect(insert).rejects.toThrow('violates check constraint');
  });

  it('leaving the books unchanged', async () => {
    const counts = await countRows(server.sql);
    expect(counts['payments']).toBe(1);
    await expectBalancedBooks(server.sql);
  });
});
