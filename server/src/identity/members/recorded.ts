import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findMemberAsRecorded } from './queries.ts';
import { memberResource } from './view.ts';

/** Returns a member in a state, as an event of the membership recorded it; null if it is of another party. */
export async function recordedMember(
  { db, partyId }: EventReader,
  recorded: Recorded,
  status: string,
): Promise<Resource | null> {
  const row = await findMemberAsRecorded(db, partyId, recorded);
  return row && memberResource(row, status === 'REVOKED' ? 'REVOKED' : 'ACTIVE');
}
