import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findAgentKeyAsRecorded } from './queries.ts';
import { agentKeyResource } from './view.ts';

/** Returns a key as an event recorded it, without its secret; null if it is of another party. */
export async function recordedAgentKey(
  { db, partyId, now }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findAgentKeyAsRecorded(db, partyId, recorded, now);
  return row && agentKeyResource(row);
}
