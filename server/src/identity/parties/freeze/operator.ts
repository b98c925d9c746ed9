import type { Queryable } from '../../../db/sql.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import type { Id } from '../../../lib/id.ts';
import { underWayNow } from '../../under-way/list.ts';
import type { UnderWay } from '../../under-way/resource.ts';
import type { PartyRow } from '../queries.ts';
import { changeFrozen } from './change.ts';

/** Which party the operator freezes or unfreezes, who says so, and why. */
export type OperatorFreeze = {
  partyId: Id<'pty'>;
  isFrozen: boolean;
  operator: string;
  because: string | undefined;
  now: Date;
};

/**
 * Sets the operator's freeze of a party or lifts it, like `changeFrozen`, with a line in the party's audit log, also if
 * it was so before. Returns the party afterwards, and what it has under way. In the caller's transaction.
 */
export async function setFrozenByOperator(
  tx: Queryable,
  { operator, because, ...asked }: OperatorFreeze,
): Promise<{ party: PartyRow; isNew: boolean; underWay: UnderWay }> {
  const { partyId, isFrozen, now } = asked;
  const { party, changes } = await changeFrozen(tx, { ...asked, by: 'operator' });
  const act = { partyId, operator, because, now, targetId: partyId, changes };
  await recordOperatorAct(tx, { ...act, action: isFrozen ? 'freeze' : 'unfreeze' });
  return { party, isNew: changes.length > 0, underWay: await underWayNow(tx, { partyId }) };
}
