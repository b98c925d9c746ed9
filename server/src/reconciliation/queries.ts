import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { RailLine } from '../gateways/rail.ts';

/** How a clearing account and what its rail reports can differ. */
export type DifferenceKind = 'missing' | 'unexpected' | 'amount' | 'twice';

/** A difference. Amounts are in minor units, below zero where money left the bank; null on the side without a line. */
export type Difference = {
  number: bigint;
  rail: string;
  kind: DifferenceKind;
  key: string;
  ledgerAmount: bigint | null;
  railAmount: bigint | null;
  currency: string;
  /** When the bank, or else the ledger, says it happened. */
  at: Date;
};

/** A difference that may go away by itself, because the other side may follow. It is not stored, and has no number. */
export type UnderWay = Omit<Difference, 'number'>;

/**
 * What to compare: lines of both sides are read from `since` on, and judged from `from` on and before `to`. Those from
 * `underWayFrom` on are under way.
 */
export type Range = { since: Date; from: Date; to: Date; underWayFrom: Date };

const columns = `number, rail, kind, key, ledger_amount AS "ledgerAmount", rail_amount AS "railAmount", currency, at`;

const begin = statement<{ from: Date | null }>(
  'reconciliation_begin',
  `SELECT coalesce((SELECT compared_to FROM reconciliations WHERE rail = $1),
     (SELECT min(created_at) FROM wallets WHERE rail = $1 AND party_id IS NULL)) AS "from"`,
);

/** Returns up to when a rail was compared, or when its first clearing account was opened; null if it has none. */
export async function findBegin(db: Queryable, rail: string): Promise<Date | null> {
  return (await firstRow(db, begin, [rail]))?.from ?? null;
}

const advance = statement(
  'reconciliation_advance',
  `INSERT INTO reconciliations (rail, compared_to) VALUES ($1, $2)
   ON CONFLICT (rail) DO UPDATE SET compared_to = greatest(reconciliations.compared_to, excluded.compared_to)`,
);

/** Records up to when a rail was compared. */
export async function advanceTo(db: Queryable, rail: string, to: Date): Promise<void> {
  await rows(db, advance, [rail, to.toISOString()]);
}

// Each movement of a rail's clearing accounts since $2.
const moved = `clearing AS (SELECT id FROM wallets WHERE rail = $1 AND party_id IS NULL),
moved AS (
  SELECT transaction_id, kind, amount, currency, created_at FROM movements WHERE created_at >= $2 AND kind <> 'payment'
    AND source_wallet_id <> destination_wallet_id AND source_wallet_id IN (SELECT id FROM clearing)
  UNION ALL
  SELECT transaction_id, kind, -amount, currency, created_at FROM movements WHERE created_at >= $2 AND kind <> 'payment'
    AND source_wallet_id <> destination_wallet_id AND destination_wallet_id IN (SELECT id FROM clearing))`;

const oldestOrder = statement<{ from: Date }>(
  'reconciliation_oldest_order',
  `WITH ${moved}
   SELECT least($2::timestamptz, min(o.created_at)) AS "from"
   FROM moved m JOIN rail_orders o ON o.transfer_id = m.transaction_id`,
);

/**
 * Returns from when on to read a rail's book for the movements since a time: from the oldest of their orders on, because
 * the bank may have carried out an order long before it reported that.
 */
export async function findOldestOrder(db: Queryable, rail: string, since: Date): Promise<Date> {
  return (await firstRow(db, oldestOrder, [rail, since.toISOString()]))?.from ?? since;
}

// The lines of a bank's book, kept in a table of the transaction that compares them: they may be millions.

/** Prepares an open transaction to keep the lines of a book. It may take longer than others: it holds no lock meanwhile. */
export async function openBook(tx: Queryable): Promise<void> {
  await tx.query({
    text: `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
      CREATE TEMP TABLE bank_lines (key text, amount bigint, currency text, at timestamptz) ON COMMIT DROP`,
  });
}

const add = `INSERT INTO bank_lines SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[])`;

/** Keeps lines of the book. */
export async function addLines(tx: Queryable, lines: readonly RailLine[]): Promise<void> {
  const values = [
    lines.map(({ key }) => key),
    lines.map(({ amount }) => amount.toString()),
    lines.map(({ currency }) => currency),
    lines.map(({ at }) => at.toISOString()),
  ];
  await tx.query({ text: add, values });
}

const ownKey =
  "CASE m.kind WHEN 'payout' THEN 'fpo_' ELSE 'trf_' END || replace(m.transaction_id::text, '-', '')";

