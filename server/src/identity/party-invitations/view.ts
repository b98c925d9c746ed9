import { tagsToJson } from '../../http/tags.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { AnswerableInvitation, InvitationRow } from './queries.ts';
import type {
  AcceptedInvitation,
  AnsweredInvitationResource,
  InvitationResource,
  ListedInvitationResource,
} from './resource.ts';

export function invitationResource(row: InvitationRow): InvitationResource {
  const { email, role, status, tags } = row;
  return {
    type: 'invitation',
    id: publicId('inv', row.id),
    attributes: {
      email,
      role,
      status,
      tags: tagsToJson(tags),
      expiresAt: isoSeconds(row.expiresAt),
      createdAt: isoSeconds(row.createdAt),
      acceptedAt: row.acceptedAt && isoSeconds(row.acceptedAt),
    },
  };
}

/** Returns an invitation as the list shows it: with snake_case names too. */
export function listedInvitationResource(row: InvitationRow): ListedInvitationResource {
  const { attributes, ...resource } = invitationResource(row);
  const { expiresAt, createdAt, acceptedAt } = attributes;
  return {
    ...resource,
    attributes: { ...attributes, expires_at: expiresAt, created_at: createdAt, accepted_at: acceptedAt },
  };
}

/** Returns an invitation as the invited person sees it: without the tags of the party. */
export function answeredInvitationResource(
  row: InvitationRow,
  { partyId, partyName }: AnswerableInvitation,
): AnsweredInvitationResource {
  const { attributes, ...resource } = invitationResource(row);
  const { tags: _ofTheParty, ...shown } = attributes;
  const party = { type: 'party', id: publicId('pty', partyId), attributes: { name: partyName } } as const;
  return { ...resource, attributes: shown, relationships: { party: { data: party } } };
}

export function acceptedInvitation(
  row: InvitationRow,
  invitation: AnswerableInvitation,
  userId: Id<'usr'>,
  apiKey: AcceptedInvitation['meta']['apiKey'] | null,
): AcceptedInvitation {
  return {
    data: answeredInvitationResource(row, invitation),
    meta: {
      partyId: publicId('pty', invitation.partyId),
      userId: publicId('usr', userId),
      ...(apiKey && { apiKey }),
    },
  };
}
