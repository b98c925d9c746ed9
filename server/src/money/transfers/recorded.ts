import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findTransferAsRecorded } from './queries.ts';
import { transferResource } from './view.ts';

/** Returns a transfer as an event recorded it; null if the party may not see it. */
export async function recordedTransfer(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findTransferAsRecorded(db, partyId, recorded);
  return row && transferResource(row);
}
