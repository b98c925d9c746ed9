import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findPaymentRequestAsRecorded } from './queries.ts';
import { listedPaymentRequestResource } from './view.ts';

/** Returns a request as an event recorded it. The party must be one that may read the event. */
export async function recordedPaymentRequest(
  { db, partyId, now, baseUrl }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findPaymentRequestAsRecorded(db, partyId, recorded);
  return row && listedPaymentRequestResource(row, { partyId, agentId: null, baseUrl, now });
}
