import type { Queryable } from '../../../db/sql.ts';
import { marksOf, type OrderMark } from '../../../engine/commands/mark-order.ts';
import { runWithin } from '../../../engine/queue/within.ts';
import { manualRail } from '../../../gateways/rail.ts';
import type { Id } from '../../../lib/id.ts';
import { idsOfSettlement } from '../settlement-ids.ts';
import { findOrder, type ManualOrder } from './queries.ts';

/** What the operator says of an order. `says` is for the audit log, such as `sent, operator Olive`. */
export type Marking = { transferId: Id<'trf'>; mark: OrderMark; says: string };

/** The order after it was marked. `isNew` is false if it had this mark before, so that nothing was done now. */
export type Marked = { order: ManualOrder; isNew: boolean };

/** Why a mark was refused: the order with the marks that it can get next, or that the wallet has no room for a return. */
export type NotMarked = { order: ManualOrder; possible: ReadonlyArray<OrderMark['kind']>; isFull: boolean };

/**
 * Records what the operator says of an order, in the caller's transaction. Returns null if there is no such order, and
 * why not if the mark is refused.
 */
export async function markOrder(
  tx: Queryable,
  { transferId, mark, says }: Marking,
): Promise<Marked | NotMarked | null> {
  const found = await findOrder(tx, transferId);
  if (!found) return null;
  // What may change is loaded under the locks.
  const { partyId, agentId, currency, paymentId, payeePartyId, paymentRequestId } = found;
  const newIds = idsOfSettlement();
  const facts = {
    transferId,
    partyId,
    agentId,
    currency,
    rail: manualRail,
    paymentId,
    payeePartyId,
    paymentRequestId,
  };
  const [outcome] = await runWithin(tx, [{ kind: 'markOrder', ...facts, mark, reason: says, newIds }]);
  const order = (await findOrder(tx, transferId)) ?? found;
  if (outcome?.done) return { order, isNew: !outcome.replayed };
  return { order, possible: marksOf(order, order), isFull: outcome?.refusal === 'recipient_full' };
}
