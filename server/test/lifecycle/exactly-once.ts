import { expect } from 'vitest';
import { expectBalancedBooks } from '../flows/books.ts';
import type { Sql } from '../flows/books.ts';
import { withSession } from '../flows/support.ts';
import { send } from './load.ts';
import type { Attempt } from './load.ts';
import type { Program } from './program.ts';

/** What became of a load: `lost` and `doubled` and `strange` are the figures that have to be 0. */
export type Figures = {
  acknowledged: number;
  /** Not acknowledged, and settled by a retry with the same key. */
  retried: number;
  /** Acknowledged, and not there under the id that was acknowledged. */
  lost: number;
  /** There more than once. */
  doubled: number;
  /** Payments that nobody asked for. */
  strange: number;
};

const retriesAtOnce = 20;

/** Retries what was not acknowledged, looks for every payment, and checks the books. */
export async function settle(program: Program, attempts: readonly Attempt[]): Promise<Figures> {
  const open = attempts.filter(({ paymentId }) => paymentId === null);
  for (let start = 0; start < open.length; start += retriesAtOnce) {
    await Promise.all(open.slice(start, start + retriesAtOnce).map((attempt) => retry(program, attempt)));
  }
  return withSession(program.connection, async (session) => {
    const sql: Sql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await session.query<Row>(text, values)).rows;
    await expectBalancedBooks(sql);
    const found = await paymentsByKey(sql);
    return {
      acknowledged: attempts.length - open.length,
      retried: open.length,
      lost: attempts.filter(({ key, paymentId }) => !found.get(key)?.includes(paymentId ?? '')).length,
      doubled: [...found.values()].filter((ids) => ids.length > 1).length,
      strange: found.size - attempts.filter(({ key }) => found.has(key)).length,
    };
  });
}

/** Every retry of a key, however often, names the one payment of the key. */
async function retry(program: Program, attempt: Attempt): Promise<void> {
  expect(await send(program, attempt)).toMatchObject({ status: 201 });
  const again = { ...attempt, paymentId: null };
  expect(await send(program, again)).toMatchObject({ status: 201 });
  expect(again.paymentId).toBe(attempt.paymentId);
}

/** The payments' ids by the key they were asked for under, which each carries as its description. */
async function paymentsByKey(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; key: string | null }>('SELECT id, description AS key FROM payments');
  const found = new Map<string, string[]>();
  for (const { id, key } of rows) found.set(key ?? '', [...(found.get(key ?? '') ?? []), `pay_${id}`]);
  return found;
}
