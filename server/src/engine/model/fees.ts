import { maxAmount } from '../../lib/money.ts';
import type { Id } from '../../lib/id.ts';

export const feeKinds = ['payment', 'withdrawal'] as const;
export type FeeKind = (typeof feeKinds)[number];

/** A fixed part in minor units, and a part of the amount in basis points (hundredths of a percent). */
export type FeeTerms = { fixed: number; basisPoints: number };

/** What the operator charges, by currency, and the accounts that fees go to, which stay when a fee is removed. */
export type Fees = { [K in FeeKind]?: Record<string, FeeTerms> } & { accounts: Record<string, Id<'wal'>> };

/** The rail of the accounts that fees go to. They are clearing accounts at zero or above. */
export const feeRail = 'fees';

/** The rail of the accounts that say what the operator has lost. No bank knows them. */
export const lossRail = 'losses';

/**
 * Returns the fee for an amount (minor units): the fixed part, and the basis points rounded half to even. Null if there
 * is none.
 */
export function feeFor(fees: Fees | null, kind: FeeKind, amount: bigint, currency: string): bigint | null {
  const terms = fees?.[kind]?.[currency];
  if (!terms) return null;
  const fee = BigInt(terms.fixed) + partOf(amount, BigInt(terms.basisPoints));
  if (fee === 0n) return null;
  return fee > maxAmount ? maxAmount : fee; // more than any wallet has beside the amount
}

/** Returns the largest amount that `available` pays together with its fee, both in minor units. */
export function largestWithFee(
  fees: Fees | null,
  kind: FeeKind,
  available: bigint,
  currency: string,
): bigint {
  const costs = (amount: bigint): bigint => amount + (feeFor(fees, kind, amount, currency) ?? 0n);
  if (costs(available) <= available) return available;
  let [fits, tooMuch] = [0n, available];
  while (tooMuch - fits > 1n) {
    const middle = (fits + tooMuch) / 2n;
    if (costs(middle) <= available) fits = middle;
    else tooMuch = middle;
  }
  return fits;
}

const whole = 10_000n; // basis points

function partOf(amount: bigint, basisPoints: bigint): bigint {
  const product = amount * basisPoints;
  const floor = product / whole;
  const twice = (product % whole) * 2n;
  return twice > whole || (twice === whole && floor % 2n === 1n) ? floor + 1n : floor;
}
