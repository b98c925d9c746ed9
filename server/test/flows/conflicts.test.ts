import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { resource, type Reply } from '../support/http.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { payParty, until, uuidOf, waitingSessions, withSession } from './support.ts';

const here = testServer();
const there = secondServer(here);

/** Lets both servers decide, then blocks their writes to the table until both wait. */
const collidingAt = (table: string, start: () => Array<Promise<Reply>>) =>
  withSession(here.connection, async (session) => {
    await session.query('BEGIN');
    await session.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const replies = start();
    await until('both servers wait', async () => (await waitingSessions(here.sql)).length === 2);
    await session.query('COMMIT');
    return Promise.all(replies);
  });

const inEuro = (server: ApiClient, from: typeof customer, payee: typeof customer, amount: number) =>
  server.as(from).pay({ amount, currency: 'EUR', ...to(payee) });

describe('two servers that create the same row concurrently', () => {
  it('both succeed with a new address, which becomes one party with both payments', async () => {
    const body = { amount: 5, counterparty: { type: 'email', value: 'twice@example.com' } };
    const replies = await collidingAt('contacts', () => [here.pay(body), there.as(customer).pay(body)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = replies.map((reply) => resource(reply).relationships['recipient']?.data?.id);
    expect(first).toMatch(/^pty_/);
    expect(second).toBe(first);
    expect(await here.sql(`SELECT FROM parties WHERE name = 'twice@example.com'`)).toHaveLength(1);
  });

  it('both succeed with a new wallet of a payee, which receives both payments', async () => {
    expect((await inEuro(here, main, customer, 1_000)).status).toBe(201);
    const replies = await collidingAt('wallets', () => [
      inEuro(here, main, stranger, 5),
      inEuro(there, customer, stranger, 7),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const wallets = await here.sql<{ posted: bigint }>`SELECT posted FROM wallets
      WHERE party_id = ${uuidOf(stranger.partyId)} AND currency = 'EUR'`;
    expect(wallets).toEqual([{ posted: 12n }]);
  });

  it('succeed one after the other with the rows that now exist', async () => {
    expect((await payParty(here.baseUrl, main, customer, 1)).status).toBe(201);
    expect((await payParty(there.baseUrl, customer, main, 1)).status).toBe(201);
    await expectBalancedBooks(here.sql);
  });
});
