import type { Id } from '../../lib/id.ts';
import { memoizeLast } from '../../lib/memoize-last.ts';
import { amountToJson, maxAmount } from '../../lib/money.ts';
import { addChangedCounter, type Changes } from '../model/changes.ts';
import {
  type ApprovalReason,
  type Counter,
  type CounterId,
  counterKey,
  type KeptReason,
  type LimitType,
} from '../model/records.ts';
import {
  type AmountLimits,
  coveredCurrencies,
  isAmountCounted,
  type Limits,
  limitsIn,
  type State,
} from '../model/state.ts';

/** What limits and rules are set on: an agent, by its party; a party; or a customer's grant to an agent. */
export type SetOn = 'agent' | 'party' | 'grant';

/** The limits that one owner sets on a payment or withdrawal. */
export type Limit = Limits & {
  setOn: SetOn;
  /** The party that set them, and therefore decides about exceptions. */
  owner: Id<'pty'>;
  /** Whose spending counts per day and month; null if only single payments are limited. With `owner`, names the counter. */
  spender: Id<'agt'> | Id<'pty'> | null;
  /** Of the owner: that of the limits beside `currencyLimits`. */
  defaultCurrency: string;
};

/** What one owner's limits and rules do not allow: it has to approve, or its rules refuse. */
export type Breach = {
  owner: Id<'pty'>;
  reasons: KeptReason[];
  /** Whether one of them is set on a party or a grant, not on the agent. */
  ofParty: boolean;
};

/** An amount (minor units) that is to be spent, and the time at which it counts. */
export type Spending = { amount: bigint; currency: string; now: Date };

const day_ms = 86_400_000;

// Memoized: an agent's payment needs it many times, which would take a quarter of the decision's time.
const textOfDay = memoizeLast((day: number) => new Date(day * day_ms).toISOString().slice(0, 10));

/** Returns the UTC day of a time, as `2026-11-21`. */
export function dayOf(time: Date): string {
  return textOfDay(Math.floor(time.getTime() / day_ms));
}

/** Returns the month of a day, as `2026-11`. */
function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Returns what a counter says at a time on or after its day: zero for a day or month that is over, or without one. */
export function spentAt(counter: Counter | undefined, time: Date): { inDay: bigint; inMonth: bigint } {
  const day = dayOf(time);
  return {
    inDay: counter?.day === day ? counter.spentInDay : 0n,
    inMonth: counter && monthOf(counter.day) === monthOf(day) ? counter.spentInMonth : 0n,
  };
}

/** Returns when the day or the month of a time ends: from then on, `spentAt` says zero again. */
export function endOf(period: 'day' | 'month', time: Date): Date {
  if (period === 'day') return new Date((Math.floor(time.getTime() / day_ms) + 1) * day_ms);
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
}

/**
 * Returns the limits that the spending would exceed, by owner. An amount equal to a limit passes. A limit never covers
 * another currency than its own, since no exchange rate decides about money here.
 */
export function exceededLimits(
  limits: readonly Limit[],
  spending: Spending,
  state: Pick<State, 'counters'>,
): Breach[] {
  const found: Breach[] = [];
  for (const limit of limits) {
    const reasons = kept(exceeded(limit, spending, state), limit);
    if (reasons.length === 0) continue;
    breachOf(limit, found).reasons.push(...reasons);
  }
  return found;
}

/** Returns the breach of the owner of a limit or rule, which exceeds it; adds one if there is none yet. */
export function breachOf({ owner, setOn }: Pick<Limit, 'owner' | 'setOn'>, found: Breach[]): Breach {
  let breach = found.find((each) => each.owner === owner);
  if (!breach) found.push((breach = { owner, reasons: [], ofParty: false }));
  breach.ofParty ||= setOn !== 'agent';
  return breach;
}

/** Returns reasons as an approval keeps them: marked, if the limit or rule is set on a grant. */
export function kept(reasons: readonly KeptReason[], { setOn }: { setOn: SetOn }): KeptReason[] {
  return setOn === 'grant' ? reasons.map((reason) => ({ ...reason, onGrant: true })) : [...reasons];
}

function exceeded(
  limit: Limit,
  { amount, currency, now }: Spending,
  state: Pick<State, 'counters'>,
): ApprovalReason[] {
  const bounds = limitsIn(limit, currency, limit.defaultCurrency);
  if (!bounds) {
    const limitCurrencies = coveredCurrencies(limit, limit.defaultCurrency) ?? [];
    return [{ type: 'currencyNotCovered', currency, limitCurrencies }];
  }
  const reasons: ApprovalReason[] = [];
  const compare = (limitType: LimitType, bound: bigint | null, actual: bigint): void => {
    if (bound === null || actual <= bound) return;
    // The sum of a month may exceed what JSON represents exactly; it is only shown, never moved.
    const shown = actual > maxAmount ? maxAmount : actual;
    const [limitAmount, actualAmount] = [amountToJson(bound), amountToJson(shown)];
    reasons.push({ type: 'limitExceeded', limitType, limitAmount, actualAmount, currency });
  };
  compare('perTransactionAmount', bounds.perTransaction, amount);
  const counter = countedBy(limit, currency, bounds);
  if (!counter) return reasons;
  const spent = spentAt(state.counters.get(counterKey(counter)), now);
  compare('dailyAmount', bounds.perDay, spent.inDay + amount);
  compare('monthlyAmount', bounds.perMonth, spent.inMonth + amount);
  return reasons;
}

/** Adds accepted spending to the counters of all spenders with a limit per day or month. */
export function countSpending(
  limits: readonly Limit[],
  { amount, currency, now }: Spending,
  state: Pick<State, 'counters'>,
  changes: Pick<Changes, 'newCounters' | 'changedCounters'>,
): void {
  for (const limit of limits) {
    const counted = countedBy(limit, currency);
    if (!counted) continue;
    const key = counterKey(counted);
    const loaded = state.counters.get(key);
    const counter = loaded ?? { ...counted, day: dayOf(now), spentInDay: 0n, spentInMonth: 0n };
    const { inDay, inMonth } = spentAt(counter, now);
    counter.day = dayOf(now);
    counter.spentInDay = inDay + amount;
    counter.spentInMonth = inMonth + amount;
    state.counters.set(key, counter);
    if (loaded) addChangedCounter(changes, counter);
    else changes.newCounters.add(counter);
  }
}

/**
 * Subtracts failed or canceled spending from the day and month in which it was counted, if they are not over. Where there
 * is no counter, there is no limit per day or month.
 */
export function subtractFromCounters(
  counters: readonly CounterId[],
  { amount, now }: Pick<Spending, 'amount' | 'now'>,
  acceptedAt: Date,
  state: State,
  changes: Changes,
): void {
  for (const counted of counters) {
    const counter = state.counters.get(counterKey(counted));
    if (!counter) continue;
    const days = [dayOf(acceptedAt), dayOf(now), counter.day];
    if (new Set(days.map(monthOf)).size > 1) continue;
    counter.spentInMonth -= amount;
    if (new Set(days).size === 1) counter.spentInDay -= amount;
    addChangedCounter(changes, counter);
  }
}

/** Returns the counter of limits in a currency; null if they count nothing there. */
export function countedBy(
  limit: Limit,
  currency: string,
  bounds: AmountLimits | null = limitsIn(limit, currency, limit.defaultCurrency),
): CounterId | null {
  const { spender: spenderId, owner: ownerPartyId } = limit;
  return spenderId && bounds && isAmountCounted(bounds) ? { spenderId, ownerPartyId, currency } : null;
}
