import { tagsToJson } from '../http/tags.ts';
import { publicId } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';
import type { InvitationRow } from './queries.ts';
import type { InvitationResource, ListedInvitationResource } from './resource.ts';

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
