import { release } from '../accept.ts';
import { move } from '../changes.ts';
import type { Changes } from '../changes.ts';
import { needActor, needRailOrder } from '../needs.ts';
import type { Needs } from '../needs.ts';
import { done, refuse } from '../outcomes.ts';
import type { Outcome, Refusal } from '../outcomes.ts';
import type { Payment, Transfer } from '../records.ts';
import type { Asked, State } from '../state.ts';
import { cancelApprovals, findTarget, giveBackSpending, needTarget, setStatus } from '../targets.ts';
import type { Mover, TargetFacts } from '../targets.ts';
import { walletById } from '../wallets.ts';

/** Take back a payment or withdrawal that has not reached its end. */
export type Cancel = Asked & { kind: 'cancel'; target: TargetFacts; render(it: Payment | Transfer): string };

export function cancelNeeds(command: Cancel, needs: Needs): void {
  needActor(needs, command.actor);
  needTarget(needs, command.target);
  if (command.target.type === 'withdrawal') needRailOrder(needs, command.target.id);
}

/** Cancels what is in review or waits to be claimed; a withdrawal that the bank has got is asked back from it. */
export function decideCancel(command: Cancel, state: State, changes: Changes): Outcome {
  const { actor, target, now } = command;
  const mover = findTarget(target, state);
  if (!mover) return refuse('payment_ended');
  if (actor.partyId !== target.payerPartyId && actor.partyId !== target.initiatorPartyId) {
    return refuse('not_the_sender');
  }
  if (actor.agentId && actor.agentId !== mover.it.agentId) return refuse('not_this_agent');
  const refusal =
    mover.type === 'payment'
      ? cancelPayment(mover, now, state, changes)
      : cancelTransfer(mover, now, state, changes);
  if (refusal) return refuse(refusal);
  return done(mover.it.id, { status: 200, body: command.render(mover.it) });
}

type Of<T extends Mover['type']> = Extract<Mover, { type: T }>;

function cancelPayment(mover: Of<'payment'>, now: Date, state: State, changes: Changes): Refusal | null {
  if (mover.it.status === 'IN_REVIEW') cancelApprovals(mover.it.id, now, state, changes);
  else if (!isClaimable(mover.it, now)) return 'payment_ended';
  undo(mover, 'CANCELED', now, state, changes);
  return null;
}

/** What nobody claimed in time is on its way back already, though the sweep may not have come yet. */
function isClaimable({ status, dueAt }: Payment, now: Date): boolean {
  return status === 'PENDING_CLAIM' && (!dueAt || dueAt > now);
}

function cancelTransfer(mover: Of<'withdrawal'>, now: Date, state: State, changes: Changes): Refusal | null {
  const { it } = mover;
  if (it.status === 'IN_REVIEW') {
    cancelApprovals(it.id, now, state, changes);
    undo(mover, 'CANCELED', now, state, changes);
    return null;
  }
  const order = state.railOrders.get(it.id);
  if (it.status !== 'PROCESSING' || !order) return 'transfer_ended';
  if (order.state === 'waiting') {
    order.state = 'withdrawn';
    order.dueAt = null;
    undo(mover, 'CANCELED', now, state, changes);
  } else {
    // The bank may have it: only its own word ends this. It is asked once; who asks again is told the same.
    order.cancelRequestedAt ??= now;
    order.dueAt = now;
    changes.wakes.add('submitWithdrawals');
  }
  changes.changedRailOrders.add(order);
  return null;
}

/** Ends a payment or withdrawal without effect: what it held is free again, what it counted is given back. */
export function undo(
  mover: Mover,
  status: 'CANCELED' | 'FAILED' | 'RETURNED',
  now: Date,
  state: State,
  changes: Changes,
): void {
  const { type, it } = mover;
  if (it.acceptedAt) {
    const [partyId, walletId] =
      type === 'payment' ? [it.payerPartyId, it.payerWalletId] : [it.partyId, it.walletId];
    move(changes, release(it, walletById(state, partyId, it.currency, walletId), now));
    // A claim that nobody made is like a refund: it gives nothing back.
    if (status !== 'RETURNED') giveBackSpending(mover, now, state, changes);
  }
  if (type === 'payment') it.dueAt = null;
  setStatus(mover, status, now, changes);
}
