import { column, count, one, plainId, type Queryable, run, value } from '../../../db/sql.ts';
import type { RailLine } from '../../../gateways/rail.ts';

// The lines of both sides are kept in a table while they are compared: they may be millions. Each statement handles a
// part of them in a short transaction, because events wait for the oldest transaction that writes.

/** A comparison: its id, in which the wall clock's time is, and the rail. */
export type Comparison = { id: string; rail: string };

const keep = run<{
  id: string;
  keys: readonly string[];
  amounts: readonly bigint[];
  currencies: readonly string[];
  times: readonly Date[];
}>(
  'reconciliation_keep_bank_lines',
  `INSERT INTO reconciliation_lines (comparison, key, arrived, rail_amount, currency, at)
   SELECT $id, key, amount > 0, amount, currency, at
   FROM unnest($keys::text[], $amounts::bigint[], $currencies::text[], $times::timestamptz[])
     AS line (key, amount, currency, at)`,
);

export async function keepBankLines(
  db: Queryable,
  { id }: Comparison,
  lines: readonly RailLine[],
): Promise<void> {
  await keep(db, {
    id,
    keys: lines.map(({ key }) => key),
    amounts: lines.map(({ amount }) => amount),
    currencies: lines.map(({ currency }) => currency),
    times: lines.map(({ at }) => at),
  });
}

/** Returns the ids of a rail's clearing accounts, one for each currency. */
export const listClearingAccounts = column<string, [rail: string]>(
  'reconciliation_clearing_accounts',
  'SELECT id FROM wallets WHERE rail = $1 AND party_id IS NULL',
);

/** A place in the movements of an account; `at` is as the database writes it, to the microsecond. */
export type MovementPlace = { at: string; transactionId: string; step: number };

/** What was kept: the place of the last movement, and when the oldest of their orders was made. */
type Kept = MovementPlace & { oldestOrder: Date | null };

type Next = MovementPlace & { id: string; accountId: string; count: number; isAlwaysExpected: boolean };

// Money without an order has the id of its transfer, or payout of fees, as its key. The bank need not have a line of it
// (`isAlwaysExpected`): some banks know only orders.
const keepMoved = (side: 'source' | 'destination') =>
  one<Kept, Next>(
    `reconciliation_keep_${side}`,
    `WITH part AS (
       SELECT m.transaction_id, m.step, m.kind, m.amount, m.currency, m.created_at, o.outbound_key,
              o.created_at AS ordered_at
       FROM (SELECT * FROM movements
             WHERE ${side}_wallet_id = $accountId AND kind <> 'payment' AND source_wallet_id <> destination_wallet_id
               AND created_at >= $at AND (created_at, transaction_id, step) > ($at, $transactionId, $step)
             ORDER BY created_at, transaction_id, step LIMIT $count) m
       LEFT JOIN rail_orders o ON o.transfer_id = m.transaction_id),
     kept AS (
       INSERT INTO reconciliation_lines (comparison, key, arrived, ledger_amount, currency, at, is_expected)
       SELECT $id, coalesce(outbound_key, CASE kind WHEN 'payout' THEN 'fpo_' ELSE 'trf_' END
                || ${plainId('transaction_id')}),
              ${side === 'source'}, ${side === 'source' ? '' : '-'}amount, currency, created_at,
              outbound_key IS NOT NULL OR $isAlwaysExpected
       FROM part)
     SELECT created_at::text AS at, transaction_id, step, min(ordered_at) OVER () AS oldest_order
     FROM part ORDER BY created_at DESC, transaction_id DESC, step DESC LIMIT 1`,
  );
const keepPart = { source: keepMoved('source'), destination: keepMoved('destination') };

/**
 * Keeps up to `count` movements after a place: those out of a clearing account (`source`), of money that arrived at the
 * bank, or those into it. `isAlwaysExpected` says that the bank must have a line of money without an order, too. Returns
 * null if there are none.
 */
export function keepMovements(
  db: Queryable,
  side: 'source' | 'destination',
  next: Next,
): Promise<Kept | null> {
  return keepPart[side](db, next);
}

/** Returns the last key of the next `count` lines after a key, in order; null if none is left. */
export const findNextKey = value<string, Comparison & { after: string; count: number }>(
  'reconciliation_next_key',
  `SELECT max(key) AS key FROM (
     SELECT key FROM reconciliation_lines WHERE comparison = $id AND key > $after ORDER BY key LIMIT $count) AS part`,
);

/** Deletes up to `count` lines that comparisons before this id left behind. Returns how many it deleted. */
export const deleteLinesBefore = count<[before: string, count: number]>(
  'reconciliation_delete_old_lines',
  `WITH deleted AS (
     DELETE FROM reconciliation_lines WHERE ctid IN (
       SELECT ctid FROM reconciliation_lines WHERE comparison < $1 LIMIT $2)
     RETURNING 1)
   SELECT count(*)::int AS count FROM deleted`,
);
