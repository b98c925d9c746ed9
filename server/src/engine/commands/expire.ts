import type { Changes } from '../model/changes.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { cancelApprovals } from '../rules/targets.ts';
import { needTarget } from '../load/needs.ts';
import { findTarget } from '../model/targets.ts';
import type { TargetFacts } from '../model/targets.ts';
import { undo } from '../rules/undo.ts';

/** End what has waited too long: for a decision, or to be claimed. Sent by Purser itself. */
export type Expire = { kind: 'expire'; now: Date; target: TargetFacts };

export function expireNeeds(command: Expire, needs: Needs): void {
  needTarget(needs, command.target);
}

/** In review for too long: canceled. Not claimed in time: the money goes back. Decided meanwhile: refused. */
export function decideExpire({ target, now }: Expire, state: State, changes: Changes): Outcome {
  const loaded = findTarget(target, state);
  if (!loaded) return refuse('payment_ended');
  const { type, it } = loaded;
  if (it.status === 'IN_REVIEW') {
    const pending = (state.approvals.get(it.id) ?? []).filter((each) => each.status === 'pending');
    if (!pending.some(({ dueAt }) => dueAt && dueAt <= now)) return refuse('payment_ended');
    cancelApprovals(it.id, now, state, changes);
    undo(loaded, 'CANCELED', now, state, changes);
  } else if (type === 'payment' && it.status === 'PENDING_CLAIM' && it.dueAt && it.dueAt <= now) {
    undo(loaded, 'RETURNED', now, state, changes);
  } else {
    return refuse('payment_ended');
  }
  return done(it.id);
}
