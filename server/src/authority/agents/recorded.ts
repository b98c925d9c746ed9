import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findAgentAsRecorded } from './queries.ts';
import { agentResource } from './view.ts';

/** Returns an agent as an event recorded it; null if it is of another party. */
export async function recordedAgent(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findAgentAsRecorded(db, partyId, recorded);
  return row && agentResource(row);
}
