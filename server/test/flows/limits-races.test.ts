import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { resource, type Reply } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { asAgent, toNextDay, withdraw } from '../support/moves.ts';
import { main, customer, stranger, to, toNobody, secondServer, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const both = [server, second];
// Each test begins on a day with no spending.
beforeEach(() => toNextDay(server));
afterAll(() => expectBalancedBooks(server.sql));

const statusOf = (reply: Reply): unknown => resource(reply).attributes['status'];
const count = (replies: readonly Reply[], status: string): number =>
  replies.filter((reply) => statusOf(reply) === status).length;

/** Sends `requests` requests concurrently, spread over the servers. */
const atOnce = (
  requests: number,
  servers: readonly ApiClient[],
  send: (at: ApiClient, index: number) => Promise<Reply>,
) =>
  Promise.all(
    Array.from({ length: requests }, (_, index) => send(servers[index % servers.length] ?? server, index)),
  );

const setAgent = (limits: object | null, at: ApiClient = server) =>
  at.patch(`/agents/${main.agentId}`, { limits });

const setParty = (limits: object | null, at: ApiClient = server) => at.put('/parties/me/limits', { limits });

/** Returns what counts against the current day of an agent or a party. */
async function spentToday(id: string): Promise<bigint | undefined> {
  const rows = await server.sql<{ spent: bigint }>`SELECT spent_in_day AS spent FROM limit_counters
    WHERE spender_id = ${uuidOf(id)}`;
  return rows[0]?.spent;
}

describe("two hundred concurrent payments against an agent's limit per day", () => {
  it('are accepted exactly as often as the limit allows, on one server and on two', async () => {
    for (const servers of [[server], both]) {
      await toNextDay(server);
      await setAgent({ perDay: 3_799 });
      const replies = await atOnce(200, servers, (at, index) =>
        index % 3 === 0
          ? at.pay({ amount: 100, ...to(stranger) }, asAgent(main.agentId))
          : at.as(main.agentKey).pay({ amount: 100, ...to(stranger) }),
      );
      expect([count(replies, 'PROCESSING'), count(replies, 'IN_REVIEW')]).toEqual([37, 163]);
      expect(await spentToday(main.agentId)).toBe(3_700n);
    }
    await setAgent(null);
  });

  it('of different amounts never exceed it in sum, withdrawals included', async () => {
    await setAgent({ perDay: 5_000 });
    const amounts = Array.from({ length: 120 }, (_, index) => 100 + ((index * 37) % 90));
    const replies = await atOnce(120, both, (at, index) => {
      const amount = amounts[index] ?? 0;
      if (index % 4 > 0) return at.as(main.agentKey).pay({ amount, ...to(stranger) });
      return withdraw(at.with(asAgent(main.agentId)), { amount });
    });
    const accepted = amounts.filter((_, index) => statusOf(replies[index] as Reply) === 'PROCESSING');
    const sum = accepted.reduce((total, amount) => total + amount, 0);
    expect(sum).toBeLessThanOrEqual(5_000);
    expect(sum).toBeGreaterThan(5_000 - 190);
    await setAgent(null);
  });
});

describe("a party's limit per day", () => {
  it('covers all of its keys and agents, and its customers’ wallets, on two servers', async () => {
    for (let round = 0; round < 5; round += 1) {
      await toNextDay(server);
      await setParty({ perDay: 2_050 });
      const replies = await atOnce(100, both, (at, index) => {
        const key = [main.apiKey, main.agentKey, main.limitedAgentKey, main.approverApiKey][index % 4] ?? '';
        // Another wallet has another lock: only the counter is shared.
        const from = index % 4 === 1 ? { customerPartyId: customer.partyId } : {};
        return at.as(key).pay({ amount: 100, ...from, ...to(stranger) });
      });
      expect([count(replies, 'PROCESSING'), count(replies, 'IN_REVIEW')]).toEqual([20, 80]);
      expect(await spentToday(main.partyId)).toBe(2_000n);
    }
    await setParty(null);
  });

  it('is not consumed by other currencies, which all go to review', async () => {
    await setParty({ perDay: 1_000 });
    const replies = await atOnce(60, both, (at, index) =>
      at.pay({ amount: 50, currency: index % 2 === 0 ? 'EUR' : 'USD', ...to(stranger) }),
    );
    const currencies = replies.filter((reply) => statusOf(reply) === 'PROCESSING');
    expect(currencies.map((reply) => resource(reply).attributes['currency'])).toEqual(
      Array.from({ length: 20 }, () => 'USD'),
    );
    await setParty(null);
  });

  it("and its agent's limit are enforced together, each for its own payments", async () => {
    await setParty({ perDay: 3_000 });
    await setAgent({ perDay: 1_000 });
    const replies = await atOnce(120, both, (at, index) =>
      at.as(index % 4 < 2 ? main.agentKey : main.limitedAgentKey).pay({ amount: 100, ...to(stranger) }),
    );
    expect(await spentToday(main.agentId)).toBeLessThanOrEqual(1_000n);
    expect(await spentToday(main.partyId)).toBe(3_000n);
    expect(count(replies, 'PROCESSING')).toBe(30);
    await setParty(null);
    await setAgent(null);
  });
});

describe('limits that change during payments', () => {
  it('never allow more than the largest of them, and count every cent', async () => {
    for (const [set, id] of [
      [setAgent, main.agentId],
      [setParty, main.partyId],
    ] as const) {
      for (let round = 0; round < 4; round += 1) {
        await toNextDay(server);
        await set({ perDay: 2_000 });
        const payments = atOnce(150, both, (at) =>
          at.as(main.agentKey).pay({ amount: 100, ...to(stranger) }),
        );
        for (const [index, perDay] of [1_000, 3_000, 500, 2_500].entries()) {
          expect((await set({ perDay }, both[index % 2])).status).toBe(200);
        }
        const accepted = count(await payments, 'PROCESSING') * 100;
        expect(accepted).toBeLessThanOrEqual(3_000);
        expect(await spentToday(id)).toBe(BigInt(accepted));
      }
      await set(null);
    }
  });

  it('lose no amount that is given back in the meantime', async () => {
    for (const [set, id] of [
      [setAgent, main.agentId],
      [setParty, main.partyId],
    ] as const) {
      for (let round = 0; round < 6; round += 1) {
        await toNextDay(server);
        await set({ perDay: 100_000 });
        const made = await atOnce(30, both, (at) => at.as(main.agentKey).pay({ amount: 10, ...toNobody() }));
        const canceling = atOnce(30, both, (at, index) =>
          at.post(`/payments/${resource(made[index] as Reply).id}/cancel`),
        );
        for (const perDay of [1_000, 2_000, 3_000, 4_000])
          await set({ perDay }, both[perDay % 2000 === 0 ? 1 : 0]);
        expect(new Set((await canceling).map(({ status }) => status))).toEqual(new Set([200]));
        expect(await spentToday(id)).toBe(0n);
      }
      await set(null);
    }
  });

  it('affect neither accepted payments nor those in review', async () => {
    await setAgent({ perDay: 500 });
    const replies = await atOnce(20, both, (at) =>
      at.as(main.agentKey).pay({ amount: 100, ...to(stranger) }),
    );
    await setAgent({ perDay: 100_000 });
    expect([count(replies, 'PROCESSING'), count(replies, 'IN_REVIEW')]).toEqual([5, 15]);
    const rows = await server.sql<{ status: string; count: number }>`SELECT status, count(*)::int
      FROM payments WHERE id = ANY (${replies.map((reply) => uuidOf(resource(reply).id))}::uuid[])
      GROUP BY status ORDER BY status`;
    expect(rows).toEqual([
      { status: 'COMPLETED', count: 5 },
      { status: 'IN_REVIEW', count: 15 },
    ]);
    await setAgent(null);
  });
});
