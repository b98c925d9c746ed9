import type { AgentStatus } from '../engine/model/state.ts';
import { related } from '../http/envelope.ts';
import { transactionLimitToJson } from '../http/limits.ts';
import { tagsToJson } from '../http/tags.ts';
import { publicId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { isoMillis, isoSeconds } from '../lib/time.ts';
import type { InvitationRow } from './queries.ts';
import type { Recipient } from './read-recipients.ts';
import type { CustomerInvitationResource } from './resource.ts';

/** The agent of an invitation, as the invitation shows it. */
export type InvitingAgent = {
  id: Id<'agt'>;
  name: string;
  description: string | null;
  status: AgentStatus;
};

export function customerInvitationResource(
  { id, name, description, status }: InvitingAgent,
  row: InvitationRow,
  baseUrl: string,
): CustomerInvitationResource {
  const { recipient } = row;
  return {
    type: 'customerInvitation',
    id: publicId('adi', row.id),
    attributes: {
      recipient: { type: recipient.type, value: shownValue(recipient) },
      url: `${baseUrl}/invitations/${row.linkToken}`,
      status: row.status,
      permissions: [...row.permissions],
      limits: transactionLimitToJson(row.perTransaction),
      tags: tagsToJson(row.tags),
      expiresAt: isoMillis(row.expiresAt),
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
    },
    relationships: {
      agent: {
        data: { type: 'agent', id: publicId('agt', id), attributes: { name, description, status } },
      },
      customerParty: related('party', 'pty', recipient.type === 'party_id' ? recipient.value : null),
    },
  };
}

function shownValue(recipient: Recipient): string {
  return recipient.type === 'party_id' ? publicId('pty', recipient.value) : recipient.value;
}
