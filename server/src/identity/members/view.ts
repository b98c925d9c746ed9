import type { HttpResponse } from '../../http/endpoint.ts';
import { related, singleWith } from '../../http/envelope.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { MemberRow } from './queries.ts';
import type { MemberResource, RemovedMember } from './resource.ts';

export function memberResource(row: MemberRow, status: 'ACTIVE' | 'REVOKED' = 'ACTIVE'): MemberResource {
  const { id, partyId, name, email, role, createdAt } = row;
  return {
    type: 'user',
    id: publicId('usr', id),
    attributes: { name, email, role, status, createdAt: isoSeconds(createdAt) },
    relationships: { party: related('party', 'pty', partyId) },
  };
}

/** Returns the response to a removal, with what the member made and leaves behind. */
export function removedMember(
  member: MemberRow,
  made: {
    agentKeys: ReadonlyArray<{ id: Id<'agk'>; agentId: Id<'agt'> }>;
    webhooks: ReadonlyArray<{ id: Id<'whk'> }>;
  },
): HttpResponse {
  const meta: RemovedMember['meta'] = {
    deleted: true,
    agentKeys: made.agentKeys.map(({ id, agentId }) => {
      return { id: publicId('agk', id), agentId: publicId('agt', agentId) };
    }),
    webhooks: made.webhooks.map(({ id }) => ({ id: publicId('whk', id) })),
  };
  return singleWith(memberResource(member, 'REVOKED'), meta);
}
