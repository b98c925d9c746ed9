import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { runSteps } from './run-steps.ts';
import { type AuditRow, operatorFor } from '../model/journal.ts';
import { insertAuditLines } from '../store/store-journal.ts';

/** Records the audit line of a plain write, accepted or refused, in its transaction. Commands record their own. */
export function recordAudit(tx: Queryable, row: AuditRow): Promise<void> {
  return recordAudits(tx, [row]);
}

export function recordAudits(tx: Queryable, audits: readonly AuditRow[]): Promise<void> {
  return runSteps(tx, auditSteps(audits));
}

/** The same, for the COMMIT to take along. */
export const auditSteps = insertAuditLines;

/** What the operator did with something of a party, by name, and why, if the operator says so. */
export type OperatorAct = Pick<AuditRow, 'action' | 'targetId' | 'changes'> & {
  partyId: Id<'pty'>;
  operator: string;
  because?: string | undefined;
  now: Date;
};

/** Records what the operator did in the audit log of the party, which reads it there. */
export function recordOperatorAct(
  tx: Queryable,
  { partyId, operator, because, now, ...line }: OperatorAct,
): Promise<void> {
  const reason = `operator ${operator}${because === undefined ? '' : `, ${because}`}`;
  const row = { requestId: null, decision: 'accepted', reason, at: now } as const;
  return recordAudit(tx, { ...line, ...row, actor: operatorFor(partyId) });
}
