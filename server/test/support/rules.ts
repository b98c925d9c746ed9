import type {
  AgentRules,
  lookBacks,
  Recorded,
  RuleReason,
  Rules,
} from '../../src/engine/model/agent-rules.ts';
import type { longestLookBacks } from '../../src/engine/model/rule-history.ts';
import { usualGuard } from '../../src/terms/rules.ts';

/** What a rule looks back at that is recorded. */
type Looked<Name extends keyof Rules> = Extract<(typeof lookBacks)[Name][number], Recorded>;

/** A rule as clients set it, once so that a payment breaks it, once so that the payments of a test keep to it. */
type RuleExample<Name extends keyof Rules> = {
  /** Broken by small payments to the payee; `onBreach` is added. */
  broken: (payee: { type: 'party_id'; value: string }) => object;
  /** How many of these payments pass, and the reason why the next one does not. */
  passes: number;
  reason: RuleReason['type'];
  /** What usage shows of it then: that nothing is spendable, whoever is paid; and how many payments it counts. */
  stopsAll: boolean;
  isCounted: boolean;
  /** Whom the payments pay, by their number, if not all of them the same payee. */
  payees?: (number: number) => object;
  /** What becomes of its history when it is removed, seen when it is set again; null if it looks back at nothing paid. */
  onceRemoved: Looked<Name> extends never ? null : 'deleted' | 'kept';
  /** After how many seconds these payments no longer count; null if it looks back at nothing paid, or for ever. */
  passesAgainAfter: (typeof longestLookBacks)[Looked<Name>] extends null ? null : number;
  /** Kept by two payments in USD to one payee in an hour; `onBreach` is added. */
  kept: object;
};

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const inTwoDays = () => weekdays[(new Date().getUTCDay() + 2) % 7];

/** An example of every rule, for all tests that go through the rules. */
export const ruleExamples: { readonly [K in keyof Rules]: RuleExample<K> } = {
  counterparties: {
    broken: (payee) => ({ block: [payee] }),
    passes: 0,
    reason: 'counterpartyNotAllowed',
    stopsAll: false,
    isCounted: false,
    onceRemoved: null,
    passesAgainAfter: null,
    kept: { block: [{ type: 'email', value: 'two@example.com' }] },
  },
  currencies: {
    broken: () => ({ allow: ['EUR'] }),
    passes: 0,
    reason: 'currencyNotAllowed',
    stopsAll: true,
    isCounted: false,
    onceRemoved: null,
    passesAgainAfter: null,
    kept: { allow: ['USD'] },
  },
  paymentsPerHour: {
    broken: () => ({ max: 1 }),
    passes: 1,
    reason: 'rateExceeded',
    stopsAll: true,
    isCounted: true,
    onceRemoved: 'deleted',
    passesAgainAfter: 3_600,
    kept: { max: 2 },
  },
  paymentsPerDay: {
    broken: () => ({ max: 2 }),
    passes: 2,
    reason: 'rateExceeded',
    stopsAll: true,
    isCounted: true,
    onceRemoved: 'deleted',
    passesAgainAfter: 86_400,
    kept: { max: 2 },
  },
  hours: {
    broken: () => ({ timeZone: 'UTC', weekly: [{ days: [inTwoDays()], from: '09:00', to: '10:00' }] }),
    passes: 0,
    reason: 'outsideHours',
    stopsAll: true,
    isCounted: false,
    onceRemoved: null,
    passesAgainAfter: null,
    kept: { timeZone: 'UTC', weekly: [{ days: weekdays, from: '00:00', to: '00:00' }] },
  },
  firstPaymentToNewPayee: {
    broken: () => ({}),
    passes: 0,
    reason: 'newCounterparty',
    stopsAll: false,
    isCounted: false,
    onceRemoved: 'kept',
    passesAgainAfter: null,
    kept: {},
  },
  duplicates: {
    broken: () => ({ withinSeconds: 600 }),
    passes: 1,
    reason: 'possibleDuplicate',
    stopsAll: false,
    isCounted: false,
    onceRemoved: 'kept',
    passesAgainAfter: 600,
    kept: { withinSeconds: 600, overridable: true },
  },
};

export const ruleNames = Object.keys(ruleExamples) as ReadonlyArray<keyof Rules>;

/** Rules that look back at everything that rules can look back at. */
export const everyRule: AgentRules = {
  ...Object.fromEntries(ruleNames.map((name) => [name, ruleExamples[name].kept])),
  duplicates: usualGuard,
};
