import type { Changes } from '../model/changes.ts';
import { needActor, needRailOrder } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse } from '../model/outcomes.ts';
import type { Outcome, Refusal } from '../model/outcomes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import type { RequestInfo } from '../model/actor.ts';
import { cancelApprovals } from '../rules/targets.ts';
import { needTarget } from '../load/needs.ts';
import { findTarget } from '../model/targets.ts';
import type { LoadedTarget, TargetFacts } from '../model/targets.ts';
import { undo } from '../rules/undo.ts';

/** Take back a payment or withdrawal that has not reached its end. */
export type Cancel = RequestInfo & {
  kind: 'cancel';
  target: TargetFacts;
  render(it: Payment | Transfer): string;
};

export function cancelNeeds(command: Cancel, needs: Needs): void {
  needActor(needs, command.actor);
  needTarget(needs, command.target);
  if (command.target.type === 'withdrawal') needRailOrder(needs, command.target.id);
}

/** Cancels what is in review or waits to be claimed; a withdrawal that the bank has got is asked back from it. */
export function decideCancel(command: Cancel, state: State, changes: Changes): Outcome {
  const { actor, target, now } = command;
  const loaded = findTarget(target, state);
  if (!loaded) return refuse('payment_ended');
  if (actor.partyId !== target.payerPartyId && actor.partyId !== target.initiatorPartyId) {
    return refuse('not_the_sender');
  }
  if (actor.agentId && actor.agentId !== loaded.it.agentId) return refuse('not_this_agent');
  const refusal =
    loaded.type === 'payment'
      ? cancelPayment(loaded, now, state, changes)
      : cancelTransfer(loaded, now, state, changes);
  if (refusal) return refuse(refusal);
  return done(loaded.it.id, { status: 200, body: command.render(loaded.it) });
}

type Of<T extends LoadedTarget['type']> = Extract<LoadedTarget, { type: T }>;

function cancelPayment(loaded: Of<'payment'>, now: Date, state: State, changes: Changes): Refusal | null {
  if (loaded.it.status === 'IN_REVIEW') cancelApprovals(loaded.it.id, now, state, changes);
  else if (!isClaimable(loaded.it, now)) return 'payment_ended';
  undo(loaded, 'CANCELED', now, state, changes);
  return null;
}

/** What nobody claimed in time is on its way back already, though the sweep may not have come yet. */
function isClaimable({ status, dueAt }: Payment, now: Date): boolean {
  return status === 'PENDING_CLAIM' && (!dueAt || dueAt > now);
}

function cancelTransfer(loaded: Of<'withdrawal'>, now: Date, state: State, changes: Changes): Refusal | null {
  const { it } = loaded;
  if (it.status === 'IN_REVIEW') {
    cancelApprovals(it.id, now, state, changes);
    undo(loaded, 'CANCELED', now, state, changes);
    return null;
  }
  const order = state.railOrders.get(it.id);
  if (it.status !== 'PROCESSING' || !order) return 'transfer_ended';
  if (order.state === 'waiting') {
    order.state = 'withdrawn';
    order.dueAt = null;
    undo(loaded, 'CANCELED', now, state, changes);
  } else {
    // The bank may have it: only its own word ends this. It is asked once; who asks again is told the same.
    order.cancelRequestedAt ??= now;
    order.dueAt = now;
    changes.tasks.add('submitWithdrawals');
  }
  changes.changedRailOrders.add(order);
  return null;
}
