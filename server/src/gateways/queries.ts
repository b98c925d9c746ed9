import { hits, many, type Queryable, run } from '../db/sql.ts';
import type { BankOrder, RailLine } from './rail.ts';

// Statements on the sandbox bank's own tables.

export type PlannedOutcome = {
  kind: 'completed' | 'failed' | 'returned' | 'canceled';
  code: string | null;
  reason: string | null;
};

/** Stores an order. Returns false if the bank already has it. */
export const insertBankOrder = hits<BankOrder & { now: Date }>(
  'outside_insert_order',
  `INSERT INTO sandbox_bank_orders (outbound_key, direction, amount, currency, taken_at) VALUES ($key, $direction,
     $amount, $currency, $now)
   ON CONFLICT DO NOTHING`,
);
export const insertBankOutcome = run<PlannedOutcome & { key: string; dueAt: Date; acknowledgedAt?: Date }>(
  'outside_insert_outcome',
  `INSERT INTO sandbox_bank_outcomes (outbound_key, kind, code, reason, due_at, acknowledged_at)
   VALUES ($key, $kind, $code, $reason, $dueAt, $acknowledgedAt?)`,
);

const lockOrder = run<[key: string]>(
  'outside_lock_order',
  'SELECT FROM sandbox_bank_orders WHERE outbound_key = $1 FOR NO KEY UPDATE',
);
const deletePlanned = hits<[key: string, now: Date]>(
  'outside_forget_outcomes',
  `DELETE FROM sandbox_bank_outcomes o WHERE o.outbound_key = $1 AND NOT EXISTS (
     SELECT FROM sandbox_bank_outcomes d
     WHERE d.outbound_key = $1 AND (d.due_at <= $2 OR d.reported_at IS NOT NULL))`,
);

/**
 * Deletes the planned outcomes of an order. Returns false if the first of them is already due, or was reported: whoever
 * asks may have read the clock earlier than whoever collected the reports.
 */
export async function deletePlannedOutcomes(tx: Queryable, key: string, now: Date): Promise<boolean> {
  await lockOrder(tx, key);
  return deletePlanned(tx, key, now);
}

/** Deletes everything that the bank has not reported yet of an order. */
export const deleteOpenOutcomes = run<[key: string]>(
  'outside_delete_open_outcomes',
  'DELETE FROM sandbox_bank_outcomes WHERE outbound_key = $1 AND acknowledged_at IS NULL',
);

/**
 * Returns due outcomes, and marks them as reported: from then on the order cannot be canceled. Outcomes that were never
 * reported come first, the oldest before the others; then the ones reported longest ago. So an outcome that nobody can
 * store delays no other order. An outcome waits until the one before it, of the same order, is acknowledged. Orders are
 * locked before their outcomes, and always in the same order, as two servers may collect at once.
 */
export const listDueOutcomes = many<PlannedOutcome & { id: bigint; key: string }, [now: Date, count: number]>(
  'outside_due_outcomes',
  `WITH due AS (
     SELECT id, outbound_key FROM sandbox_bank_outcomes o WHERE acknowledged_at IS NULL AND due_at <= $1
       AND NOT EXISTS (SELECT FROM sandbox_bank_outcomes e WHERE e.outbound_key = o.outbound_key
                         AND e.acknowledged_at IS NULL AND (e.due_at, e.id) < (o.due_at, o.id))
     ORDER BY reported_at NULLS FIRST, due_at, id LIMIT $2),
   locked AS MATERIALIZED (
     SELECT outbound_key FROM sandbox_bank_orders WHERE outbound_key IN (SELECT outbound_key FROM due)
     ORDER BY outbound_key FOR NO KEY UPDATE),
   reported AS (
     UPDATE sandbox_bank_outcomes d SET reported_at = $1 FROM locked
     WHERE d.outbound_key = locked.outbound_key AND d.id IN (SELECT id FROM due) AND d.acknowledged_at IS NULL
     RETURNING d.*)
   SELECT id, outbound_key AS key, kind, code, reason FROM reported ORDER BY due_at, id`,
);

export const acknowledgeOutcome = run<[id: string, now: Date]>(
  'outside_acknowledge',
  'UPDATE sandbox_bank_outcomes SET acknowledged_at = $2 WHERE id = $1 AND acknowledged_at IS NULL',
);

/** Returns whether the bank has an outcome that was not acknowledged. */
export const hasOpenOutcomes = hits(
  'outside_has_open',
  'SELECT FROM sandbox_bank_outcomes WHERE acknowledged_at IS NULL LIMIT 1',
);

/**
 * Returns up to `count` lines of the bank's book after a place and before a time: a credit takes money from the bank and a
 * debit brings some, a return undoes it. A report that the bank repeats is one line.
 */
export const listBankLines = many<
  RailLine & { id: bigint; place: string },
  BookPlace & { to: Date; count: number }
>(
  'outside_book',
  `SELECT d.id, d.due_at::text AS place, d.due_at AS at, o.outbound_key AS key, o.currency,
          CASE WHEN (o.direction = 'debit') = (d.kind = 'completed') THEN o.amount ELSE -o.amount END AS amount
   FROM sandbox_bank_outcomes d JOIN sandbox_bank_orders o ON o.outbound_key = d.outbound_key
   WHERE d.kind IN ('completed', 'returned') AND d.due_at >= $place AND d.due_at < $to
     AND (d.due_at, d.outbound_key, d.id) > ($place, $key, $id)
     AND NOT EXISTS (SELECT FROM sandbox_bank_outcomes r WHERE r.outbound_key = d.outbound_key AND r.kind = d.kind
                       AND r.due_at = d.due_at AND r.id < d.id)
   ORDER BY d.due_at, d.outbound_key, d.id LIMIT $count`,
);

/** A place in the bank's book, which is ordered by these; `place` is the time to the microsecond. */
export type BookPlace = { place: string; key: string; id: bigint };
