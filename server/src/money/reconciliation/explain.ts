import type { Queryable } from '../../db/sql.ts';
import { recordAudit } from '../../engine/plain-writes/record-audit.ts';
import { storeExplanation } from './queries.ts';

/**
 * Explains a difference because the operator has found out what it is, with an audit line that names the operator.
 * Returns false if no difference of this number is open. In the caller's transaction.
 */
export async function explainDifference(
  tx: Queryable,
  explanation: { number: bigint; reason: string; operator: string; now: Date },
): Promise<boolean> {
  if (!(await storeExplanation(tx, explanation))) return false;
  const { number, reason, operator, now } = explanation;
  await recordAudit(tx, {
    actor: null,
    requestId: null,
    action: `explain difference ${number}`,
    targetId: null,
    decision: 'accepted',
    reason: `operator ${operator}: ${reason}`,
    at: now,
  });
  return true;
}
