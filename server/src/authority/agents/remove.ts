import { cancelReviewsOfAgent } from '../approvals/cancel.ts';
import type { WriteContext } from '../../context.ts';
import { enqueueTask } from '../../engine/plain-writes/enqueue-task.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { revokeAgent } from './revoke.ts';
import { agentResource } from './view.ts';

/**
 * Revokes an agent of the actor's party permanently, in one transaction with its keys, its grants, its pending
 * invitations, and its payments and withdrawals in review with their approvals. What its party requested without an
 * agent under grants of which none is left is canceled soon afterwards. Revoking it again returns the same response.
 * Throws `agent_not_found`.
 */
export function removeAgent(ctx: WriteContext, id: Id<'agt'>): Promise<HttpResponse> {
  const { actor, requestId } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const { agent, isNew } = await revokeAgent(tx, actor.partyId, id, { userId: actor.userId, now });
    const request = { actor, requestId, route: ctx.keyed.route, idempotency: null };
    if (isNew) {
      await cancelReviewsOfAgent(tx, id, request);
      await enqueueTask(tx, 'expire'); // for what was requested under its grants without an agent
    }
    return { response: removed(agentResource(agent)) };
  });
}
