import type { WriteContext } from '../../../context.ts';
import { recordEvent } from '../../../engine/plain-writes/record-event.ts';
import { fault } from '../../../errors.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { removed } from '../../../http/envelope.ts';
import { write } from '../../../idempotency/write.ts';
import type { Id } from '../../../lib/id.ts';
import { invitationNotFound } from '../incoming/by-party.ts';
import { cancelPending, findInvitation } from './queries.ts';
import { customerInvitationResource } from '../view.ts';

/**
 * Cancels a pending invitation of the actor's party. Canceling it again returns the same response. Throws
 * `customer_invitation_not_found`, and `conflict` if it was answered or has expired.
 */
export function cancelInvitation(ctx: WriteContext, id: Id<'adi'>): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const isCanceled = await cancelPending(tx, { partyId: actor.partyId, id, now });
    const found = await findInvitation(tx, actor.partyId, id);
    if (!found) throw invitationNotFound();
    const { agent, ...invitation } = found;
    if (isCanceled) {
      const change = { from: 'PENDING', to: 'CANCELED', now } as const;
      await recordEvent(tx, { resource: 'customerInvitation', resourceId: id, ...change });
    } else if (invitation.status !== 'CANCELED') {
      throw fault('conflict', 'The invitation was answered or has expired: nothing is left to cancel.');
    }
    const data = customerInvitationResource(agent, invitation, ctx.baseUrl());
    return { response: removed(data) };
  });
}
