import { fault } from '../../errors.ts';
import type { Queryable } from '../../db/sql.ts';
import { claimWaiting, type Received } from '../../engine/plain-writes/claim-waiting.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { Id } from '../../lib/id.ts';
import { countTaken, markMerged } from './queries.ts';

const maxTaken = 500; // a decision for an agent with rules loads all that a payee has ever taken over

/**
 * Merges a PROVISIONAL party into one that has verified its address, in the transaction that does: its id leads to the
 * other party for good, and so does what waits for it. The transaction holds the address, so that no claim and no other
 * party comes between. Returns what the other party receives. Throws `conflict` if it has taken over too many.
 */
export async function takeOver(
  tx: Queryable,
  partyId: Id<'pty'>,
  takenBy: Id<'pty'>,
  now: Date,
): Promise<Received> {
  if ((await countTaken(tx, takenBy)) >= maxTaken) {
    throw fault('conflict', `A party takes over what waits for at most ${maxTaken} addresses.`);
  }
  const merged = await markMerged(tx, partyId, now);
  if (!merged) throw new Error('the address that was taken over led to no PROVISIONAL party');
  await recordEvent(tx, { resource: 'party', resourceId: partyId, from: 'PROVISIONAL', to: 'MERGED', now });
  return claimWaiting(tx, partyId, takenBy);
}
