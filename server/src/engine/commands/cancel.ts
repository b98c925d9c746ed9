import type { Changes } from '../model/changes.ts';
import { needActor, needRailOrder } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse } from '../model/outcomes.ts';
import type { Outcome, Refusal } from '../model/outcomes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import type { RequestInfo } from '../model/actor.ts';
import { closeRailOrder } from '../rules/rail-order.ts';
import { cancelApprovals } from '../rules/targets.ts';
import { needTarget } from '../load/needs.ts';
import { findTarget } from '../model/targets.ts';
import type { LoadedTarget, TargetFacts } from '../model/targets.ts';
import { undo } from '../rules/undo.ts';

/** Cancels a payment, withdrawal or deposit that has not reached a final status. */
export type Cancel = RequestInfo & {
  kind: 'cancel';
  target: TargetFacts;
  /** Returns the body of the response. */
  render(record: Payment | Transfer): string;
};

export function cancelNeeds(command: Cancel, needs: Needs): void {
  needActor(needs, command.actor);
  needTarget(needs, command.target);
  if (command.target.type !== 'payment') needRailOrder(needs, command.target.id);
}

/** Cancels a target in review or waiting to be claimed. If the bank may have a transfer, it is asked to cancel it. */
export function decideCancel(command: Cancel, state: State, changes: Changes): Outcome {
  const { actor, target, now } = command;
  const loaded = findTarget(target, state);
  if (!loaded) return refuse('payment_ended');
  if (actor.partyId !== target.payerPartyId && actor.partyId !== target.initiatorPartyId) {
    return refuse('not_the_sender');
  }
  if (actor.agentId && actor.agentId !== loaded.record.agentId) return refuse('not_this_agent');
  const refusal =
    loaded.type === 'payment'
      ? cancelPayment(loaded, now, state, changes)
      : cancelTransfer(loaded, now, state, changes);
  if (refusal) return refuse(refusal);
  return done(loaded.record.id, { status: 200, body: command.render(loaded.record) });
}

type LoadedPayment = Extract<LoadedTarget, { type: 'payment' }>;
type LoadedTransfer = Exclude<LoadedTarget, LoadedPayment>;

function cancelPayment(loaded: LoadedPayment, now: Date, state: State, changes: Changes): Refusal | null {
  const { record } = loaded;
  if (record.status === 'IN_REVIEW') cancelApprovals(record.id, now, state, changes);
  else if (!isClaimable(record, now)) return 'payment_ended';
  undo(loaded, 'CANCELED', now, state, changes);
  return null;
}

/** Once the time to claim is over, the payment counts as being returned, even if the sweep has not run yet. */
function isClaimable({ status, dueAt }: Payment, now: Date): boolean {
  return status === 'PENDING_CLAIM' && (!dueAt || dueAt > now);
}

function cancelTransfer(loaded: LoadedTransfer, now: Date, state: State, changes: Changes): Refusal | null {
  const { record } = loaded;
  if (record.status === 'IN_REVIEW') {
    cancelApprovals(record.id, now, state, changes);
    undo(loaded, 'CANCELED', now, state, changes);
    return null;
  }
  const order = state.railOrders.get(record.id);
  if (record.status !== 'PROCESSING' || !order) return 'transfer_ended';
  if (record.paymentId) return 'transfer_funds_payment';
  if (order.state === 'waiting') {
    closeRailOrder(order, 'withdrawn', changes);
    undo(loaded, 'CANCELED', now, state, changes);
  } else {
    // The bank may have it, so only its report can end it. Asked once; a second cancellation gets the same response.
    order.cancelRequestedAt ??= now;
    order.dueAt = now;
    changes.changedRailOrders.add(order);
    changes.tasks.add('submitOrders');
  }
  return null;
}
