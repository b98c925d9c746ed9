import type { Changes } from '../model/changes.ts';
import { needActor, needClaim, needRailOrder, type Needs, needTarget } from '../load/needs.ts';
import { done, type Outcome, type Refusal, refuse } from '../model/outcomes.ts';
import type { Payment, Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import type { Dated, RequestInfo } from '../model/actor.ts';
import { delegateCannotAct } from '../rules/authority.ts';
import { isClaimed } from '../rules/claimed.ts';
import { closeRailOrder } from '../rules/rail-order.ts';
import { cancelApprovals } from '../rules/targets.ts';
import type { PaymentFacts, TargetFacts, TransferFacts } from '../model/targets.ts';
import { undo } from '../rules/undo.ts';

type CancelOf<Facts extends TargetFacts, Rec> = RequestInfo & {
  kind: 'cancel';
  target: Facts;
  /** Returns the body of the response. */
  render: (record: Rec) => string;
};
type CancelPayment = CancelOf<PaymentFacts, Payment>;
type CancelTransfer = CancelOf<TransferFacts, Transfer>;

/** Cancels a payment, withdrawal or deposit that has not reached a final status. */
export type Cancel = CancelPayment | CancelTransfer;

export function cancelNeeds(command: Cancel, needs: Needs): void {
  needActor(needs, command.actor);
  needTarget(needs, command.target);
  if (command.target.type === 'payment') needClaim(needs, command.target.id);
  else needRailOrder(needs, command.target.id);
}

/** Cancels a target in review or waiting to be claimed. If the bank may have a transfer, it is asked to cancel it. */
export function decideCancel(command: Dated<Cancel>, state: State, changes: Changes): Outcome {
  return isOfPayment(command)
    ? decideOn(command, state.payments.get(command.target.id), cancelPayment, state, changes)
    : decideOn(command, state.transfers.get(command.target.id), cancelTransfer, state, changes);
}

function isOfPayment(command: Dated<Cancel>): command is Dated<CancelPayment> {
  return command.target.type === 'payment';
}

function decideOn<Facts extends TargetFacts, Rec extends Payment | Transfer>(
  { actor, target, now, render }: Dated<CancelOf<Facts, Rec>>,
  record: Rec | undefined,
  cancel: (record: Rec, type: Facts['type'], now: Date, state: State, changes: Changes) => Refusal | null,
  state: State,
  changes: Changes,
): Outcome {
  if (!record) return refuse('payment_ended');
  if (actor.partyId !== target.payerPartyId && actor.partyId !== target.initiatorPartyId) {
    return refuse('not_the_sender');
  }
  if (actor.agentId && actor.agentId !== record.agentId) return refuse('not_this_agent');
  const noPower = delegateCannotAct(actor, target.payerPartyId, state);
  if (noPower) return refuse(noPower);
  const refusal = cancel(record, target.type, now, state, changes);
  return refusal ? refuse(refusal) : done(record.id, { status: 200, body: render(record) });
}

function cancelPayment(
  record: Payment,
  type: 'payment',
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  if (record.status === 'IN_REVIEW') cancelApprovals(record.id, now, state, changes);
  else if (isClaimed(record, state) || !isClaimable(record, now)) return 'payment_ended';
  undo({ type, record }, 'CANCELED', now, state, changes);
  return null;
}

/** Once the time to claim is over, the payment counts as being returned, even if the sweep has not run yet. */
function isClaimable({ status, dueAt }: Payment, now: Date): boolean {
  return status === 'PENDING_CLAIM' && (!dueAt || dueAt > now);
}

function cancelTransfer(
  record: Transfer,
  type: 'withdrawal' | 'deposit',
  now: Date,
  state: State,
  changes: Changes,
): Refusal | null {
  const loaded = { type, record };
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
