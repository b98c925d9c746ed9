import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findInvitationAsRecorded } from './queries.ts';
import { invitationResource } from './view.ts';

/** Returns an invitation as an event recorded it; null if it is of another party. */
export async function recordedInvitation(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findInvitationAsRecorded(db, partyId, recorded);
  return row && invitationResource(row);
}
