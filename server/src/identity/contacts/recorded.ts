import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findContactAsRecorded } from './queries.ts';
import { contactResource } from './view.ts';

/** Returns an address as an event recorded it; null if it is of another party. */
export async function recordedContact(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findContactAsRecorded(db, partyId, recorded);
  return row && contactResource(row);
}
