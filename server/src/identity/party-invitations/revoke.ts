import type { WriteContext } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { closeInvitation } from './close.ts';
import { findInvitation } from './queries.ts';
import { invitationResource } from './view.ts';

/**
 * Revokes a pending invitation to the actor's party; its token stops working. Revoking it again returns the same
 * response. Throws `invitation_not_found`, and `conflict` if it was answered or has expired.
 */
export function revokeInvitation(ctx: WriteContext, id: Id<'inv'>): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const revoked = await closeInvitation(tx, { id, partyId }, 'REVOKED', now);
    const invitation = revoked ?? (await findInvitation(tx, partyId, id));
    if (!invitation) {
      throw fault('invitation_not_found', 'There is no such invitation.', { parameter: 'invitationId' });
    }
    if (invitation.status !== 'REVOKED') {
      throw fault('conflict', 'The invitation was answered or has expired: nothing is left to revoke.');
    }
    return { response: removed(invitationResource(invitation)) };
  });
}
