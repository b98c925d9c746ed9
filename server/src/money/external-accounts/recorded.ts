import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findExternalAccountAsRecorded } from './queries.ts';
import { externalAccountResource } from './view.ts';

/** Returns an account as an event recorded it; null if it is of another party. */
export async function recordedExternalAccount(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findExternalAccountAsRecorded(db, partyId, recorded);
  return row && externalAccountResource(row);
}
