import type { Dated } from '../model/actor.ts';
import type { Changes } from '../model/changes.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { Payment } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { isAuthorityRevoked } from '../rules/authority.ts';
import { isClaimed, isLeftOut } from '../rules/claimed.ts';
import { cancelApprovals } from '../rules/targets.ts';
import { needClaim, type Needs, needTarget } from '../load/needs.ts';
import { findTarget, type TargetFacts } from '../model/targets.ts';
import { undo } from '../rules/undo.ts';

/**
 * Expires a target that has waited too long for a decision or a claim, or in review under authority that was revoked.
 * Sent by Purser itself.
 */
export type Expire = { kind: 'expire'; target: TargetFacts };

export function expireNeeds(command: Expire, needs: Needs): void {
  needTarget(needs, command.target);
  if (command.target.type === 'payment') needClaim(needs, command.target.id);
}

/**
 * Cancels a target that was in review for too long, or under authority that was revoked, and returns a payment that was
 * not claimed in time, or is no part of what its payee has claimed. Refuses what was decided, claimed or canceled in the
 * meantime.
 */
export function decideExpire({ target, now }: Dated<Expire>, state: State, changes: Changes): Outcome {
  const loaded = findTarget(target, state);
  if (!loaded) return refuse('payment_ended');
  const { type, record } = loaded;
  if (record.status === 'IN_REVIEW') {
    const pending = (state.approvals.get(record.id) ?? []).filter((each) => each.status === 'pending');
    const isOverdue = pending.some(({ dueAt }) => dueAt && dueAt <= now);
    if (!isOverdue && !isAuthorityRevoked(target, state)) return refuse('payment_ended');
    cancelApprovals(record.id, now, state, changes);
    undo(loaded, 'CANCELED', now, state, changes);
  } else if (type === 'payment' && (isUnclaimed(record, now, state) || isLeftOut(record, state))) {
    undo(loaded, 'RETURNED', now, state, changes);
  } else {
    return refuse('payment_ended');
  }
  return done(record.id);
}

function isUnclaimed(payment: Payment, now: Date, state: State): boolean {
  const { status, dueAt } = payment;
  return status === 'PENDING_CLAIM' && dueAt !== null && dueAt <= now && !isClaimed(payment, state);
}
