import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codes, resource, type Reply } from '../support/http.ts';
import { balanceOf, uuidOf } from './support.ts';
import {
  main,
  customer,
  stranger,
  delegate,
  restrictedDelegate,
  newAddress,
  newEmail,
  secondServer,
  testServer,
} from '../support/server.ts';
import { countRows, expectBalancedBooks } from './books.ts';
import { clientAt, type ApiClient } from '../support/client.ts';

const server = testServer();
const both: ApiClient[] = [server, secondServer(server)];

/** Sends `requests` requests concurrently, spread over the servers. */
function atOnce(requests: number, send: (baseUrl: string, index: number) => Promise<Reply>, servers = both) {
  const urls = servers.map(({ baseUrl }) => baseUrl);
  return Promise.all(
    Array.from({ length: requests }, (_, index) => send(urls[index % urls.length] ?? '', index)),
  );
}

const count = async (table: string) => (await countRows(server.sql))[table] ?? 0;
const toParty = (value: string) => ({ counterparty: { type: 'party_id', value } });
const accepted = (replies: Reply[]): number => replies.filter((reply) => reply.status === 201).length;

/** Leaves a party with `amount` in USD, by paying away the rest. */
async function leave(party: { partyId: string; apiKey: string }, amount: bigint): Promise<void> {
  const { available } = await balanceOf(server, party.partyId);
  const other = party.partyId === main.partyId ? delegate : main;
  const difference = available - amount;
  const [payer, payee] = difference > 0n ? [party, other] : [other, party];
  const magnitude = Number(difference > 0n ? difference : -difference);
  if (magnitude > 0) {
    await server.as(payer).pay({ amount: magnitude, ...toParty(payee.partyId) });
  }
  expect((await balanceOf(server, party.partyId)).available).toBe(amount);
}

describe('concurrent payments', () => {
  it('are accepted exactly as often as the funds allow, on one server and on two', async () => {
    for (const servers of [[server], both]) {
      await leave(stranger, 37n * 100n + 99n);
      const replies = await atOnce(
        200,
        (baseUrl) => clientAt(baseUrl, stranger).pay({ amount: 100, ...toParty(customer.partyId) }),
        servers,
      );
      expect(accepted(replies)).toBe(37);
      expect(replies.filter((reply) => codes(reply)[0] === 'insufficient_funds').length).toBe(163);
      expect(await balanceOf(server, stranger.partyId)).toEqual({ available: 99n, held: 0n });
    }
  });

  it('to unknown payees hold no more than the balance', async () => {
    await leave(stranger, 1_000n);
    const counterparty = newEmail();
    const replies = await atOnce(60, (baseUrl) =>
      clientAt(baseUrl, stranger).pay({ amount: 100, counterparty }),
    );
    expect(accepted(replies)).toBe(10);
    expect(await balanceOf(server, stranger.partyId)).toEqual({ available: 0n, held: 1_000n });
  });

  it('in opposite directions all succeed, and leave both balances as they were', async () => {
    const before = [await balanceOf(server, main.partyId), await balanceOf(server, customer.partyId)];
    const replies = await atOnce(100, (baseUrl, index) => {
      const [from, into] = index % 4 < 2 ? [main, customer] : [customer, main];
      return clientAt(baseUrl, from).pay({ amount: 1 + (index >> 2), ...toParty(into.partyId) });
    });
    expect(accepted(replies)).toBe(100);
    expect([await balanceOf(server, main.partyId), await balanceOf(server, customer.partyId)]).toEqual(
      before,
    );
  });

  it('in a ring of five all succeed', async () => {
    const ring = [main, customer, stranger, delegate, restrictedDelegate];
    for (const party of ring.slice(2)) await leave(party, 100n);
    const replies = await atOnce(50, (baseUrl, index) => {
      const [from, into] = [ring[index % 5] ?? main, ring[(index + 1) % 5] ?? main];
      return clientAt(baseUrl, from).pay({ amount: 1, ...toParty(into.partyId) });
    });
    expect(accepted(replies)).toBe(50);
  });

  it("from a customer, by customer, agent and party, never exceed the customer's balance", async () => {
    await leave(customer, 2_000n);
    const values = { amount: 100, ...toParty(stranger.partyId) };
    const replies = await atOnce(60, (baseUrl, index) =>
      index % 3 === 0
        ? clientAt(baseUrl, customer).pay(values)
        : clientAt(baseUrl, index % 3 === 1 ? main.agentKey : main.apiKey).pay({
            ...values,
            customerPartyId: customer.partyId,
          }),
    );
    expect(accepted(replies)).toBe(20);
    expect((await balanceOf(server, customer.partyId)).available).toBe(0n);
  });
});

describe('one idempotency key on two servers', () => {
  it('sent fifty times concurrently makes one payment and fifty equal responses', async () => {
    for (let round = 0; round < 5; round += 1) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const before = await count('payments');
      const values = { amount: 2, ...toParty(stranger.partyId) };
      const replies = await atOnce(50, (baseUrl) => clientAt(baseUrl).pay(values, headers));
      expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1);
      expect(replies[0]?.status).toBe(201);
      const replayed = replies.filter((reply) => reply.headers.get('Idempotency-Replayed') === 'true');
      expect(replayed.length).toBe(49);
      expect(await count('payments')).toBe(before + 1);
    }
  });

  it('sent concurrently with two different bodies makes one payment, and the other body is refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const before = await count('payments');
    const replies = await atOnce(20, (baseUrl, index) =>
      clientAt(baseUrl).pay({ amount: 1 + (index % 2), ...toParty(stranger.partyId) }, headers),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201, 409]));
    expect(await count('payments')).toBe(before + 1);
  });
});

describe('concurrent creation on two servers', () => {
  it('opens one wallet for a payee in a new currency', async () => {
    for (const { partyId } of [customer, stranger, delegate, restrictedDelegate]) {
      const replies = await atOnce(16, (baseUrl) =>
        clientAt(baseUrl).pay({ amount: 5, currency: 'EUR', ...toParty(partyId) }),
      );
      expect(accepted(replies)).toBe(16);
      const wallets = await server.sql<{ posted: bigint }>`SELECT posted FROM wallets
        WHERE party_id = ${uuidOf(partyId)} AND currency = 'EUR'`;
      expect(wallets).toEqual([{ posted: 80n }]);
    }
  });

  it('creates one party for an unknown payee', async () => {
    for (const type of ['email', 'phone']) {
      const value = type === 'email' ? newAddress() : `+1${Math.trunc(2e9 + Math.random() * 7e9)}`;
      const before = await count('parties');
      const replies = await atOnce(16, (baseUrl) =>
        clientAt(baseUrl).pay({ amount: 1, counterparty: { type, value } }),
      );
      expect(accepted(replies)).toBe(16);
      expect(new Set(replies.map((reply) => resource(reply).relationships['recipient']?.data?.id)).size).toBe(
        1,
      );
      expect(await count('parties')).toBe(before + 1);
    }
  });
});

describe('after all of these tests', () => {
  it('the books are balanced', () => expect(expectBalancedBooks(server.sql)).resolves.toBeUndefined());
});
