import { publicId } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import type { RuleReason } from '../model/records.ts';
import { knownPayeeKey } from '../model/rule-history.ts';
import { pairKey } from '../model/pair-key.ts';
import { forbiddingList } from './counterparty-lists.ts';
import { outsideHours } from './opening-hours.ts';
import { payeeKeys } from './payee.ts';
import type { RuledPayee } from './payee.ts';
import { counterOf, paymentsAt } from './rule-history.ts';
import type { RuleHistory, RuleSet } from './rule-history.ts';

/** A payment or withdrawal as the rules of an agent see it. */
export type Ruled = {
  currency: string;
  /** The time at which it counts. */
  now: Date;
  /** Null for a withdrawal. */
  payee: RuledPayee | null;
  /**
   * Whether it was asked for before and is approved now. Then only the rules about whom it pays, in which currency and
   * how often are judged again: the others are about what the agent asks for by itself.
   */
  isApproved: boolean;
  /** The digest of a payment (`contentOf`), and whether it repeats an earlier one on purpose; null for a withdrawal. */
  purchase: { content: string; intendedRepeat: boolean } | null;
};

/** Returns the rules that a payment or withdrawal breaks, each with its value and its limit. */
export function brokenRules(ruleSet: RuleSet, ruled: Ruled, history: RuleHistory): RuleReason[] {
  const { rules } = ruleSet;
  const { currency, now, payee } = ruled;
  const broken: RuleReason[] = [];
  if (rules.counterparties && payee) {
    const { onBreach } = rules.counterparties;
    const list = forbiddingList(rules.counterparties, payee, history);
    if (list) broken.push({ type: 'counterpartyNotAllowed', list, counterparty: payee.named, onBreach });
  }
  if (rules.currencies && !rules.currencies.allow.includes(currency)) {
    const { allow, onBreach } = rules.currencies;
    broken.push({ type: 'currencyNotAllowed', currency, allowed: [...allow], onBreach });
  }
  broken.push(...exceededRates(ruleSet, now, history));
  if (ruled.isApproved) return broken;
  const localTime = rules.hours && outsideHours(rules.hours, now);
  if (rules.hours && localTime) {
    const { timeZone, weekly, onBreach } = rules.hours;
    broken.push({ type: 'outsideHours', localTime, timeZone, weekly: [...weekly], onBreach });
  }
  if (payee && isNewPayee(ruleSet, payee.partyId, history)) {
    broken.push({ type: 'newCounterparty', counterparty: payee.named, onBreach: 'review' });
  }
  return [...broken, ...repeated(ruleSet, ruled, history)];
}

function exceededRates(ruleSet: RuleSet, now: Date, history: RuleHistory): RuleReason[] {
  const { paymentsPerHour, paymentsPerDay } = ruleSet.rules;
  const { inHour, inDay } = paymentsAt(counterOf(ruleSet, history), now);
  const periods = [
    ['hour', paymentsPerHour, inHour],
    ['day', paymentsPerDay, inDay],
  ] as const;
  return periods.flatMap(([period, rule, made]): RuleReason[] => {
    const actual = Number(made) + 1;
    if (!rule || actual <= rule.max) return [];
    return [{ type: 'rateExceeded', period, limit: rule.max, actual, onBreach: rule.onBreach }];
  });
}

function isNewPayee(
  { owner, agentId, rules }: RuleSet,
  payeePartyId: Id<'pty'> | null,
  history: RuleHistory,
) {
  if (rules.firstPaymentToNewPayee !== 'review') return false;
  if (payeePartyId === null) return true;
  return !history.knownPayees.has(knownPayeeKey({ agentId, ownerPartyId: owner, payeePartyId }));
}

/** An equal payment that is under way or done, within the time before, unless this one repeats it on purpose. */
function repeated({ rules }: RuleSet, { now, payee, purchase }: Ruled, history: RuleHistory): RuleReason[] {
  if (!rules.duplicates || !payee || !purchase) return [];
  const { withinSeconds, overridable, onBreach } = rules.duplicates;
  if (overridable && purchase.intendedRepeat) return [];
  const found = payeeKeys(payee).flatMap(
    (key) => history.purchases.get(pairKey(purchase.content, key)) ?? [],
  );
  const [latest] = found.toSorted((a, b) => +b.at - +a.at);
  if (!latest || +now - +latest.at >= withinSeconds * 1000) return [];
  const earlierPaymentId = publicId('pay', latest.paymentId);
  return [{ type: 'possibleDuplicate', earlierPaymentId, withinSeconds, overridable, onBreach }];
}
