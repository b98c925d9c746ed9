import { coveredCurrencies, limitNames, type Limits, limitsIn, noLimits } from '../engine/model/state.ts';
import type { Permission } from '../scopes.ts';

/** What a customer permits, or is asked to: what somebody may do, and up to what amounts. */
type Permitted = Limits & { permissions: readonly Permission[] };

/** Stands for the customer's default currency, which is not known before it accepts. */
export const itsOwn = '';

/** Returns whether somebody is permitted to pay with the customer's money. */
export function permitsPaying({ permissions }: Pick<Permitted, 'permissions'>): boolean {
  return permissions.includes('payments.create');
}

/**
 * Returns the most that a party and its agent may pay at once without an approval, in minor units: nothing if they are
 * permitted no payments. Null is any amount.
 */
export function mostAtOnce(permitted: Permitted): bigint | null {
  if (!permitsPaying(permitted)) return 0n;
  const covered = coveredCurrencies(permitted, itsOwn);
  if (!covered) return null;
  const most = covered.map((currency) => {
    const bounds = limitsIn(permitted, currency, itsOwn) ?? noLimits;
    const set = limitNames.map((name) => bounds[name]).filter((limit) => limit !== null);
    return set.reduce((least, limit) => (limit < least ? limit : least));
  });
  return most.reduce((largest, amount) => (amount > largest ? amount : largest), 0n);
}
