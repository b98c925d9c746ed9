import { changesBetween } from '../../terms/changes.ts';
import type { Tx } from '../../db/tx.ts';
import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single, singleWith } from '../../http/envelope.ts';
import { requireMayGive } from '../../http/permission.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { readUnderWay } from '../../identity/under-way/list.ts';
import { getDelegation } from './get.ts';
import { changeDelegation, type DelegationRow, lockDelegation } from './queries.ts';
import { delegationResource, termsOf, type WholeDelegation } from './view.ts';

/**
 * Suspends or resumes a delegation that the actor's party gave. Suspending waits for payments under it that are in
 * progress, every later one is refused, and the response lists what is under way. If it is in this state already, nothing
 * changes and the response is the same. Throws `delegation_not_found`, `forbidden`, if it is revoked `conflict`, and to
 * resume it like `requireMayGive`.
 */
export function setDelegationStatus(
  ctx: WriteContext,
  id: Id<'dlg'>,
  to: 'ACTIVE' | 'SUSPENDED',
): Promise<HttpResponse> {
  return changeGiven(ctx, id, async (tx, { grants: _grants, ...delegation }, now) => {
    if (delegation.status !== to) {
      if (to === 'ACTIVE') requireMayGive(ctx.actor, delegation.permissions);
      await moveTo(tx, delegation, to, now);
    }
    if (to === 'ACTIVE') return null;
    const { customerId, delegateId } = delegation;
    return { underWay: await readUnderWay(tx, ctx.actor, { partyId: customerId, delegateId }) };
  });
}

/** Changes the state of a delegation that the transaction has locked, and records the event. */
export async function moveTo(
  tx: Tx,
  delegation: DelegationRow,
  to: DelegationRow['status'],
  now: Date,
): Promise<void> {
  const { id, status: from, permissions } = delegation;
  await changeDelegation(tx, { id, from, status: to, permissions, now });
  await recordEvent(tx, { resource: 'delegation', resourceId: id, from, to, now });
}

/** Records that what a delegation permits has changed, and not its state: an event from this state to itself. */
export function recordUpdate(
  tx: Queryable,
  { id, status }: Pick<DelegationRow, 'id' | 'status'>,
  now: Date,
): Promise<void> {
  return recordEvent(tx, { resource: 'delegation', resourceId: id, from: status, to: status, now });
}

/**
 * Runs a change of a delegation, which only the customer may make, and returns the delegation after it, with what the
 * work returns as `meta`. `before` does first what comes before the lock of a delegation.
 * Throws `delegation_not_found`, `forbidden` and `conflict`.
 */
export function changeGiven(
  ctx: WriteContext,
  id: Id<'dlg'>,
  work: (tx: Tx, delegation: WholeDelegation, now: Date) => Promise<object | null>,
  before: (tx: Tx, now: Date) => Promise<void> = async () => {},
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  return write(ctx, { targetId: id }, async (tx, now) => {
    await before(tx, now);
    await lockDelegation(tx, partyId, id);
    const delegation = await getDelegation(tx, partyId, id);
    if (delegation.customerId !== partyId) {
      throw fault('forbidden', 'Only the customer may do this, and your party received the delegation.');
    }
    if (delegation.status === 'REVOKED') {
      throw fault('conflict', 'The delegation was revoked. Only an accepted invitation renews it.');
    }
    const meta = await work(tx, delegation, now);
    const after = await getDelegation(tx, partyId, id);
    const changed = delegationResource(after, partyId);
    const response = meta ? singleWith(changed, meta) : single(changed);
    return { response, changes: changesBetween(termsOf(delegation), termsOf(after)) };
  });
}
