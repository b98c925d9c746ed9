import type { Agent, AmountLimits, Delegation, Limits, Party } from './model/types.ts';
import { noLimits } from './world/party-groups.ts';

export const defaultCurrency = 'USD';

/** Returns limits in one currency. */
export function limitsOf(currency: string, limits: Partial<AmountLimits>): Limits {
  if (currency === defaultCurrency) return { ...noLimits, ...limits };
  return { ...noLimits, currencies: { [currency]: { ...noLimits, ...limits } } };
}

/** Returns limits in one currency together with limits in another one. */
export function mergeLimits(one: Limits, two: Limits): Limits {
  const dollars = limitsIn(one, defaultCurrency) ? one : two;
  return { ...dollars, currencies: { ...one.currencies, ...two.currencies } };
}

/** Returns limits as a request sets them, in place of all that were set before. */
export function limitsToJson({ currencies, ...limits }: Limits): object {
  const set = Object.entries(currencies ?? {}).map(([currency, within]) => [
    currency,
    Object.fromEntries(Object.entries(within).filter(([, bound]) => bound !== null)),
  ]);
  return { ...limits, currencies: set.length === 0 ? null : Object.fromEntries(set) };
}

/** Returns the limits in a currency; null if they do not cover it. */
function limitsIn({ currencies, ...dollars }: Limits, currency: string): AmountLimits | null {
  const within = currency === defaultCurrency ? dollars : currencies?.[currency];
  return within && Object.values(within).some((bound) => bound !== null) ? within : null;
}

/** Returns the amounts that limits set in a currency. */
export function boundsIn(limits: Limits, currency: string): number[] {
  return Object.values(limitsIn(limits, currency) ?? {}).filter((bound) => bound !== null);
}

function isLimited(limits: Limits): boolean {
  const currencies = [defaultCurrency, ...Object.keys(limits.currencies ?? {})];
  return currencies.some((currency) => limitsIn(limits, currency) !== null);
}

/** Whether limits put a transaction in review. `maybe` where that depends on concurrent spending. */
export type Review = {
  expected: 'no' | 'yes' | 'maybe';
  /** The parties that have to decide; null where that depends on concurrent spending. */
  deciders: readonly Party[] | null;
};

/** The party, agent and payer whose limits apply to a payment or withdrawal. */
export type Spender = {
  party: Party;
  agent: Agent | null;
  payer: Party;
  /** The payer's delegation to the party, where the payer is another party. */
  delegation: Delegation | null;
};

/** Returns the review that the limits require for an amount, as far as it does not depend on earlier spending. */
export function reviewOf(
  { party, agent, payer, delegation }: Spender,
  amount: number,
  currency: string,
): Review {
  const rules: Array<{ owner: Party; limits: Limits }> = [{ owner: party, limits: party.limits }];
  if (agent) rules.push({ owner: agent.party, limits: agent.limits });
  if (payer !== party) rules.push({ owner: payer, limits: payer.limits });
  if (delegation) rules.push({ owner: delegation.customer, limits: delegation.limits });
  const deciders = new Set<Party>();
  let dependsOnOthers = false;
  for (const { owner, limits } of rules) {
    if (!isLimited(limits)) continue;
    const within = limitsIn(limits, currency);
    if (!within || boundsIn(limits, currency).some((bound) => amount > bound)) deciders.add(owner);
    else if (within.perDay !== null || within.perMonth !== null) dependsOnOthers = true;
  }
  const known = dependsOnOthers ? null : [...deciders];
  if (deciders.size > 0) return { expected: 'yes', deciders: known };
  return { expected: dependsOnOthers ? 'maybe' : 'no', deciders: known };
}
