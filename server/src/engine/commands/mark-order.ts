import type { Dated } from '../model/actor.ts';
import type { Changes } from '../model/changes.ts';
import type { Needs } from '../load/needs.ts';
import { done, doneBefore, type Outcome, refuse } from '../model/outcomes.ts';
import type { Transfer } from '../model/records.ts';
import type { RailOrder } from '../model/rail-order.ts';
import type { State } from '../model/state.ts';
import { decideSettle, type RailOutcome, type Settle, settleNeeds } from './settle.ts';

/**
 * What the operator says of an order that is carried out by hand. `shown`: the operator has seen the account number, and
 * may have sent the order from then on. `sent`: the bank has it, under this reference of its own; said again, another
 * reference corrects the first.
 */
export type OrderMark = { kind: 'shown' } | { kind: 'sent'; reference: string } | RailOutcome;

/** Records what the operator says of an order. The same mark twice has one effect. */
export type MarkOrder = Omit<Settle, 'kind' | 'outcome' | 'reason'> & {
  kind: 'markOrder';
  mark: OrderMark;
  /** Who says so, for the audit log. */
  reason: string;
};

export function markOrderNeeds(command: MarkOrder, needs: Needs): void {
  settleNeeds({ ...command, kind: 'settle', outcome: { kind: 'completed' } }, needs);
}

/** Decides one mark: refuses it if the order has not come so far, or has taken another way. */
export function decideMarkOrder(command: Dated<MarkOrder>, state: State, changes: Changes): Outcome {
  const { mark, transferId } = command;
  const order = state.railOrders.get(transferId);
  const transfer = state.transfers.get(transferId);
  if (!order || !transfer || order.rail !== command.rail) return refuse('mark_impossible');
  if (isRepeated(mark, order, transfer)) return doneBefore();
  if (!marksOf(order, transfer).includes(mark.kind)) return refuse('mark_impossible');
  if (mark.kind === 'shown') {
    // A cancellation can no longer take the order back: somebody may be typing it into the bank.
    if (order.state === 'waiting') order.state = 'unknown';
  } else if (mark.kind === 'sent') {
    const { reference: before } = order;
    Object.assign(order, { state: 'taken', reference: mark.reference, dueAt: null });
    changes.changedRailOrders.add(order);
    return done(transferId, undefined, before && `${command.reason}; it was ${before} before`);
  } else {
    return decideSettle({ ...command, kind: 'settle', outcome: mark }, state, changes);
  }
  changes.changedRailOrders.add(order);
  return done(transferId);
}

/** Returns the marks that an order by hand can get next. */
export function marksOf(
  { state, cancelRequestedAt }: Pick<RailOrder, 'state' | 'cancelRequestedAt'>,
  { status }: Pick<Transfer, 'status'>,
): ReadonlyArray<OrderMark['kind']> {
  const canceled = cancelRequestedAt ? (['canceled'] as const) : [];
  const next: Record<RailOrder['state'], ReadonlyArray<OrderMark['kind']>> = {
    waiting: ['shown', 'sent', 'failed'],
    unknown: ['shown', 'sent', 'failed', ...canceled],
    taken: ['shown', 'sent', 'completed', 'failed', ...canceled],
    withdrawn: [],
    ended: status === 'COMPLETED' ? ['returned'] : [],
  };
  return next[state];
}

/** Returns whether an order has this mark already, with the same reference, or code and reason. */
function isRepeated(
  mark: OrderMark,
  order: RailOrder,
  { status, settledAt, failure, returned }: Transfer,
): boolean {
  if (mark.kind === 'shown') return false;
  if (mark.kind === 'sent') return order.reference === mark.reference;
  if ('code' in mark) {
    const known = mark.kind === 'failed' ? failure : returned;
    return known !== null && known.code === mark.code && known.reason === mark.reason;
  }
  return status === 'CANCELED' ? mark.kind === 'canceled' : mark.kind === 'completed' && settledAt !== null;
}
