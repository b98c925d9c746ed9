import type { Tx } from '../../db/tx.ts';
import { getAgent } from '../agents/get.ts';
import type { WriteContext } from '../../context.ts';
import { cancelReviewed } from '../delegations/cancel-reviewed.ts';
import { revokeReceived } from '../delegations/revoke.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed, type Resource } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { customerNotFound, getCustomer } from './get.ts';
import { findAgentCustomer } from './queries.ts';
import { agentCustomerResource, customerResource } from './view.ts';

/**
 * Revokes the delegation of a customer to the actor's party. Waits for payments under it that are in progress. Throws
 * `customer_not_found`.
 */
export function removeCustomer(ctx: WriteContext, customerId: Id<'pty'>): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  return end(ctx, customerId, null, async (tx) =>
    customerResource(await getCustomer(tx, partyId, customerId)),
  );
}

/**
 * Revokes what a customer permits to an agent of the actor's party, and with the last agent the delegation. Waits for
 * payments under it that are in progress. Throws `agent_not_found` and `customer_not_found`.
 */
export function removeAgentCustomer(
  ctx: WriteContext,
  agentId: Id<'agt'>,
  customerId: Id<'pty'>,
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  return end(ctx, customerId, agentId, async (tx) => {
    const agent = await getAgent(tx, partyId, agentId);
    const customer = await findAgentCustomer(tx, { partyId, agentId, customerId });
    if (!customer) throw customerNotFound();
    return agentCustomerResource(agent, customer);
  });
}

async function end(
  ctx: WriteContext,
  customerId: Id<'pty'>,
  agentId: Id<'agt'> | null,
  shown: (tx: Tx) => Promise<Resource>,
): Promise<HttpResponse> {
  const { actor } = ctx;
  let ended: Id<'dlg'> | null = null;
  const response = await write(ctx, { targetId: customerId }, async (tx, now) => {
    ended = await revokeReceived(tx, actor.partyId, customerId, agentId, now);
    return { response: removed(await shown(tx)) };
  });
  if (ended) await cancelReviewed(ctx, ended);
  return response;
}
