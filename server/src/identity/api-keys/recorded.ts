import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findApiKeyAsRecorded } from './queries.ts';
import { apiKeyResource } from './view.ts';

/** Returns a key as an event recorded it, without its secret; null if it is of another party. */
export async function recordedApiKey(
  { db, partyId, now }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findApiKeyAsRecorded(db, partyId, recorded, now);
  return row && apiKeyResource(row);
}
