import type { Id } from '../../lib/id.ts';
import { maxAmount } from '../../lib/money.ts';
import { largestWithFee } from '../model/fees.ts';
import { countingRules, countWindows, type CountWindow } from '../model/agent-rules.ts';
import { counterKey } from '../model/records.ts';
import { coveredCurrencies, limitNames, limitsIn, noLimits, pairKey, type State } from '../model/state.ts';
import { refusalIfFrozen, spenderBounds } from './authority.ts';
import { brokenRules } from './broken-rules.ts';
import { countedBy, endOf, exceededLimits, type Limit, spentAt } from './limits.ts';
import { leavesAt, paymentsIn, type RuleSet } from './rule-history.ts';
import { available, cannotSpend, payingWallet } from './wallets.ts';

// How much is used of what bounds payments, by the functions that decide about them.

/** What a limit is about: one payment, or what counts in a period. */
export const limitWindows = [...limitNames, ...countingRules] as const;

/** How much of a limit is used: minor units of the currency or, where that is null, payments. */
export type Used = {
  window: (typeof limitWindows)[number];
  currency: string | null;
  limit: bigint;
  /** Null where nothing adds up: one payment. */
  used: bigint | null;
  /** When all that is used, or the oldest of it, no longer counts; null if nothing is used that would. */
  resetsAt: Date | null;
};

/** When the oldest payments were made that a rule counts at the moment; null if there are none. */
export type OldestCounted = { readonly [W in CountWindow]: Date | null };

/** Returns what a limit still allows: nothing, if it was lowered below what is used. */
export function leftOf({ limit, used }: Pick<Used, 'limit' | 'used'>): bigint {
  const left = limit - (used ?? 0n);
  return left > 0n ? left : 0n;
}

/** Returns how much of what limits bound is used at a time, by currency, then in the order of `limitWindows`. */
export function usedOf(limit: Limit, state: Pick<State, 'counters'>, now: Date): Used[] {
  const covered = coveredCurrencies(limit, limit.defaultCurrency) ?? [];
  return covered.flatMap((currency) => usedIn(currency, limit, state, now));
}

function usedIn(currency: string, limit: Limit, { counters }: Pick<State, 'counters'>, now: Date): Used[] {
  const bounds = limitsIn(limit, currency, limit.defaultCurrency) ?? noLimits;
  const counted = countedBy(limit, currency, bounds);
  const { inDay, inMonth } = spentAt(counted ? counters.get(counterKey(counted)) : undefined, now);
  const all: Array<Omit<Used, 'limit' | 'currency'> & { limit: bigint | null }> = [
    { window: 'perTransaction', limit: bounds.perTransaction, used: null, resetsAt: null },
    { window: 'perDay', limit: bounds.perDay, used: inDay, resetsAt: endOf('day', now) },
    { window: 'perMonth', limit: bounds.perMonth, used: inMonth, resetsAt: endOf('month', now) },
  ];
  return all.flatMap(({ limit: bound, ...used }) =>
    bound === null ? [] : [{ ...used, currency, limit: bound }],
  );
}

/** Returns the same of the rules that count payments. */
export function usedOfRules(
  { rules, agentId, owner }: RuleSet,
  { ruleCounters }: Pick<State, 'ruleCounters'>,
  oldest: OldestCounted,
  now: Date,
): Used[] {
  const counter = ruleCounters.get(pairKey(agentId, owner));
  return countingRules.flatMap((window) => {
    const rule = rules[window];
    if (!rule) return [];
    const length = countWindows[window];
    const used = paymentsIn(length, counter, now);
    const first = oldest[length];
    const resetsAt = used > 0n && first ? leavesAt(length, first) : null;
    return [{ window, currency: null, limit: BigInt(rule.max), used, resetsAt }];
  });
}

/** An agent that may spend, of its own party. */
type Spender = { partyId: Id<'pty'>; agentId: Id<'agt'> };

/**
 * Returns the largest amount in a currency that a payment of the agent from its party's wallet may have at a time, from the
 * wallet that pays if none is named, whoever is paid: no more than limits leave and, unless `seesFunds` is false, than is
 * there, with the fee. It is 0 if no payment passes. Null if nothing bounds it that is to be seen.
 */
export function spendable(
  { partyId, agentId }: Spender,
  currency: string,
  state: State,
  now: Date,
  seesFunds: boolean,
): bigint | null {
  const agent = { partyId, agentId };
  if (state.agents.get(agentId)?.status !== 'ACTIVE' || refusalIfFrozen(agent, partyId, state)) return 0n;
  const { limits, ruleSets } = spenderBounds(agent, partyId, state);
  // What no amount passes: limits that do not cover the currency, or are used up.
  if (exceededLimits(limits, { amount: 0n, currency, now }, state).length > 0) return 0n;
  // Without a destination, only those rules are broken that no payment keeps.
  const ruled = { currency, now, to: null, purchase: null };
  if (ruleSets.some((ruleSet) => brokenRules(ruleSet, ruled, state).length > 0)) return 0n;
  const left = limits
    .flatMap((limit) => usedOf(limit, state, now))
    .filter((used) => used.currency === currency)
    .map(leftOf);
  if (seesFunds) left.push(payableNow(agent, currency, state));
  return left.length === 0 ? null : left.reduce((least, each) => (each < least ? each : least), maxAmount);
}

/** Returns the largest amount that the wallet which pays has for a payment and its fee. */
function payableNow({ partyId, agentId }: Spender, currency: string, state: State): bigint {
  const wallet = payingWallet(state, { partyId, currency, agentId, walletId: null });
  if (typeof wallet === 'string') return 0n;
  const there = cannotSpend(state, wallet, 1n) === null ? available(wallet) : 0n;
  return largestWithFee(state.fees, 'payment', there, currency);
}
