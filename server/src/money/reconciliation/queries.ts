import { count, hits, many, type Queryable, run, value } from '../../db/sql.ts';
import type { Comparison } from './lines/queries.ts';

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

/** Which lines are judged: from `from` on and before `to`. Those from `underWayFrom` on are under way. */
export type Range = { from: Date; to: Date; underWayFrom: Date };

const columns = `number, rail, kind, key, ledger_amount, rail_amount, currency, at`;

/** Returns up to when a rail was compared, or when its first clearing account was opened; null if it has none. */
export const findBegin = value<Date, [rail: string]>(
  'reconciliation_begin',
  `SELECT coalesce((SELECT compared_to FROM reconciliations WHERE rail = $1),
     (SELECT min(created_at) FROM wallets WHERE rail = $1 AND party_id IS NULL)) AS "from"`,
);

/** Records up to when a rail was compared. */
export const advanceTo = run<[rail: string, to: Date]>(
  'reconciliation_advance',
  `INSERT INTO reconciliations (rail, compared_to) VALUES ($1, $2)
   ON CONFLICT (rail) DO UPDATE SET compared_to = greatest(reconciliations.compared_to, excluded.compared_to)`,
);

// A line of the ledger may be two movements: a returned deposit comes from its wallet, and from what its party then owes.
// A new difference replaces an open one of the same line and kind, whose amounts are not true any more. Rows without a
// number are under way.
const compare = many<
  UnderWay & { number: bigint | null },
  Comparison & Range & { after: string; upTo: string; now: Date; most: number }
>(
  'reconciliation_compare',
  `WITH taken AS (
     DELETE FROM reconciliation_lines WHERE comparison = $id AND key > $after AND key <= $upTo RETURNING *),
   line AS (
     SELECT key, arrived, count(rail_amount) AS times, sum(rail_amount)::bigint AS total,
            sum(ledger_amount)::bigint AS ledger_amount, bool_or(is_expected) AS is_expected,
            max(currency) FILTER (WHERE ledger_amount IS NOT NULL) AS ledger_currency,
            (array_agg(rail_amount ORDER BY at DESC) FILTER (WHERE rail_amount IS NOT NULL))[1] AS rail_amount,
            (array_agg(currency ORDER BY at DESC) FILTER (WHERE rail_amount IS NOT NULL))[1] AS rail_currency,
            max(at) FILTER (WHERE rail_amount IS NOT NULL) AS rail_at, max(at) AS latest
     FROM taken GROUP BY key, arrived),
   found AS (
     SELECT key, arrived, k.kind, ledger_amount, CASE k.kind WHEN 'twice' THEN total ELSE rail_amount END AS rail_amount,
            coalesce(rail_currency, ledger_currency) AS currency, coalesce(rail_at, latest) AS at,
            latest >= $underWayFrom AS under_way
     FROM line, LATERAL (VALUES
       ('missing', times = 0 AND is_expected), ('unexpected', ledger_amount IS NULL),
       ('amount', rail_amount <> ledger_amount OR rail_currency <> ledger_currency),
       ('twice', times > 1 AND ledger_amount IS NOT NULL)
     ) AS k (kind, holds)
     WHERE k.holds AND latest >= $from AND latest < $to),
   stored AS (
     INSERT INTO reconciliation_differences
       (rail, kind, key, arrived, ledger_amount, rail_amount, currency, at, found_at)
     SELECT $rail, kind, key, arrived, ledger_amount, rail_amount, currency, at, $now FROM found WHERE NOT under_way
     ORDER BY at, key, kind
     ON CONFLICT DO NOTHING RETURNING *),
   replaced AS (
     UPDATE reconciliation_differences d
     SET explained_at = $now, explained_by = 'reconciliation', explanation = 'its amounts changed: difference ' || s.number
     FROM stored s
     WHERE d.rail = s.rail AND d.key = s.key AND d.arrived = s.arrived AND d.kind = s.kind AND d.explained_at IS NULL)
   SELECT ${columns} FROM stored
   UNION ALL (
     SELECT NULL, $rail, kind, key, ledger_amount, rail_amount, currency, at FROM found WHERE under_way
     ORDER BY at, key, kind LIMIT $most)`,
);

/**
 * Takes the lines of a comparison whose keys are after one and up to another, compares both sides, and stores the
 * differences that are not known yet. Returns these, and what is under way, at most `most` of that.
 */
export async function insertDifferences(
  db: Queryable,
  comparison: Comparison,
  keys: { after: string; upTo: string },
  range: Range,
  now: Date,
  most: number,
): Promise<{ found: Difference[]; underWay: UnderWay[] }> {
  const lines = await compare(db, { ...comparison, ...keys, ...range, now, most });
  const found = lines.flatMap(({ number, ...line }) => (number === null ? [] : { number, ...line }));
  return { found, underWay: lines.filter(({ number }) => number === null) };
}

/** Returns the oldest differences that are not explained. */
export const listOpen = many<Difference, [count: number]>(
  'reconciliation_open',
  `SELECT ${columns} FROM reconciliation_differences WHERE explained_at IS NULL ORDER BY number LIMIT $1`,
);

/** Returns how many differences are not explained. */
export const countOpen = count(
  'reconciliation_count_open',
  'SELECT count(*)::int AS count FROM reconciliation_differences WHERE explained_at IS NULL',
);

/** Stores the explanation of an open difference. Returns false if there is none of this number. */
export const storeExplanation = hits<{ number: bigint; reason: string; operator: string; now: Date }>(
  'reconciliation_explain',
  `UPDATE reconciliation_differences SET explained_at = $now, explained_by = $operator, explanation = $reason
   WHERE number = $number AND explained_at IS NULL`,
);
