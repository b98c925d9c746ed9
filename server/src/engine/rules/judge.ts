import type { Id } from '../../lib/id.ts';
import type { Changes } from '../model/changes.ts';
import type { ApprovalReason } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { brokenRules } from './broken-rules.ts';
import type { Ruled } from './broken-rules.ts';
import { countSpending, exceededLimits, latestDay } from './limits.ts';
import type { Exceeded, Limit, Spending } from './limits.ts';
import { counterOf, countPayment } from './rule-history.ts';
import type { RuleHistory, RuleSet } from './rule-history.ts';

/** Everything that bounds a payment or withdrawal: the limits of agents and parties, and the rules of the agent. */
export type Bounds = { limits: readonly Limit[]; ruleSets: readonly RuleSet[] };

/**
 * Returns the rules and limits that a payment or withdrawal would exceed, by the owner that decides about it, all of
 * them together. `ruled` is called only if there are rules.
 */
export function exceededBounds(
  { limits, ruleSets }: Bounds,
  spending: Spending,
  ruled: () => Ruled,
  state: RuleHistory & Pick<State, 'counters'>,
): Exceeded[] {
  const found = exceededLimits(limits, spending, state);
  if (ruleSets.length === 0) return found;
  const asked = ruled();
  for (const ruleSet of ruleSets) {
    const reasons = brokenRules(ruleSet, asked, state);
    if (reasons.length === 0) continue;
    const ofOwner = found.find(({ owner }) => owner === ruleSet.owner);
    if (ofOwner) ofOwner.reasons.unshift(...reasons);
    else found.push({ owner: ruleSet.owner, reasons });
  }
  return found;
}

/** Returns all reasons if one of them is a rule whose breach is refused; else null. */
export function refusingReasons(exceeded: readonly Exceeded[]): ApprovalReason[] | null {
  const reasons = exceeded.flatMap((each) => each.reasons);
  return reasons.some((reason) => 'onBreach' in reason && reason.onBreach === 'refuse') ? reasons : null;
}

/**
 * Returns the time at which spending counts that is decided at `now`: `now` itself, or the start of the latest day or
 * hour in which it would already be counted. A counter keeps only one day or hour, so what is decided after its first
 * payment counts in it, even if it was sent before midnight, or by a server whose clock is behind.
 */
export function spendingTime({ limits, ruleSets }: Bounds, now: Date, state: State): Date {
  let latest = latestDay(limits, now, state);
  for (const ruleSet of ruleSets) {
    const counter = counterOf(ruleSet, state);
    for (const time of counter ? [counter.hour, counter.since] : []) if (time > latest) latest = time;
  }
  return latest;
}

/** Counts accepted spending against limits and rules. */
export function countAccepted(
  { limits, ruleSets }: Bounds,
  spending: Spending,
  state: State,
  changes: Changes,
): void {
  countSpending(limits, spending, state, changes);
  countPayment(ruleSets, spending.now, state, changes);
}

/** Returns the rules that a party has set on an agent, as a set; none if there are none. */
export function ruleSetOf(owner: Id<'pty'>, agentId: Id<'agt'>, rules: RuleSet['rules'] | null): RuleSet[] {
  return rules ? [{ owner, agentId, rules }] : [];
}