// A line is known by the key of its order, and by whether the money arrived at the bank or left it. An order has at most
// one of each, which may be two movements: a returned deposit comes from its wallet and from what its party then owes.
// Money without an order has the id of its transfer, or payout of fees, as its key. Rows without a number are under way.
const compare = `WITH bank AS (
     SELECT DISTINCT ON (key, amount > 0) key, amount > 0 AS arrived, amount, currency, at,
            count(*) OVER same AS times, (sum(amount) OVER same)::bigint AS total
     FROM bank_lines WINDOW same AS (PARTITION BY key, amount > 0)
     ORDER BY key, amount > 0, at DESC),
   ${moved},
   ledger AS (
     SELECT coalesce(o.outbound_key, ${ownKey}) AS key, m.amount > 0 AS arrived,
            sum(m.amount)::bigint AS amount, m.currency, max(m.created_at) AS at
     FROM moved m LEFT JOIN rail_orders o ON o.transfer_id = m.transaction_id
     WHERE o.transfer_id IS NOT NULL OR $7 OR EXISTS (SELECT FROM bank b WHERE b.key = ${ownKey})
     GROUP BY 1, 2, m.currency),
   found AS (
     SELECT coalesce(b.key, l.key) AS key, coalesce(b.arrived, l.arrived) AS arrived, l.amount AS ledger_amount,
            CASE k.kind WHEN 'twice' THEN b.total ELSE b.amount END AS rail_amount,
            coalesce(b.currency, l.currency) AS currency, coalesce(b.at, l.at) AS at, k.kind,
            greatest(b.at, l.at) >= $5 AS under_way
     FROM bank b FULL JOIN ledger l ON l.key = b.key AND l.arrived = b.arrived,
     LATERAL (VALUES
       ('missing', b.key IS NULL), ('unexpected', l.key IS NULL),
       ('amount', b.amount <> l.amount OR b.currency <> l.currency), ('twice', b.times > 1 AND l.key IS NOT NULL)
     ) AS k (kind, holds)
     WHERE k.holds AND greatest(b.at, l.at) >= $3 AND greatest(b.at, l.at) < $4),
   stored AS (
     INSERT INTO reconciliation_differences
       (rail, kind, key, arrived, ledger_amount, rail_amount, currency, at, found_at)
     SELECT $1, kind, key, arrived, ledger_amount, rail_amount, currency, at, $6 FROM found WHERE NOT under_way
     ORDER BY at, key, kind
     ON CONFLICT DO NOTHING RETURNING ${columns})
   SELECT * FROM stored
   UNION ALL (
     SELECT NULL, $1, kind, key, ledger_amount, rail_amount, currency, at FROM found WHERE under_way
     ORDER BY at, key, kind LIMIT $8)`;

/**
 * Compares the clearing accounts of a rail with the lines of its book that `addLines` has kept, and stores the differences
 * that are not known yet. Returns these, and what is under way, at most `most` of that. `knowsArrivals` says whether the
 * rail has lines of money that arrived without an order.
 */
export async function insertDifferences(
  tx: Queryable,
  rail: { name: string; knowsArrivals: boolean },
  { since, from, to, underWayFrom }: Range,
  now: Date,
  most: number,
): Promise<{ found: Difference[]; underWay: UnderWay[] }> {
  const times = [since, from, to, underWayFrom, now].map((time) => time.toISOString());
  const values = [rail.name, ...times, rail.knowsArrivals, most];
  const { rows: lines } = await tx.query({ text: compare, values });
  const all = lines as Array<UnderWay & { number: bigint | null }>;
  const found = all.flatMap(({ number, ...line }) => (number === null ? [] : { number, ...line }));
  return { found, underWay: all.filter(({ number }) => number === null) };
}

const open = statement<Difference>(
  'reconciliation_open',
  `SELECT ${columns} FROM reconciliation_differences WHERE explained_at IS NULL ORDER BY number LIMIT $1`,
);

/** Returns the oldest differences that are not explained. */
export function listOpen(db: Queryable, count: number): Promise<Difference[]> {
  return rows(db, open, [count]);
}

const count = statement<{ count: number }>(
  'reconciliation_count_open',
  'SELECT count(*)::int AS count FROM reconciliation_differences WHERE explained_at IS NULL',
);

/** Returns how many differences are not explained. */
export async function countOpen(db: Queryable): Promise<number> {
  return (await firstRow(db, count, []))?.count ?? 0;
}

const explain = statement<{ number: bigint }>(
  'reconciliation_explain',
  `UPDATE reconciliation_differences SET explained_at = $4, explained_by = $3, explanation = $2
   WHERE number = $1 AND explained_at IS NULL RETURNING number`,
);

/** Stores the explanation of an open difference. Returns false if there is none of this number. */
export async function storeExplanation(
  tx: Queryable,
  { number, reason, operator, now }: { number: bigint; reason: string; operator: string; now: Date },
): Promise<boolean> {
  return (await firstRow(tx, explain, [number.toString(), reason, operator, now.toISOString()])) !== null;
}
