import { type BrokenRule, type CountRule, type RuleReason, type Rules } from '../model/agent-rules.ts';
import type { ApprovalReason } from '../model/records.ts';
import { digestsOf, isEqual, knownPayeeKey, type PurchaseTerms } from '../model/rule-history.ts';
import { pairKey } from '../model/pair-key.ts';
import { forbiddingList } from './counterparty-lists.ts';
import { outsideHours } from './opening-hours.ts';
import { type Destination, isPayee, namedCounterparty, payeeKeys } from '../model/counterparty.ts';
import { paymentsIn, type RuleHistory, type RuleSet } from './rule-history.ts';

/** A payment or withdrawal as the rules of an agent see it. */
export type Ruled = {
  currency: string;
  /** The time at which it counts. */
  now: Date;
  /** Null where it can pay nobody any more. */
  to: Destination | null;
  /** What is compared with earlier ones, and whether it repeats one on purpose; null if it is compared with none. */
  purchase: (PurchaseTerms & { intendedRepeat: boolean }) | null;
};

/** What a rule is judged by: the payment or withdrawal, whose rule it is, and what it looks back at. */
type Judged = Ruled & { ruleSet: RuleSet; history: RuleHistory };

/**
 * When rules are judged: when it is requested; when it is decided on, by an owner of other limits or rules; and when the
 * owner of these rules has approved it, or does so now.
 */
const stages = ['requested', 'decided', 'approved'] as const;
export type Stage = (typeof stages)[number];

type Judge<Rule> = {
  /** The last stage at which it is judged; after it, a person has answered for it. */
  until: Stage;
  /** Returns why the payment or withdrawal breaks the rule; null if it does not. */
  breach: (rule: Rule, judged: Judged) => BrokenRule | null;
};

/** How each rule is judged, in the order in which broken rules are named. */
export const judges: { readonly [K in keyof Rules]: Judge<Rules[K]> } = {
  counterparties: { until: 'approved', breach: counterpartyNotAllowed },
  currencies: { until: 'approved', breach: currencyNotAllowed },
  paymentsPerHour: { until: 'decided', breach: (rule, judged) => rateExceeded('hour', rule, judged) },
  paymentsPerDay: { until: 'decided', breach: (rule, judged) => rateExceeded('day', rule, judged) },
  hours: { until: 'requested', breach: outsideOfHours },
  firstPaymentToNewPayee: { until: 'requested', breach: newCounterparty },
  duplicates: { until: 'requested', breach: possibleDuplicate },
};
const ruleNames = Object.keys(judges) as ReadonlyArray<keyof Rules>;

/**
 * Returns the rules that a payment or withdrawal breaks, each with its value and its limit. Once their owner has approved
 * it, only the rules that refuse still count.
 */
export function brokenRules(
  ruleSet: RuleSet,
  ruled: Ruled,
  history: RuleHistory,
  stage: Stage = 'requested',
): BrokenRule[] {
  const judged = { ...ruled, ruleSet, history };
  const broken = ruleNames.flatMap((name) => breachOf(name, ruleSet.rules[name], judged, stage) ?? []);
  return stage === 'approved' ? broken.filter(isRefused) : broken;
}

/** Returns whether what exceeds this is refused, and not only reviewed. */
export function isRefused(reason: ApprovalReason): boolean {
  return 'onBreach' in reason && reason.onBreach === 'refuse';
}

function breachOf<K extends keyof Rules>(
  name: K,
  rule: Rules[K] | undefined,
  judged: Judged,
  stage: Stage,
): BrokenRule | null {
  const judge: Judge<Rules[K]> = judges[name];
  const isJudged = stages.indexOf(stage) <= stages.indexOf(judge.until);
  return rule !== undefined && isJudged ? judge.breach(rule, judged) : null;
}

function counterpartyNotAllowed(rule: Rules['counterparties'], { to, history }: Judged): RuleReason | null {
  const list = to && forbiddingList(rule, to, history);
  if (!list) return null;
  const counterparty = namedCounterparty(to.counterparty);
  return { type: 'counterpartyNotAllowed', list, counterparty, onBreach: rule.onBreach };
}

function currencyNotAllowed(
  { allow, onBreach }: Rules['currencies'],
  { currency }: Judged,
): RuleReason | null {
  if (allow.includes(currency)) return null;
  return { type: 'currencyNotAllowed', currency, allowed: [...allow], onBreach };
}

function rateExceeded(
  period: 'hour' | 'day',
  { max: limit, onBreach }: CountRule,
  { now, history, ruleSet }: Judged,
): RuleReason | null {
  const counter = history.ruleCounters.get(pairKey(ruleSet.agentId, ruleSet.owner));
  const actual = Number(paymentsIn(period, counter, now)) + 1;
  return actual <= limit ? null : { type: 'rateExceeded', period, limit, actual, onBreach };
}

function outsideOfHours(rule: Rules['hours'], { now }: Judged): RuleReason | null {
  const localTime = outsideHours(rule, now);
  if (localTime === null) return null;
  const { timeZone, weekly, onBreach } = rule;
  return { type: 'outsideHours', localTime, timeZone, weekly: [...weekly], onBreach };
}

function newCounterparty(
  { onBreach }: Rules['firstPaymentToNewPayee'],
  { to, history, ruleSet }: Judged,
): RuleReason | null {
  if (!to || !isPayee(to)) return null;
  const { agentId, owner: ownerPartyId } = ruleSet;
  const { partyId: payeePartyId } = to;
  const isKnown =
    payeePartyId && history.knownPayees.has(knownPayeeKey({ agentId, ownerPartyId, payeePartyId }));
  if (isKnown) return null;
  const counterparty = namedCounterparty(to.counterparty);
  return { type: 'newCounterparty', counterparty, onBreach };
}

/** An equal payment that is under way or done, within the time before, unless this one repeats it on purpose. */
function possibleDuplicate(
  { withinSeconds, onBreach, ...guard }: Rules['duplicates'],
  { now, to, purchase, ruleSet: { agentId }, history }: Judged,
): BrokenRule | null {
  const { overridable } = guard;
  if (!to || !purchase || (overridable && purchase.intendedRepeat)) return null;
  const { key, ...digests } = digestsOf(purchase);
  const found = payeeKeys(to)
    .flatMap((payee) => history.purchases.get(pairKey(key, payee)) ?? [])
    .filter((earlier) => isEqual(guard, { agentId, ...digests }, earlier));
  const [latest] = found.toSorted((a, b) => +b.at - +a.at);
  if (!latest || +now - +latest.at >= withinSeconds * 1000) return null;
  const earlier = isPayee(to)
    ? { earlierPaymentId: `pay_${latest.id}` as const }
    : { earlierTransferId: `trf_${latest.id}` as const };
  const reason = { type: 'possibleDuplicate', ...earlier, withinSeconds, overridable, onBreach } as const;
  return latest.agentId === agentId ? reason : { ...reason, ofOtherAgent: true };
}
