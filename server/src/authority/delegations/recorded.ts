import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { withGrants } from './get.ts';
import { findDelegationAsRecorded } from './queries.ts';
import { delegationResource } from './view.ts';

/** Returns a delegation as an event recorded it, with its present grants; null if the party may not see it. */
export async function recordedDelegation(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findDelegationAsRecorded(db, partyId, recorded);
  const [whole] = await withGrants(db, row ? [row] : []);
  return whole ? delegationResource(whole, partyId) : null;
}
