import type { Id } from '../../lib/id.ts';
import type { Refused } from '../model/outcomes.ts';
import { reasonsFor, type Viewer } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { brokenRules, isRefused, type Ruled, lastingBreaches } from './broken-rules.ts';
import { type Breach, breachOf, exceededLimits, kept, type Limit, type Spending } from './limits.ts';
import type { RuleHistory, RuleSet } from './rule-history.ts';

/** Everything that bounds a payment or withdrawal: the limits of agents and parties, and the rules of the agent. */
export type Bounds = { limits: readonly Limit[]; ruleSets: readonly RuleSet[] };

/** What limits and rules say of a payment or withdrawal. */
export type Judgement = {
  bounds: Bounds;
  /** What it spends, and when. */
  spending: Spending;
  /** What it exceeds, by the owner; also what an owner has approved. */
  exceeded: readonly Breach[];
  /** What it exceeds and nobody has approved, by the owner that decides about it; empty if it may be carried out. */
  breaches: readonly Breach[];
  /** Everything that it exceeds, by the owner, if the breach of one of the rules is refused; else null. */
  refusing: ReadonlyArray<Pick<Breach, 'owner' | 'reasons'>> | null;
};

type Asked = Omit<Ruled, keyof Spending>;

/**
 * Judges a payment or withdrawal that is decided at `spending.now`. Names all limits and rules together that it would
 * exceed. `asked` is called only if there are rules. `approvedBy` is null when it is requested; when it is decided on, it
 * says of an owner whether it has approved: then its limits and rules let it pass, unless a rule refuses it in any case.
 */
export function judge(
  bounds: Bounds,
  spending: Spending,
  asked: () => Asked,
  state: RuleHistory & Pick<State, 'counters'>,
  approvedBy: ((owner: Id<'pty'>) => boolean) | null = null,
): Judgement {
  const exceeded = exceededLimits(bounds.limits, spending, state);
  const refusedAnyway: Array<Pick<Breach, 'owner' | 'reasons'>> = [];
  if (bounds.ruleSets.length > 0) {
    const ruled = { ...asked(), ...spending };
    for (const ruleSet of bounds.ruleSets) {
      if (approvedBy?.(ruleSet.owner)) {
        const reasons = kept(lastingBreaches(ruleSet, { ...ruled, history: state }), ruleSet);
        refusedAnyway.push({ owner: ruleSet.owner, reasons });
        continue;
      }
      const stage = approvedBy ? 'decided' : 'requested';
      const reasons = kept(brokenRules(ruleSet, ruled, state, stage), ruleSet);
      if (reasons.length > 0) breachOf(ruleSet, exceeded).reasons.unshift(...reasons);
    }
  }
  const breaches = approvedBy ? exceeded.filter(({ owner }) => !approvedBy(owner)) : exceeded;
  const broken = [...refusedAnyway, ...breaches];
  const isRefusing = broken.some(({ reasons }) => reasons.some(isRefused));
  return { bounds, spending, exceeded, breaches, refusing: isRefusing ? broken : null };
}

/** Refuses what exceeds limits or breaks rules, and names to who asks what it may read of that. */
export function refuseBreaches(
  refusal: 'rule_broken' | 'needs_approval',
  { breaches, refusing, spending: { amount: asked } }: Judgement,
  viewer: Viewer,
): Refused {
  const shown = (refusing ?? breaches).map(({ owner, reasons }) =>
    reasonsFor(viewer, { deciderPartyId: owner, reasons }),
  );
  return { done: false, refusal, exceeded: { reasons: shown.flat(), asked } };
}

/** Returns the rules that a party has set on an agent, as a set; none if there are none. */
export function ruleSetOf(
  set: Pick<RuleSet, 'owner' | 'setOn'>,
  agentId: Id<'agt'>,
  rules: RuleSet['rules'] | null,
): RuleSet[] {
  return rules ? [{ ...set, agentId, rules }] : [];
}
