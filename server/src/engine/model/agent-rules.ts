import type { Id } from '../../lib/id.ts';

/** What happens to a payment that breaks a rule: it waits for an approval of the rule's owner, or is refused. */
export const breachOutcomes = ['review', 'refuse'] as const;
export type OnBreach = (typeof breachOutcomes)[number];

/** The names of the days, in the order of the week. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** An entry of a list of counterparties. A party's value is its id; addresses and domains are in lower case. */
export type ListedCounterparty =
  | { type: 'email' | 'phone' | 'domain'; value: string }
  | { type: 'party_id'; value: Id<'pty'> };

/** A span of local time on some days, as `09:00`. If `to` is not after `from`, it ends on the next day. */
export type OpenHours = { days: Weekday[]; from: string; to: string };

/** At most this many payments in an hour or a day of UTC. */
export type CountRule = { max: number; onBreach: OnBreach };

/**
 * What bounds an agent beyond amounts, as its party sets it on the agent or a customer on its grant. A rule that is
 * absent does not exist.
 */
export type AgentRules = {
  counterparties?:
    | {
        /** If present, all others are not allowed. */
        allow?: readonly ListedCounterparty[] | undefined;
        block?: readonly ListedCounterparty[] | undefined;
        onBreach: OnBreach;
      }
    | undefined;
  currencies?: { allow: readonly string[]; onBreach: OnBreach } | undefined;
  paymentsPerHour?: CountRule | undefined;
  paymentsPerDay?: CountRule | undefined;
  hours?: { timeZone: string; weekly: readonly OpenHours[]; onBreach: OnBreach } | undefined;
  firstPaymentToNewPayee?: 'allow' | 'review' | undefined;
  duplicates?: { withinSeconds: number; onBreach: OnBreach; overridable: boolean } | undefined;
};

/** Every rule by its name: each layer ties its part to it, so that a rule which is missing there does not compile. */
export type Rules = { [K in keyof AgentRules]-?: NonNullable<AgentRules[K]> };

/** Returns whether payments are counted for these rules. */
export function countsPayments(rules: AgentRules | null): boolean {
  return rules?.paymentsPerHour !== undefined || rules?.paymentsPerDay !== undefined;
}

/** Returns whether the payees of payments are recorded for these rules. */
export function recordsPayees(rules: AgentRules | null): boolean {
  return rules?.firstPaymentToNewPayee === 'review';
}
