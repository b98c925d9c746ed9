import { describe, expect, it } from 'vitest';
import type { Reply } from '../support/http.ts';
import { to, testServer, secondServer, type Parties } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { endSessions, payParty, uuidOf } from './support.ts';

const pairs = 100;
const rings = 30;

const here = testServer({ PURSER_BATCH_SIZE: '4' });
const there = secondServer(here, { PURSER_BATCH_SIZE: '4' });
const party = (name: keyof Parties): Parties[keyof Parties] => here.parties[name];

async function available(name: keyof Parties): Promise<bigint | undefined> {
  const id = uuidOf(party(name).walletId);
  const [row] = await here.sql<{ available: bigint }>`SELECT posted - held AS available FROM wallets
    WHERE id = ${id}`;
  return row?.available;
}

const statuses = (replies: readonly Reply[]): number[] => [...new Set(replies.map(({ status }) => status))];

/**
 * The number of deadlocks that PostgreSQL resolved in this database; sessions report theirs when they end.
 */
async function deadlocks(): Promise<number> {
  const [row] = await here.sql<{ deadlocks: bigint }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.deadlocks);
}

describe('two servers on one database', () => {
  it('let two parties pay each other concurrently, and both end up with the same balance', async () => {
    const before = [await available('main'), await available('customer')];
    const replies = await Promise.all(
      Array.from({ length: pairs }, (_, index) => [
        payParty(here.baseUrl, party('main'), party('customer'), index + 1),
        payParty(there.baseUrl, party('customer'), party('main'), index + 1),
      ]).flat(),
    );
    expect(statuses(replies)).toEqual([201]);
    expect([await available('main'), await available('customer')]).toEqual(before);
  });

  it('let five parties pay each other in rings, each payment on either server', async () => {
    const names = ['main', 'customer', 'stranger', 'delegate', 'restrictedDelegate'] as const;
    const funded = await Promise.all(
      names.slice(3).map((name) => payParty(here.baseUrl, party('main'), party(name), 10_000)),
    );
    expect(statuses(funded)).toEqual([201]);
    const before = await Promise.all(names.map(available));
    const replies = await Promise.all(
      Array.from({ length: rings }, (_, ring) =>
        names.map((name, index) => {
          const next = names[(index + 1) % names.length] ?? 'main';
          const server = (ring + index) % 2 === 0 ? here : there;
          return payParty(server.baseUrl, party(name), party(next), 10);
        }),
      ).flat(),
    );
    expect(statuses(replies)).toEqual([201]);
    expect(await Promise.all(names.map(available))).toEqual(before);
  });

  it('accept concurrent payments by agents, for customers and to new addresses', async () => {
    const { main, customer } = here.parties;
    const replies = await Promise.all(
      Array.from({ length: pairs }, (_, index) => {
        const server = index % 2 === 0 ? here : there;
        const key = index % 3 === 0 ? main.limitedAgentKey : main.agentKey;
        const delegated = index % 3 === 1 ? { customerPartyId: customer.partyId } : {};
        const address = { type: 'email', value: `guest-${index % 7}@example.com` };
        return server.as(key).pay({ amount: 5, counterparty: address, ...delegated });
      }),
    );
    expect(statuses(replies)).toEqual([201]);
    const guests = await here.sql(`SELECT party_id FROM contacts WHERE value LIKE 'guest-%'`);
    expect(guests).toHaveLength(7);
  });

  it('give one idempotency key one effect, whichever server receives it', async () => {
    const { stranger } = here.parties;
    for (let round = 0; round < 10; round += 1) {
      const headers = { 'Idempotency-Key': `both-${round}` };
      const replies = await Promise.all(
        [here, there, here, there, here, there].map((each) =>
          each.post('/payments', { amount: 7, ...to(stranger) }, headers),
        ),
      );
      expect(statuses(replies)).toEqual([201]);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(replies.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    }
  });

  it('pay from a wallet that covers ten of forty payments exactly ten times', async () => {
    const { stranger, main } = here.parties;
    const left = Number(await available('stranger'));
    const each = Math.floor(left / 10);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        payParty((index % 2 === 0 ? here : there).baseUrl, stranger, main, each),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(30);
  });

  it('keep the books balanced and cause no deadlock', async () => {
    await expectBalancedBooks(here.sql);
    await endSessions(here.sql); // they report their counts
    expect(await deadlocks()).toBe(0);
  });
});
