import { describe, expect, it } from 'vitest';
import { resource } from '../support/http.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { uuidOf, payParty, until, waitingSessions, withSession } from './support.ts';

const server = testServer();
const path = '/parties/me/limits';
const put = (limits: object | null) => server.put(path, { limits });
const clear = () => server.delete(path);
const pay = (amount: number) => payParty(server.baseUrl, main, stranger, amount);

/** What is counted against the limits of the main party. */
async function counted(): Promise<Record<string, bigint>> {
  const [counter] = await server.sql<{ day: bigint; month: bigint }>`SELECT spent_in_day AS day,
    spent_in_month AS month FROM limit_counters WHERE spender_id = ${uuidOf(main.partyId)}`;
  return { ...counter };
}

const auditLines = () =>
  server.sql<{ action: string }>`SELECT action FROM audit_log WHERE target_id = ${uuidOf(main.partyId)}
    ORDER BY id`;

describe("a party's limits", () => {
  it('per day and month count what was spent before they were set', async () => {
    await pay(100);
    await pay(23);
    await put({ perDay: 1_000_000 });
    expect(await counted()).toEqual({ day: 123n, month: 123n });
    await put({ perTransaction: 1_000_000 });
    expect(await counted()).toEqual({});
    await put({ perMonth: 1_000_000 });
    expect(await counted()).toEqual({ day: 123n, month: 123n });
    await clear();
    expect(await counted()).toEqual({});
  });

  it('apply from the next payment on', async () => {
    await put({ perTransaction: 50 });
    expect(resource(await pay(50)).attributes['status']).toBe('PROCESSING');
    expect(resource(await pay(51)).attributes['status']).toBe('IN_REVIEW');
    await clear();
    expect(resource(await pay(51)).attributes['status']).toBe('PROCESSING');
  });

  it('count every payment that is made while they are set', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payments = Array.from({ length: 30 }, () => pay(7));
      const replies = await Promise.all([
        put({ perDay: 10_000_000 }),
        ...payments,
        put({ perMonth: 10_000_000 }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, ...payments.map(() => 201), 200]);
      const [row] = await server.sql<{ spent: bigint }>`SELECT sum(amount)::bigint AS spent FROM payments
        WHERE payer_party_id = ${uuidOf(main.partyId)} AND accepted_at IS NOT NULL`;
      expect((await counted())['day']).toBe(row?.spent);
    }
    await clear();
    await expect(expectBalancedBooks(server.sql)).resolves.toBeUndefined();
  });

  it('are set one after the other under concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? clear() : put({ perDay: 1 + index }))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await clear();
    expect(await counted()).toEqual({});
  });

  it.each([
    ['the party', 'SELECT id FROM parties WHERE id = $1'],
    ['one of its agents', 'SELECT id FROM agents WHERE party_id = $1 LIMIT 1'],
    ['a delegation to it', 'SELECT id FROM delegations WHERE party_id = $1 LIMIT 1'],
    ['one of its wallets', 'SELECT id FROM wallets WHERE party_id = $1 LIMIT 1'],
  ])('wait for a lock on %s', async (_name, query) => {
    await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      const held = await session.query(`${query} FOR NO KEY UPDATE`, [uuidOf(main.partyId)]);
      expect(held.rows).toHaveLength(1);
      const setting = put({ perDay: 9 });
      await until('the write waits for the lock', async () => (await waitingSessions(server.sql)).length > 0);
      await session.query('ROLLBACK');
      expect((await setting).status).toBe(200);
    });
    await clear();
  });

  it('are recorded in the audit log', async () => {
    const before = (await auditLines()).length;
    await put({ perDay: 9 });
    await clear();
    const added = (await auditLines()).slice(before).map(({ action }) => action);
    expect(added).toEqual([`PUT ${path}`, `DELETE ${path}`]);
  });
});
