import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { byEitherName } from '../../http/fields.ts';
import { underscoredList } from '../../http/envelope.ts';
import { page } from '../../http/pages.ts';
import { invitationAsRecorded, listInvitationsBefore } from './queries.ts';
import { type InvitationsQuery, statuses } from './schema.ts';
import { invitationResource, listedInvitationResource } from './view.ts';

/** Returns a page of invitations to the actor's party, newest first. For another party the list is empty. */
export function listInvitations(ctx: Context, query: InvitationsQuery): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  const { partyId: alsoNamed, ...others } = query;
  const party_id = byEitherName(query.party_id, 'partyId', alsoNamed) ?? partyId;
  const { email = null, status, tag = null } = query;
  const wanted = status ? [status] : statuses;
  return page(
    ctx,
    'partyInvitations',
    { ...others, party_id },
    async (db, asked) =>
      party_id === partyId ? listInvitationsBefore(db, { ...asked, statuses: wanted }, { email, tag }) : [],
    listedInvitationResource,
    underscoredList,
  );
}

export const recordedInvitation = recorded(invitationAsRecorded, invitationResource);
