import type { Queryable } from '../../db/sql.ts';
import { runSteps } from './run-steps.ts';
import type { AuditRow } from '../model/journal.ts';
import { insertAuditLines } from '../store/store-journal.ts';

/** Records the audit line of a plain write, accepted or refused, in its transaction. Commands record their own. */
export function recordAudit(tx: Queryable, row: AuditRow): Promise<void> {
  return recordAudits(tx, [row]);
}

export function recordAudits(tx: Queryable, audits: readonly AuditRow[]): Promise<void> {
  return runSteps(tx, insertAuditLines(audits));
}
