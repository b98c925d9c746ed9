import { recorded, type ShowRecorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { incomingAsRecorded } from './incoming/queries.ts';
import { sentAsRecorded, sentInvitation } from './sent/queries.ts';
import { customerInvitationResource, incomingInvitationResource } from './view.ts';

const sent = recorded(sentAsRecorded, (row, { baseUrl }) => {
  const invitation = sentInvitation(row);
  return customerInvitationResource(invitation.agent, invitation, baseUrl);
});
const incoming = recorded(incomingAsRecorded, incomingInvitationResource);

/** An invitation as an event recorded it, as the inviting or the invited party sees it. */
export const recordedCustomerInvitation: ShowRecorded<Resource> = async (...asked) =>
  (await sent(...asked)) ?? incoming(...asked);
