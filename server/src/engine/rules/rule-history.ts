import type { Id } from '../../lib/id.ts';
import type { AgentRules } from '../model/agent-rules.ts';
import { countsPayments, recordsPayees } from '../model/agent-rules.ts';
import { payeeKeys } from '../model/counterparty.ts';
import type { Payee } from '../model/counterparty.ts';
import type { Changes } from '../model/changes.ts';
import type { Payment } from '../model/records.ts';
import { contentOf, knownPayeeKey } from '../model/rule-history.ts';
import type { PurchaseTerms, RuleCounter } from '../model/rule-history.ts';
import { pairKey } from '../model/pair-key.ts';
import type { State } from '../model/state.ts';

// What the rules of an agent count and record. All of it belongs to one agent, whose lock each of its payments holds.

/** The rules that one party sets on an agent: its own party, or a customer on its grant. */
export type RuleSet = { owner: Id<'pty'>; agentId: Id<'agt'>; rules: AgentRules };

/** The part of a state in which rules look back. */
export type RuleHistory = Pick<State, 'ruleCounters' | 'knownPayees' | 'purchases' | 'addresses'>;

const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;

/** Returns how many payments were made in the hour and the day (UTC) of a time. */
export function paymentsAt(counter: RuleCounter | undefined, time: Date): { inHour: bigint; inDay: bigint } {
  const sameIn = (length_ms: number): boolean =>
    counter !== undefined && Math.floor(+counter.hour / length_ms) === Math.floor(+time / length_ms);
  return {
    inHour: counter && sameIn(hour_ms) ? counter.paymentsInHour : 0n,
    inDay: counter && sameIn(day_ms) ? counter.paymentsInDay : 0n,
  };
}

/** Returns the counter of a set of rules, if they count and the agent has made a payment under them. */
export function counterOf(
  { agentId, owner, rules }: RuleSet,
  { ruleCounters }: Pick<State, 'ruleCounters'>,
): RuleCounter | undefined {
  return countsPayments(rules) ? ruleCounters.get(pairKey(agentId, owner)) : undefined;
}

/** Counts an accepted payment or withdrawal for all rules that count. */
export function countPayment(
  ruleSets: readonly RuleSet[],
  now: Date,
  { ruleCounters }: Pick<State, 'ruleCounters'>,
  changes: Pick<Changes, 'ruleCounters'>,
): void {
  for (const { owner, agentId, rules } of ruleSets) {
    if (!countsPayments(rules)) continue;
    const key = pairKey(agentId, owner);
    const known = ruleCounters.get(key);
    const { inHour, inDay } = paymentsAt(known, now);
    const counter: RuleCounter = {
      agentId,
      ownerPartyId: owner,
      since: known?.since ?? now,
      hour: new Date(Math.floor(+now / hour_ms) * hour_ms),
      paymentsInHour: inHour + 1n,
      paymentsInDay: inDay + 1n,
    };
    ruleCounters.set(key, counter);
    changes.ruleCounters.set(key, counter);
  }
}

/** Records whom an accepted payment pays, for all rules that ask for payees that are new. */
export function recordPayee(
  ruleSets: readonly RuleSet[],
  { id: paymentId }: Pick<Payment, 'id'>,
  payeePartyId: Id<'pty'>,
  { knownPayees }: Pick<State, 'knownPayees'>,
  changes: Pick<Changes, 'knownPayees'>,
): void {
  for (const { owner, agentId, rules } of ruleSets) {
    if (!recordsPayees(rules)) continue;
    const known = { agentId, ownerPartyId: owner, payeePartyId, paymentId };
    const key = knownPayeeKey(known);
    if (knownPayees.has(key)) continue;
    knownPayees.set(key, known);
    changes.knownPayees.push(known);
  }
}

/** Records a payment that was accepted or went to review, for later ones to be compared with. */
export function recordPurchase(
  ruleSets: readonly RuleSet[],
  payment: PurchaseTerms & Pick<Payment, 'id'>,
  paid: Payee,
  at: Date,
  { purchases }: Pick<State, 'purchases'>,
  changes: Pick<Changes, 'purchases'>,
): void {
  const agentId = ruleSets.find(({ rules }) => rules.duplicates)?.agentId;
  const [payee] = payeeKeys(paid);
  if (!agentId || payee === undefined) return;
  const content = contentOf(agentId, payment);
  const purchase = { content, payee, at, paymentId: payment.id };
  purchases.set(pairKey(content, payee), purchase);
  changes.purchases.push(purchase);
}
