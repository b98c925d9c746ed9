import type { Id } from '../../lib/id.ts';
import type { ApprovalReason } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { brokenRules, type Ruled } from './broken-rules.ts';
import { type Breach, exceededLimits, type Limit, type Spending } from './limits.ts';
import type { RuleHistory, RuleSet } from './rule-history.ts';

/** Everything that bounds a payment or withdrawal: the limits of agents and parties, and the rules of the agent. */
export type Bounds = { limits: readonly Limit[]; ruleSets: readonly RuleSet[] };

/** What limits and rules say of a payment or withdrawal. */
export type Judgement = {
  bounds: Bounds;
  /** What it spends, and when. */
  spending: Spending;
  /** What it exceeds, by the owner that decides about it; empty if it may be carried out. */
  breaches: readonly Breach[];
  /** Everything that it exceeds, if the breach of one of the rules is refused; else null. */
  refusing: readonly ApprovalReason[] | null;
};

type Asked = Omit<Ruled, keyof Spending>;

/**
 * Judges a payment or withdrawal that is decided at `spending.now`. Names all limits and rules together that it would
 * exceed, unless their owner has approved it. `asked` is called only if there are rules.
 */
export function judge(
  bounds: Bounds,
  spending: Spending,
  asked: () => Asked,
  state: RuleHistory & Pick<State, 'counters'>,
  approvedBy: readonly string[] = [],
): Judgement {
  const exceeded = exceededLimits(bounds.limits, spending, state);
  if (bounds.ruleSets.length > 0) {
    const ruled = { ...asked(), ...spending };
    for (const ruleSet of bounds.ruleSets) {
      const reasons = brokenRules(ruleSet, ruled, state);
      if (reasons.length === 0) continue;
      const ofOwner = exceeded.find(({ owner }) => owner === ruleSet.owner);
      if (ofOwner) ofOwner.reasons.unshift(...reasons);
      else exceeded.push({ owner: ruleSet.owner, reasons });
    }
  }
  const breaches = exceeded.filter(({ owner }) => !approvedBy.includes(owner));
  return { bounds, spending, breaches, refusing: refusingReasons(breaches) };
}

function refusingReasons(breaches: readonly Breach[]): ApprovalReason[] | null {
  const reasons = breaches.flatMap((each) => each.reasons);
  return reasons.some((reason) => 'onBreach' in reason && reason.onBreach === 'refuse') ? reasons : null;
}

/** Returns the rules that a party has set on an agent, as a set; none if there are none. */
export function ruleSetOf(owner: Id<'pty'>, agentId: Id<'agt'>, rules: RuleSet['rules'] | null): RuleSet[] {
  return rules ? [{ owner, agentId, rules }] : [];
}
