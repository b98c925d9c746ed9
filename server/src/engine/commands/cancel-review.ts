import type { Changes } from '../model/changes.ts';
import {
  needActor,
  needApprovals,
  needPayment,
  needPaymentRequest,
  type Needs,
  needTransfer,
} from '../load/needs.ts';
import type { Dated, RequestInfo } from '../model/actor.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { findTarget, type ReviewedTarget } from '../model/targets.ts';
import { cancelApprovals } from '../rules/targets.ts';
import { undo } from '../rules/undo.ts';

/**
 * Cancels a payment or withdrawal in review because the authority to make it was taken away. Runs within the
 * transaction that takes it away, which already holds the lock that every decision about the target needs.
 */
export type CancelReview = RequestInfo & { kind: 'cancelReview'; target: ReviewedTarget };

// Neither wallets nor counters: what is in review has reserved no money and counts against no limit.
export function cancelReviewNeeds({ actor, target }: CancelReview, needs: Needs): void {
  needActor(needs, actor);
  if (target.type === 'payment') needPayment(needs, target.id);
  else needTransfer(needs, target.id);
  needPaymentRequest(needs, target.paymentRequestId);
  needApprovals(needs, target.id);
}

/** Cancels the target with its pending approvals. Refuses what is no longer in review. */
export function decideCancelReview(
  { target, now }: Dated<CancelReview>,
  state: State,
  changes: Changes,
): Outcome {
  const loaded = findTarget(target, state);
  if (loaded?.record.status !== 'IN_REVIEW') return refuse('payment_ended');
  cancelApprovals(target.id, now, state, changes);
  undo(loaded, 'CANCELED', now, state, changes);
  return done(target.id);
}
