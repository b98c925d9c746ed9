import type { Id, PublicId } from '../../lib/id.ts';
import type { countWindows_ms, Guard, RecordedHistory } from './rule-history.ts';

/** What happens to a payment that breaks a rule: it waits for an approval of the rule's owner, or is refused. */
export const breachOutcomes = ['review', 'refuse'] as const;
export type OnBreach = (typeof breachOutcomes)[number];

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

/**
 * An entry of a list of counterparties. The value of a party or of an account at a bank is its id; addresses and domains
 * are in lower case. A domain that is blocked covers its subdomains, one that is allowed does so with `includeSubdomains`.
 * `compared` is the form in which it is compared, where that is not the value itself: see `withCompared`.
 */
export type ListedCounterparty =
  | { type: 'email' | 'phone'; value: string; compared?: string | undefined }
  | { type: 'domain'; value: string; includeSubdomains?: boolean | undefined; compared?: string | undefined }
  | { type: 'party_id'; value: Id<'pty'> }
  | { type: 'external_account_id'; value: Id<'eac'> };

/** A span of local time on some days, as `09:00` to `24:00`. If `to` is not after `from`, it ends on the next day. */
export type OpenHours = { days: Weekday[]; from: string; to: string };

/** At most this many payments in any 60 minutes or any 24 hours. */
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
  firstPaymentToNewPayee?: { onBreach: OnBreach } | undefined;
  duplicates?: (Guard & { withinSeconds: number; onBreach: OnBreach; overridable: boolean }) | undefined;
};

/** Every rule by its name: each layer ties its part to it, so that a rule which is missing there does not compile. */
export type Rules = { [K in keyof AgentRules]-?: NonNullable<AgentRules[K]> };

/** A counterparty as clients name it; of a withdrawal, the account at a bank. */
export type NamedCounterparty = {
  type: 'email' | 'phone' | 'party_id' | 'agent_id' | 'external_account_id';
  value: string;
};

/** A rule of an agent that is broken: its value, its limit, and whether the breach is reviewed or refused. */
export type RuleReason = { onBreach: OnBreach } & (
  | { type: 'counterpartyNotAllowed'; list: 'allow' | 'block'; counterparty: NamedCounterparty }
  | { type: 'currencyNotAllowed'; currency: string; allowed: string[] }
  | { type: 'rateExceeded'; period: CountWindow; limit: number; actual: number }
  | { type: 'outsideHours'; localTime: string; timeZone: string; weekly: OpenHours[] }
  | { type: 'newCounterparty'; counterparty: NamedCounterparty }
  | {
      type: 'possibleDuplicate';
      /** Of a payment; a withdrawal has the other one. */
      earlierPaymentId?: PublicId<'pay'>;
      earlierTransferId?: PublicId<'trf'>;
      withinSeconds: number;
      /** Whether `intendedRepeat` lets it pass. */
      overridable: boolean;
    }
);

/** A broken rule as approvals keep it: whether the earlier payment or withdrawal that it names is another agent's. */
export type BrokenRule = RuleReason & { ofOtherAgent?: true };

/** How many payments a reason counts in a period, with this one. */
export type ReasonCount = { period: CountWindow; limit: number; actual: number };

/** What a reason counts, which is told in figures; null for a reason without figures. */
const countsIn: {
  readonly [T in RuleReason['type']]: ((reason: Extract<RuleReason, { type: T }>) => ReasonCount) | null;
} = {
  counterpartyNotAllowed: null,
  currencyNotAllowed: null,
  rateExceeded: (reason) => reason,
  outsideHours: null,
  newCounterparty: null,
  possibleDuplicate: null,
};

/** Returns what a reason counts. */
export function countOf(reason: RuleReason): ReasonCount | null {
  return countBy(reason.type, reason);
}

function countBy<T extends RuleReason['type']>(
  type: T,
  reason: Extract<RuleReason, { type: T }>,
): ReasonCount | null {
  const counted: ((of: typeof reason) => ReasonCount) | null = countsIn[type];
  return counted && counted(reason);
}

/**
 * The reasons of rules that refuse even what the owner of the rule has approved. While one of them holds, nobody can
 * approve.
 */
export const lastingReasons = ['counterpartyNotAllowed', 'currencyNotAllowed'] as const;
export type LastingReason = Extract<RuleReason, { type: (typeof lastingReasons)[number] }>;

/** A span of time that ends now, in which a rule counts payments. */
export type CountWindow = keyof typeof countWindows_ms;

/** In what span each rule counts payments, for what judges them and what shows how much is used; null if it counts none. */
export const countWindows = {
  counterparties: null,
  currencies: null,
  paymentsPerHour: 'hour',
  paymentsPerDay: 'day',
  hours: null,
  firstPaymentToNewPayee: null,
  duplicates: null,
} as const satisfies { [K in keyof Rules]: CountWindow | null };
export type CountingRule = {
  [K in keyof Rules]: (typeof countWindows)[K] extends null ? never : K;
}[keyof Rules];
export const countingRules = (Object.keys(countWindows) as Array<keyof Rules>).filter(
  (name): name is CountingRule => countWindows[name] !== null,
);

/** What rules look back at, by its name in the state and in the needs: what was paid before, and addresses of payees. */
export type LookBack = Recorded | 'addresses';

/** The part of it that what was paid before adds to. */
export type Recorded = keyof RecordedHistory;

/** What each rule looks back at. */
export const lookBacks = {
  counterparties: ['addresses'],
  currencies: [],
  paymentsPerHour: ['ruleCounters'],
  paymentsPerDay: ['ruleCounters'],
  hours: [],
  firstPaymentToNewPayee: ['knownPayees'],
  duplicates: ['purchases'],
} as const satisfies { [K in keyof Rules]: readonly LookBack[] };
export const ruleNames = Object.keys(lookBacks) as ReadonlyArray<keyof Rules>;

export function looksBackAt(rules: AgentRules | null, what: LookBack): boolean {
  const looks = (name: keyof Rules): boolean => (lookBacks[name] as readonly LookBack[]).includes(what);
  return rules !== null && ruleNames.some((name) => rules[name] && looks(name));
}
