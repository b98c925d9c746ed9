import {
  type BrokenRule,
  type CountingRule,
  countWindows,
  type Rules,
  type LastingReason,
} from '../model/agent-rules.ts';
import type { ApprovalReason } from '../model/records.ts';
import { digestsOf, isEqual, knownPayeeKey, type PurchaseTerms } from '../model/rule-history.ts';
import { pairKey } from '../model/state.ts';
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

/** The same of a rule that is judged at any time: what a read knows of what waits. */
type JudgedAlways = Pick<Ruled, 'currency' | 'to'> & { history: Pick<RuleHistory, 'addresses'> };

/**
 * When rules are judged: when it is requested; when it is decided on, by an owner of other limits or rules; and when the
 * owner of these rules has approved it, or does so now.
 */
type Stage = 'requested' | 'decided' | 'approved';

/**
 * How a rule is judged: the last stage at which it is, since after it a person has answered for it; and a function that
 * returns why the payment or withdrawal breaks it, or null.
 */
type Judge<Rule> =
  | {
      until: 'requested' | 'decided';
      breach: (rule: Rule, judged: Judged) => Broken | null;
    }
  | { until: 'approved'; breach: (rule: Rule, judged: JudgedAlways) => LastingReason | null };

type Broken = Exclude<BrokenRule, LastingReason>;

/** How each rule is judged, in the order in which broken rules are named. */
export const judges: { readonly [K in keyof Rules]: Judge<Rules[K]> } = {
  counterparties: { until: 'approved', breach: counterpartyNotAllowed },
  currencies: { until: 'approved', breach: currencyNotAllowed },
  paymentsPerHour: { until: 'decided', breach: rateExceeded('paymentsPerHour') },
  paymentsPerDay: { until: 'decided', breach: rateExceeded('paymentsPerDay') },
  hours: { until: 'requested', breach: outsideOfHours },
  firstPaymentToNewPayee: { until: 'requested', breach: newCounterparty },
  duplicates: { until: 'requested', breach: possibleDuplicate },
};
const inOrderOfReasons = Object.keys(judges) as ReadonlyArray<keyof Rules>;

/** Returns the rules that a payment or withdrawal breaks, each with its value and its limit. */
export function brokenRules(
  ruleSet: RuleSet,
  ruled: Ruled,
  history: RuleHistory,
  stage: Exclude<Stage, 'approved'> = 'requested',
): BrokenRule[] {
  const judged = { ...ruled, ruleSet, history };
  return inOrderOfReasons.flatMap((name) => breachOf(name, ruleSet.rules[name], judged, stage) ?? []);
}

/** Returns the rules that refuse it even once their owner has approved it. */
export function lastingBreaches({ rules }: Pick<RuleSet, 'rules'>, judged: JudgedAlways): LastingReason[] {
  return inOrderOfReasons.flatMap((name) => lastingBreach(name, rules[name], judged) ?? []).filter(isRefused);
}

/** Returns whether what exceeds this is refused, and not only reviewed. */
export function isRefused(reason: ApprovalReason): boolean {
  return 'onBreach' in reason && reason.onBreach === 'refuse';
}

function breachOf<K extends keyof Rules>(
  name: K,
  rule: Rules[K] | undefined,
  judged: Judged,
  stage: Exclude<Stage, 'approved'>,
): BrokenRule | null {
  const judge: Judge<Rules[K]> = judges[name];
  const isJudged = stage === 'requested' || judge.until !== 'requested';
  return rule !== undefined && isJudged ? judge.breach(rule, judged) : null;
}

function lastingBreach<K extends keyof Rules>(
  name: K,
  rule: Rules[K] | undefined,
  always: JudgedAlways,
): LastingReason | null {
  const judge: Judge<Rules[K]> = judges[name];
  return rule !== undefined && judge.until === 'approved' ? judge.breach(rule, always) : null;
}

function counterpartyNotAllowed(
  rule: Rules['counterparties'],
  { to, history }: JudgedAlways,
): LastingReason | null {
  const list = to && forbiddingList(rule, to, history);
  if (!list) return null;
  const counterparty = namedCounterparty(to.counterparty);
  return { type: 'counterpartyNotAllowed', list, counterparty, onBreach: rule.onBreach };
}

function currencyNotAllowed(
  { allow, onBreach }: Rules['currencies'],
  { currency }: JudgedAlways,
): LastingReason | null {
  if (allow.includes(currency)) return null;
  return { type: 'currencyNotAllowed', currency, allowed: [...allow], onBreach };
}

function rateExceeded<K extends CountingRule>(name: K) {
  const period = countWindows[name];
  return ({ max: limit, onBreach }: Rules[K], { now, history, ruleSet }: Judged): Broken | null => {
    const counter = history.ruleCounters.get(pairKey(ruleSet.agentId, ruleSet.owner));
    const actual = Number(paymentsIn(period, counter, now)) + 1;
    return actual <= limit ? null : { type: 'rateExceeded', period, limit, actual, onBreach };
  };
}

function outsideOfHours(rule: Rules['hours'], { now }: Judged): Broken | null {
  const localTime = outsideHours(rule, now);
  if (localTime === null) return null;
  const { timeZone, weekly, onBreach } = rule;
  return { type: 'outsideHours', localTime, timeZone, weekly: [...weekly], onBreach };
}

function newCounterparty(
  { onBreach }: Rules['firstPaymentToNewPayee'],
  { to, history, ruleSet }: Judged,
): Broken | null {
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
): Broken | null {
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
