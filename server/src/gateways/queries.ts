import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';

// Statements on the sandbox bank's own tables.

export type PlannedOutcome = {
  kind: 'completed' | 'failed' | 'returned' | 'canceled';
  code: string | null;
  reason: string | null;
};

const insertOrder = statement<{ key: string }>(
  'outside_insert_order',
  `INSERT INTO sandbox_bank_orders (outbound_key, amount, currency, taken_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT DO NOTHING RETURNING outbound_key AS key`,
);
const insertOutcome = statement(
  'outside_insert_outcome',
  'INSERT INTO sandbox_bank_outcomes (outbound_key, kind, code, reason, due_at) VALUES ($1, $2, $3, $4, $5)',
);

/** Stores an order. Returns false if the bank already has it. */
export async function insertBankOrder(
  tx: Queryable,
  order: { key: string; amount: bigint; currency: string; now: Date },
): Promise<boolean> {
  const { key, amount, currency, now } = order;
  return (await firstRow(tx, insertOrder, [key, amount, currency, now.toISOString()])) !== null;
}

export async function insertBankOutcome(
  tx: Queryable,
  key: string,
  { kind, code, reason }: PlannedOutcome,
  dueAt: Date,
): Promise<void> {
  await rows(tx, insertOutcome, [key, kind, code, reason, dueAt.toISOString()]);
}

const deletePlanned = statement<{ id: bigint }>(
  'outside_forget_outcomes',
  `DELETE FROM sandbox_bank_outcomes o WHERE o.outbound_key = $1 AND NOT EXISTS (
     SELECT FROM sandbox_bank_outcomes d WHERE d.outbound_key = $1 AND d.due_at <= $2)
   RETURNING id`,
);

/** Deletes the planned outcomes of an order. Returns false if the first of them is already due. */
export async function deletePlannedOutcomes(tx: Queryable, key: string, now: Date): Promise<boolean> {
  return (await firstRow(tx, deletePlanned, [key, now.toISOString()])) !== null;
}

const due = statement<PlannedOutcome & { id: bigint; key: string }>(
  'outside_due_outcomes',
  `SELECT id, outbound_key AS key, kind, code, reason FROM sandbox_bank_outcomes
   WHERE acknowledged_at IS NULL AND due_at <= $1 ORDER BY due_at, id LIMIT $2`,
);

export function listDueOutcomes(db: Queryable, now: Date, count: number) {
  return rows(db, due, [now.toISOString(), count]);
}

const acknowledge = statement(
  'outside_acknowledge',
  'UPDATE sandbox_bank_outcomes SET acknowledged_at = $2 WHERE id = $1 AND acknowledged_at IS NULL',
);

export async function acknowledgeOutcome(db: Queryable, id: string, now: Date): Promise<void> {
  await rows(db, acknowledge, [id, now.toISOString()]);
}

const open = statement<{ found: boolean }>(
  'outside_has_open',
  'SELECT EXISTS (SELECT FROM sandbox_bank_outcomes WHERE acknowledged_at IS NULL) AS found',
);

export async function hasOpenOutcomes(db: Queryable): Promise<boolean> {
  return (await firstRow(db, open, []))?.found ?? false;
}
