import { currentTime } from '../../../db/clock.ts';
import type { Queryable } from '../../../db/sql.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import type { Id } from '../../../lib/id.ts';
import { underWayNow } from '../../under-way/list.ts';
import type { UnderWay } from '../../under-way/resource.ts';
import { lockSpending, type PartyRow } from '../queries.ts';
import { changeFrozen } from './change.ts';

/** Which party the operator freezes or unfreezes, who says so, and why. */
export type OperatorFreeze = {
  partyId: Id<'pty'>;
  isFrozen: boolean;
  operator: string;
  because: string | undefined;
};

/**
 * Sets the operator's freeze of a party or lifts it, like `changeFrozen`, with a line in the party's audit log, also if
 * it was so before. It is dated once what the party pays has ended: no payment of the log is later. Returns the party
 * afterwards, and what it has under way. In the caller's transaction.
 */
export async function setFrozenByOperator(
  tx: Queryable,
  { operator, because, ...asked }: OperatorFreeze,
): Promise<{ party: PartyRow; isNew: boolean; underWay: UnderWay }> {
  const { partyId, isFrozen } = asked;
  await lockSpending(tx, partyId);
  const now = await currentTime(tx);
  const { party, changes } = await changeFrozen(tx, { ...asked, by: 'operator', now });
  const act = { partyId, operator, because, now, targetId: partyId, changes };
  await recordOperatorAct(tx, { ...act, action: isFrozen ? 'freeze' : 'unfreeze' });
  return { party, isNew: changes.length > 0, underWay: await underWayNow(tx, { partyId }) };
}
