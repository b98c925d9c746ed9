import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';
import { runSteps } from './run-steps.ts';
import type { Actor } from './state.ts';
import { auditSteps } from './store-notes.ts';

/** A line of the audit log. `actor` is null where Purser acts by itself. */
export type AuditRow = {
  actor: Actor | null;
  requestId: Id<'req'> | null;
  /** The route with its path parameters, or what Purser did by itself. */
  action: string;
  targetId: string | null;
  decision: 'accepted' | 'refused';
  /** Why it was refused, or what the one who decided said. */
  reason: string | null;
  at: Date;
};

/** Notes a write that moved no money, done or refused, in its transaction. Commands note their own. */
export function recordAudit(tx: Queryable, row: AuditRow): Promise<void> {
  return recordAudits(tx, [row]);
}

/** Notes many at once. */
export function recordAudits(tx: Queryable, audits: readonly AuditRow[]): Promise<void> {
  return runSteps(tx, auditSteps(audits));
}
