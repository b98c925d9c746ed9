import type { AgentStatus } from '../../engine/model/state.ts';
import type { NewApiKey } from '../../identity/api-keys/mint.ts';
import { shownApiKey } from '../../identity/api-keys/show.ts';
import { related } from '../../http/envelope.ts';
import { limitsToJson } from '../../terms/limits.ts';
import { tagsToJson } from '../../http/tags.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoMillis, isoSeconds } from '../../lib/time.ts';
import type { InvitationRow } from './queries.ts';
import type { NewParty } from '../../identity/parties/create.ts';
import type { IncomingRow } from './incoming/queries.ts';
import type { Recipient } from './read-recipients.ts';
import type { AcceptedByToken, CustomerInvitationResource, IncomingInvitationResource } from './resource.ts';

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
      url: row.linkToken === null ? null : `${baseUrl}/invitations/${row.linkToken}`,
      status: row.status,
      permissions: [...row.permissions],
      limits: limitsToJson(row),
      tags: tagsToJson(row.tags),
      expiresAt: isoMillis(row.expiresAt),
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
    },
    relationships: {
      agent: {
        data: { type: 'agent', id: publicId('agt', id), attributes: { name, description, status } },
      },
      customerParty: related('party', 'pty', row.customerPartyId),
    },
  };
}

function shownValue(recipient: Recipient): string {
  return recipient.type === 'party_id' ? publicId('pty', recipient.value) : recipient.value;
}

export function incomingInvitationResource(row: IncomingRow): IncomingInvitationResource {
  const recipient = { type: row.recipientType, value: row.recipientValue } as Recipient;
  return {
    type: 'customerInvitation',
    id: publicId('adi', row.id),
    attributes: {
      recipient: { type: recipient.type, value: shownValue(recipient) },
      status: row.status,
      permissions: row.permissions,
      limits: limitsToJson(row),
      expiresAt: isoMillis(row.expiresAt),
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
    },
    relationships: {
      party: {
        data: { type: 'party', id: publicId('pty', row.partyId), attributes: { name: row.partyName } },
      },
      agent: {
        data: {
          type: 'agent',
          id: publicId('agt', row.agentId),
          attributes: { name: row.agentName, description: row.agentDescription },
        },
      },
    },
  };
}

/** Returns the body of the response to an acceptance by token. A replay has no secret. */
export function acceptedByToken(
  invitation: IncomingRow,
  { partyId, userId }: NewParty,
  key: NewApiKey | null,
  withSecret: boolean,
): AcceptedByToken {
  return {
    data: incomingInvitationResource(invitation),
    meta: {
      partyId: publicId('pty', partyId),
      userId: publicId('usr', userId),
      ...(key && { apiKey: shownApiKey(key, withSecret) }),
    },
  };
}
