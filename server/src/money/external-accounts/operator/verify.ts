import type { Queryable } from '../../../db/sql.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import type { Id } from '../../../lib/id.ts';
import { findOwner } from './queries.ts';
import { activateAccount } from '../verify.ts';

/**
 * Makes a pending account active because the operator has verified it outside Purser, with an audit line that names the
 * operator. Returns a word instead if there is no such account, or it is not pending. In the caller's transaction.
 */
export async function verifyByOperator(
  tx: Queryable,
  { id, operator, now }: { id: Id<'eac'>; operator: string; now: Date },
): Promise<'verified' | 'unknown_account' | 'not_pending'> {
  const partyId = await findOwner(tx, id);
  if (!partyId) return 'unknown_account';
  if (!(await activateAccount(tx, partyId, id, now))) return 'not_pending';
  await recordOperatorAct(tx, { partyId, operator, now, action: 'verify external account', targetId: id });
  return 'verified';
}
