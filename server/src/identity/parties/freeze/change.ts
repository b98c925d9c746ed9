import type { Queryable } from '../../../db/sql.ts';
import type { Change } from '../../../engine/model/journal.ts';
import { type Freezer, freezers } from '../../../engine/model/state.ts';
import { recordEvent } from '../../../engine/plain-writes/record-event.ts';
import { fault } from '../../../errors.ts';
import type { Id } from '../../../lib/id.ts';
import { changesBetween } from '../../../terms/changes.ts';
import { present } from '../get.ts';
import { lockSpending, type PartyRow } from '../queries.ts';
import { changeFreeze } from './queries.ts';

/** Whose freeze of which party is set or lifted. */
export type AskedFreeze = { partyId: Id<'pty'>; by: Freezer; isFrozen: boolean; now: Date };

/**
 * Sets the freeze of a party by its people or by the operator, or lifts it, and leaves the other's as it is. Waits for what
 * the party pays or asks for at the moment. Returns the party afterwards, and what changed: nothing if it was so before.
 * Throws `party_not_found`, and `conflict` for a party that is known by an address only. In the caller's transaction.
 */
export async function changeFrozen(
  tx: Queryable,
  { partyId, by, isFrozen, now }: AskedFreeze,
): Promise<{ party: PartyRow; changes: Change[] }> {
  const party = present(await lockSpending(tx, partyId));
  const from = party.status;
  if (from !== 'ACTIVE' && from !== 'FROZEN')
    throw fault('conflict', 'Only a party with people of its own is frozen: nothing leaves any other.');
  const frozenBy = freezers.filter((each) => (each === by ? isFrozen : party.frozenBy.includes(each)));
  const changes = changesBetween({ frozenBy: party.frozenBy }, { frozenBy });
  if (changes.length === 0) return { party, changes };
  const to = frozenBy.length === 0 ? 'ACTIVE' : 'FROZEN';
  await changeFreeze(tx, { partyId, from, to, frozenBy, now });
  await recordEvent(tx, { resource: 'party', resourceId: partyId, from, to, now });
  return { party: { ...party, status: to, frozenBy, updatedAt: now }, changes };
}
