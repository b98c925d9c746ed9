import type { Id } from '../../lib/id.ts';
import { memoizeLast } from '../../lib/memoize-last.ts';
import { amountToJson, maxAmount } from '../../lib/money.ts';
import { addChangedCounter } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { ApprovalReason, Counter, LimitType } from '../model/records.ts';
import { isCounted, isLimited } from '../model/state.ts';
import type { Limits, State } from '../model/state.ts';

/** Limits that bound a payment or withdrawal. */
export type Limit = Limits & {
  /** Who set it, and so decides exceptions. */
  owner: Id<'pty'>;
  /** Whose spending counts per day and month; null where only single payments are limited. */
  spender: Id<'agt'> | Id<'pty'> | null;
  currency: string;
};

/** What one owner has to approve. */
export type Exceeded = { owner: Id<'pty'>; reasons: ApprovalReason[] };

/** What is to be spent, and when. */
export type Spending = { amount: bigint; currency: string; now: Date };

const day_ms = 86_400_000;

// Remembered, since for an agent's payment it is asked for many times: a quarter of its decision otherwise.
const textOfDay = memoizeLast((day: number) => new Date(day * day_ms).toISOString().slice(0, 10));

/** The UTC day that a time is in, as `2026-11-21`. */
export function dayOf(time: Date): string {
  return textOfDay(Math.floor(time.getTime() / day_ms));
}

/** The UTC month that a day is in, as `2026-11`. */
function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** What a counter says at a time not before its day: a day or month that is over counts no more. */
function spentAt(counter: Counter | undefined, time: Date): { inDay: bigint; inMonth: bigint } {
  const day = dayOf(time);
  return {
    inDay: counter?.day === day ? counter.spentInDay : 0n,
    inMonth: counter && monthOf(counter.day) === monthOf(day) ? counter.spentInMonth : 0n,
  };
}

/**
 * When something is spent that is asked for now: now, or at the beginning of the latest day in which one of those who
 * spend it has spent already. A counter knows one day, so whoever comes after the first payment of a day belongs to that
 * day, though it was sent before midnight, or by a server whose clock is behind.
 */
export function spendingTime(limits: readonly Limit[], now: Date, state: State): Date {
  let latest = dayOf(now);
  for (const { spender } of limits) {
    const day = spender && state.counters.get(spender)?.day;
    if (day && day > latest) latest = day;
  }
  return latest === dayOf(now) ? now : new Date(latest);
}

/**
 * The limits that this would exceed, by owner. An amount equal to a limit passes; a currency other than the limit's is
 * never covered by it, since no rate decides about money here.
 */
export function exceededLimits(limits: readonly Limit[], spending: Spending, state: State): Exceeded[] {
  const found: Exceeded[] = [];
  for (const limit of limits) {
    const reasons = exceeded(limit, spending, state);
    if (reasons.length === 0) continue;
    const ofOwner = found.find(({ owner }) => owner === limit.owner);
    if (ofOwner) ofOwner.reasons.push(...reasons);
    else found.push({ owner: limit.owner, reasons });
  }
  return found;
}

function exceeded(limit: Limit, { amount, currency, now }: Spending, state: State): ApprovalReason[] {
  if (!isLimited(limit)) return [];
  if (currency !== limit.currency) {
    return [{ type: 'currencyNotCovered', currency, limitCurrency: limit.currency }];
  }
  const reasons: ApprovalReason[] = [];
  const compare = (limitType: LimitType, bound: bigint | null, actual: bigint): void => {
    if (bound === null || actual <= bound) return;
    // The sum of a month may be more than JSON can say exactly; it is a limit's excess, not an amount to move.
    const shown = actual > maxAmount ? maxAmount : actual;
    const [limitAmount, actualAmount] = [amountToJson(bound), amountToJson(shown)];
    reasons.push({ type: 'limitExceeded', limitType, limitAmount, actualAmount, currency });
  };
  compare('perTransactionAmount', limit.perTransaction, amount);
  if (!limit.spender) return reasons;
  const spent = spentAt(state.counters.get(limit.spender), now);
  compare('dailyAmount', limit.perDay, spent.inDay + amount);
  compare('monthlyAmount', limit.perMonth, spent.inMonth + amount);
  return reasons;
}

/** Counts what was accepted, against every limit that counts. */
export function countSpending(
  limits: readonly Limit[],
  { amount, currency, now }: Spending,
  state: State,
  changes: Changes,
): void {
  for (const limit of limits) {
    if (!limit.spender || !isCounted(limit) || currency !== limit.currency) continue;
    const known = state.counters.get(limit.spender);
    const counter = known ?? newCounter(limit.spender, now);
    const { inDay, inMonth } = spentAt(counter, now);
    counter.day = dayOf(now);
    counter.spentInDay = inDay + amount;
    counter.spentInMonth = inMonth + amount;
    state.counters.set(limit.spender, counter);
    if (known) addChangedCounter(changes, counter);
    else changes.newCounters.add(counter);
  }
}

/**
 * Gives back what failed or was canceled, in the day and month in which it was counted where they are not over. A
 * counter that does not exist has no limit to serve.
 */
export function giveBack(
  spenders: ReadonlyArray<Pick<Limit, 'spender' | 'currency'>>,
  { amount, currency, now }: Spending,
  acceptedAt: Date,
  state: State,
  changes: Changes,
): void {
  for (const { spender, currency: counted } of spenders) {
    const counter = spender && state.counters.get(spender);
    if (!counter || currency !== counted) continue;
    const days = [dayOf(acceptedAt), dayOf(now), counter.day];
    if (new Set(days.map(monthOf)).size > 1) continue;
    counter.spentInMonth -= amount;
    if (new Set(days).size === 1) counter.spentInDay -= amount;
    addChangedCounter(changes, counter);
  }
}

function newCounter(ownerId: Counter['ownerId'], now: Date): Counter {
  return { ownerId, day: dayOf(now), spentInDay: 0n, spentInMonth: 0n };
}
