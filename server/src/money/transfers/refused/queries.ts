import { hits, many, type Queryable, run } from '../../../db/sql.ts';
import type { RailOutcome } from '../../../engine/commands/settle.ts';
import type { Refusal } from '../../../engine/model/outcomes.ts';
import type { RailReport } from '../../../gateways/rail.ts';

/** A report of a bank that the engine refused. */
export type RefusedReport = RailReport & { rail: string; refusal: Refusal; refusedAt: Date };

type Outcome = { kind: RailOutcome['kind']; code: string | null; reason: string | null };

const insert = hits<Omit<RefusedReport, 'outcome'> & Outcome>(
  'transfers_insert_refused_report',
  `INSERT INTO refused_reports (rail, report_id, key, kind, code, reason, refusal, refused_at, tried_at)
   VALUES ($rail, $id, $key, $kind, $code, $reason, $refusal, $refusedAt, $refusedAt) ON CONFLICT DO NOTHING`,
);

/** Stores a refused report. Returns false if it is known. */
export function insertRefusedReport(db: Queryable, { outcome, ...report }: RefusedReport): Promise<boolean> {
  return insert(db, { code: null, reason: null, ...outcome, ...report });
}

type Row = Omit<RefusedReport, 'outcome'> & Outcome;

const open = many<Row, [triedBefore: Date, count: number]>(
  'transfers_list_refused_reports',
  `SELECT rail, report_id AS id, key, kind, code, reason, refusal, refused_at FROM refused_reports
   WHERE stored_at IS NULL AND tried_at <= $1 ORDER BY tried_at, rail, report_id LIMIT $2`,
);

/** Returns up to `count` refused reports, of any rail, that were not stored since nor tried after a time, oldest first. */
export async function listRefusedReports(
  db: Queryable,
  triedBefore: Date,
  count: number,
): Promise<RefusedReport[]> {
  return (await open(db, triedBefore, count)).map(reportOf);
}

function reportOf({ kind, code, reason, ...report }: Row): RefusedReport {
  const isNamed = kind === 'failed' || kind === 'returned';
  return { ...report, outcome: isNamed ? { kind, code: code ?? '', reason: reason ?? '' } : { kind } };
}

/** Marks that a refused report was tried again, and whether it could be stored. */
export const markTried = run<Pick<RefusedReport, 'rail' | 'id'> & { now: Date; isStored: boolean }>(
  'transfers_mark_refused_report_tried',
  `UPDATE refused_reports SET tried_at = $now, stored_at = CASE WHEN $isStored THEN $now::timestamptz END
   WHERE rail = $rail AND report_id = $id`,
);
