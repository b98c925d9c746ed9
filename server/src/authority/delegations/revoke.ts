import type { Tx } from '../../db/tx.ts';
import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { enqueueTask } from '../../engine/plain-writes/enqueue-task.ts';
import { recordEvents } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { cancelReviewed } from './cancel-reviewed.ts';
import { moveTo } from './change.ts';
import { getDelegation } from './get.ts';
import { grantStatuses, listGrantsOf, revokeGrants } from './grants/queries.ts';
import {
  type DelegationRow,
  lockDelegation,
  lockDelegationBetween,
  lockDelegationsOfAgent,
  shrinkDelegations,
} from './queries.ts';
import { delegationResource } from './view.ts';

/**
 * Revokes a delegation that the actor's party gave or received, with its grants. Waits for payments under it that are
 * in progress, and every later one is refused; payments under it that wait for an approval are canceled. If it is
 * revoked already, the response is the same. Throws `delegation_not_found`.
 */
export async function revokeDelegation(ctx: WriteContext, id: Id<'dlg'>): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  const response = await write(ctx, { targetId: id }, async (tx, now) => {
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
  tx: Tx,
  partyId: Id<'pty'>,
  customerId: Id<'pty'>,
  agentId: Id<'agt'> | null,
  now: Date,
): Promise<Id<'dlg'> | null> {
  const delegation = await lockDelegationBetween(tx, partyId, customerId);
  if (!delegation) return null;
  const { id } = delegation;
  if (!agentId) {
    await revokeLocked(tx, delegation, now);
    return id;
  }
  const grant = (await listGrantsOf(tx, [id], grantStatuses)).find((each) => each.agentId === agentId);
  if (!grant) return null;
  if (grant.status !== 'REVOKED') {
    await endGrants(tx, [delegation], agentId, now);
    await enqueueTask(tx, 'expire');
  }
  return id;
}

/**
 * Revokes what customers granted to an agent of the party in the same way. The transaction has locked the agent: this
 * waits for its payments, and the lock on a delegation for those without an agent, so no wallet has to be locked.
 */
export async function revokeGrantsOfAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
  now: Date,
): Promise<void> {
  await endGrants(tx, await lockDelegationsOfAgent(tx, partyId, agentId), agentId, now);
}

/** Revokes an agent's grants under delegations that the transaction has locked, and shrinks the delegations. */
export async function endGrants(
  tx: Queryable,
  delegations: ReadonlyArray<Pick<DelegationRow, 'id' | 'status'>>,
  agentId: Id<'agt'>,
  now: Date,
): Promise<void> {
  const before = new Map(delegations.map(({ id, status }) => [id, status]));
  const ids = [...before.keys()];
  await revokeGrants(tx, { ids, agentId, now });
  const shrunk = await shrinkDelegations(tx, { ids, now });
  await recordEvents(
    tx,
    shrunk.map(({ id, status: to }) => {
      return { resource: 'delegation', resourceId: id, from: before.get(id) ?? to, to, now } as const;
    }),
  );
}

async function revokeLocked(tx: Tx, delegation: DelegationRow, now: Date): Promise<void> {
  if (delegation.status === 'REVOKED') return;
  await revokeGrants(tx, { ids: [delegation.id], agentId: null, now });
  await moveTo(tx, delegation, 'REVOKED', now);
  await enqueueTask(tx, 'expire');
}
