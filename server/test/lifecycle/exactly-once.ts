import { expect } from 'vitest';
import { expectBalancedBooks } from '../flows/books.ts';
import type { Sql } from '../flows/books.ts';
import { withSession } from '../flows/support.ts';
import { attributes, call } from '../support/http.ts';
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
  /** Payments and transfers that nobody asked for. */
  strange: number;
};

const retriesAtOnce = 20;

/** Retries what was not acknowledged, looks for every payment and withdrawal, and checks the books. */
export async function settle(program: Program, attempts: readonly Attempt[]): Promise<Figures> {
  const open = attempts.filter(({ id }) => id === null);
  for (let start = 0; start < open.length; start += retriesAtOnce) {
    await Promise.all(open.slice(start, start + retriesAtOnce).map((attempt) => retry(program, attempt)));
  }
  return withSession(program.connection, async (session) => {
    const sql: Sql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await session.query<Row>(text, values)).rows;
    await expectBalancedBooks(sql);
    const found = await foundByKey(sql);
    return {
      acknowledged: attempts.length - open.length,
      retried: open.length,
      lost: attempts.filter(({ key, id }) => !found.get(key)?.includes(id ?? '')).length,
      doubled: [...found.values()].filter((ids) => ids.length > 1).length,
      strange: found.size - attempts.filter(({ key }) => found.has(key)).length,
    };
  });
}

/** Every retry of a key, however often, names the one effect of the key. */
async function retry(program: Program, attempt: Attempt): Promise<void> {
  expect(await send(program, attempt)).not.toBeTypeOf('string');
  const again = { ...attempt, id: null };
  expect(await send(program, again)).not.toBeTypeOf('string');
  expect(again.id).toBe(attempt.id);
}

/** The ids by the key they were asked for under, which each carries as its description. */
async function foundByKey(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; key: string | null }>(
    `SELECT 'pay_' || replace(id::text, '-', '') AS id, description AS key FROM payments
     UNION ALL
     SELECT 'trf_' || replace(id::text, '-', ''), description FROM transfers WHERE type = 'withdrawal'`,
  );
  const found = new Map<string, string[]>();
  for (const { id, key } of rows) found.set(key ?? '', [...(found.get(key ?? '') ?? []), id]);
  return found;
}

/** What a bank and Purser disagree about, once enough time has passed for everything to end; all 0. */
export type BankFigures = {
  /** Withdrawals that have not come to an end. */
  unfinished: number;
  /** Accepted, and not with the bank exactly once. */
  unasked: number;
  /** With the bank, under a key that no withdrawal has. */
  unknown: number;
};

/** Lets two days pass, for what the bank is asked on the first to end on the second, and compares. */
export async function compareWithBank(program: Program): Promise<BankFigures> {
  const key = program.parties.main.apiKey;
  const body = attributes({ seconds: 86_400 });
  for (const day of [1, 2]) {
    const moved = await call(program.baseUrl, 'POST', '/simulations/clock/advance', { key, body });
    expect([day, moved.status]).toEqual([day, 200]);
  }
  return withSession(program.connection, async (session) => {
    const { rows } = await session.query<BankFigures>(
      `SELECT
         (SELECT count(*)::int FROM transfers WHERE status = 'PROCESSING') AS unfinished,
         (SELECT count(*)::int FROM transfers t LEFT JOIN rail_orders o ON o.transfer_id = t.id
            LEFT JOIN sandbox_bank_orders b ON b.outbound_key = o.outbound_key AND b.amount = t.amount
          WHERE t.type = 'withdrawal' AND t.accepted_at IS NOT NULL AND b.outbound_key IS NULL) AS unasked,
         (SELECT count(*)::int FROM sandbox_bank_orders b WHERE NOT EXISTS (
            SELECT FROM rail_orders o WHERE o.outbound_key = b.outbound_key)) AS unknown`,
    );
    return rows[0] ?? { unfinished: -1, unasked: -1, unknown: -1 };
  });
}
