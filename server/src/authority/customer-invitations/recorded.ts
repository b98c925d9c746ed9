import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findIncomingAsRecorded } from './incoming/queries.ts';
import { findInvitationAsRecorded } from './sent/queries.ts';
import { customerInvitationResource, incomingInvitationResource } from './view.ts';

/** Returns an invitation as an event recorded it, as the inviting or the invited party sees it. */
export async function recordedCustomerInvitation(
  { db, partyId, baseUrl }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const sent = await findInvitationAsRecorded(db, partyId, recorded);
  if (sent) return customerInvitationResource(sent.agent, sent, baseUrl);
  const incoming = await findIncomingAsRecorded(db, partyId, recorded);
  return incoming && incomingInvitationResource(incoming);
}
