import type { PoolClient } from 'pg';
import type { Context } from '../../context.ts';
import { enqueueTask } from '../../engine/plain-writes/enqueue-task.ts';
import type { HttpResponse, Keyed } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { cancelReviewed } from './cancel-reviewed.ts';
import { moveTo, recordUpdate } from './change.ts';
import { getDelegation } from './get.ts';
import { listGrantsOf, revokeGrants } from './grants/queries.ts';
import { changeDelegation, type DelegationRow, lockDelegation, lockDelegationBetween } from './queries.ts';
import { delegationResource } from './view.ts';

/**
 * Revokes a delegation that the actor's party gave or received, with its grants. Waits for payments under it that are
 * in progress, and every later one is refused; payments under it that wait for an approval are canceled. If it is
 * revoked already, the response is the same. Throws `delegation_not_found`.
 */
export async function revokeDelegation(ctx: Context, id: Id<'dlg'>, keyed: Keyed): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  const response = await write(ctx, { ...keyed, targetId: id }, async (tx, now) => {
    const locked = await lockDelegation(tx, partyId, id);
    if (locked) await revokeLocked(tx, locked, now);
    const data = delegationResource(await getDelegation(tx, partyId, id), partyId);
    return { response: removed(data) };
  });
  await cancelReviewed(ctx, id);
  return response;
}

/**
 * Revokes the delegation of a customer to the party; with an agent, only that agent's grant, and the delegation if no
 * other agent has a grant. What no remaining grant permits, the delegation permits no more. Returns the delegation's
 * id; null if the customer never delegated to the party, or never to the agent.
 */
export async function revokeReceived(
  tx: PoolClient,
  partyId: Id<'pty'>,
  customerId: Id<'pty'>,
  agentId: Id<'agt'> | null,
  now: Date,
): Promise<Id<'dlg'> | null> {
  const delegation = await lockDelegationBetween(tx, partyId, customerId);
  if (!delegation) return null;
  const { id, status } = delegation;
  const grants = await listGrantsOf(tx, [id]);
  const grant = grants.find((each) => each.agentId === agentId);
  if (agentId && !grant) return null;
  const left = grants.filter((each) => each.status === 'ACTIVE' && each !== grant);
  if (!agentId || left.length === 0) {
    await revokeLocked(tx, delegation, now);
  } else if (grant?.status === 'ACTIVE') {
    await revokeGrants(tx, { id, agentId, now });
    const kept = new Set(left.flatMap(({ permissions }) => permissions));
    const permissions = delegation.permissions.filter((each) => kept.has(each));
    await changeDelegation(tx, delegation, { status, permissions, updatedAt: now });
    await recordUpdate(tx, delegation, now);
    await enqueueTask(tx, 'expire');
  }
  return id;
}

async function revokeLocked(tx: PoolClient, delegation: DelegationRow, now: Date): Promise<void> {
  if (delegation.status === 'REVOKED') return;
  await revokeGrants(tx, { id: delegation.id, agentId: null, now });
  await moveTo(tx, delegation, 'REVOKED', now);
  await enqueueTask(tx, 'expire');
}
