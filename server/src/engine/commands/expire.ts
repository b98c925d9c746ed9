import type { Changes } from '../changes.ts';
import type { Needs } from '../needs.ts';
import { done, refuse } from '../outcomes.ts';
import type { Outcome } from '../outcomes.ts';
import type { State } from '../state.ts';
import { cancelApprovals, findTarget, needTarget } from '../targets.ts';
import type { TargetFacts } from '../targets.ts';
import { undo } from './cancel.ts';

/** End what has waited too long: for a decision, or to be claimed. Sent by Purser itself. */
export type Expire = { kind: 'expire'; now: Date; target: TargetFacts };

export function expireNeeds(command: Expire, needs: Needs): void {
  needTarget(needs, command.target);
}

/** In review for too long: canceled. Not claimed in time: the money goes back. Decided meanwhile: refused. */
export function decideExpire({ target, now }: Expire, state: State, changes: Changes): Outcome {
  const mover = findTarget(target, state);
  if (!mover) return refuse('payment_ended');
  const { type, it } = mover;
  if (it.status === 'IN_REVIEW') {
    const pending = (state.approvals.get(it.id) ?? []).filter((each) => each.status === 'pending');
    if (!pending.some(({ dueAt }) => dueAt && dueAt <= now)) return refuse('payment_ended');
    cancelApprovals(it.id, now, state, changes);
    undo(mover, 'CANCELED', now, state, changes);
  } else if (type === 'payment' && it.status === 'PENDING_CLAIM' && it.dueAt && it.dueAt <= now) {
    undo(mover, 'RETURNED', now, state, changes);
  } else {
    return refuse('payment_ended');
  }
  return done(it.id);
}
