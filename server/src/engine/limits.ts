import type { Id } from '../lib/id.ts';
import { rememberLast } from '../lib/remember-last.ts';
import { amountToJson, maxAmount } from '../lib/money.ts';
import type { Changes } from './changes.ts';
import type { ApprovalReason, Counter, LimitType } from './records.ts';
import { counterKey } from './state.ts';
import type { Limits, State } from './state.ts';

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

const periods = [
  { period: 'day', limitType: 'dailyAmount', limit: 'perDay' },
  { period: 'month', limitType: 'monthlyAmount', limit: 'perMonth' },
] as const;

const day_ms = 86_400_000;

// Remembered, since for an agent's payment it is asked for ten times: a quarter of its decision otherwise.
const startsOfDay = rememberLast((dayNumber: number): Record<Counter['period'], string> => {
  const day = new Date(dayNumber * day_ms).toISOString().slice(0, 10);
  return { day, month: `${day.slice(0, 7)}-01` };
});

/** The first day of the UTC day or month that a time is in, as `2026-11-21`. */
export function startOf(period: Counter['period'], time: Date): string {
  return startsOfDay(Math.floor(time.getTime() / day_ms))[period];
}

/**
 * The limits that this would exceed, by owner. An amount equal to a limit passes; a currency other than the limit's is
 * never covered by it, since no rate decides about money here.
 */
export function exceededLimits(limits: readonly Limit[], spending: Spending, state: State): Exceeded[] {
  const byOwner = new Map<Id<'pty'>, ApprovalReason[]>();
  for (const limit of limits) {
    const reasons = exceeded(limit, spending, state);
    if (reasons.length > 0) byOwner.set(limit.owner, [...(byOwner.get(limit.owner) ?? []), ...reasons]);
  }
  return [...byOwner].map(([owner, reasons]) => ({ owner, reasons }));
}

function exceeded(limit: Limit, { amount, currency, now }: Spending, state: State): ApprovalReason[] {
  if (limit.perTransaction === null && !isCounted(limit)) return [];
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
  for (const { period, limitType, limit: name } of periods) {
    const spent = counterOf(limit.spender, period, now, state)?.spent ?? 0n;
    compare(limitType, limit[name], spent + amount);
  }
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
    for (const { period } of periods) {
      const counter = counterOf(limit.spender, period, now, state) ?? newCounter(limit.spender, period, now);
      state.counters.set(counterKey(counter), counter);
      counter.spent += amount;
      changes.counters.add(counter);
    }
  }
}

/**
 * Gives back what failed or was canceled, in the periods in which it was counted and that are not over. A counter that
 * does not exist has no limit to serve.
 */
export function giveBack(
  spenders: ReadonlyArray<Pick<Limit, 'spender' | 'currency'>>,
  { amount, currency, now }: Spending,
  acceptedAt: Date,
  state: State,
  changes: Changes,
): void {
  for (const { spender, currency: counted } of spenders) {
    if (!spender || currency !== counted) continue;
    for (const { period } of periods) {
      const counter = counterOf(spender, period, now, state);
      if (!counter || startOf(period, acceptedAt) !== counter.startsOn) continue;
      counter.spent -= amount;
      changes.counters.add(counter);
    }
  }
}

function isCounted(limit: Limits): boolean {
  return limit.perDay !== null || limit.perMonth !== null;
}

function counterOf(ownerId: Counter['ownerId'], period: Counter['period'], now: Date, state: State) {
  return state.counters.get(counterKey({ ownerId, period, startsOn: startOf(period, now) }));
}

function newCounter(ownerId: Counter['ownerId'], period: Counter['period'], now: Date): Counter {
  return { tid: null, ownerId, period, startsOn: startOf(period, now), spent: 0n };
}
