import type { Queryable } from '../../db/sql.ts';
import { runSteps } from './run-steps.ts';
import type { AuditRow } from '../model/journal.ts';
import { auditSteps } from '../store/store-journal.ts';

/** Notes a write that moved no money, done or refused, in its transaction. Commands note their own. */
export function recordAudit(tx: Queryable, row: AuditRow): Promise<void> {
  return recordAudits(tx, [row]);
}

/** Notes many at once. */
export function recordAudits(tx: Queryable, audits: readonly AuditRow[]): Promise<void> {
  return runSteps(tx, auditSteps(audits));
}
