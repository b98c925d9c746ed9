import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findPartyAsRecorded } from './queries.ts';
import { partyResource } from './view.ts';

/** Returns a party as an event recorded it; null if it is another party. */
export async function recordedParty(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findPartyAsRecorded(db, partyId, recorded);
  return row && partyResource(row);
}
