import { formatDecimal, parseDecimal } from '../../lib/money.ts';

/** Returns minor units as the decimal string that tools show and take. */
export function decimal(amount: number, currency: string): string {
  return formatDecimal({ amount: BigInt(amount), currency });
}

/** Returns a fee in the same way; null if there is none. */
export function feeOf(fee: number | null | undefined, currency: string): string | null {
  return fee ? decimal(fee, currency) : null;
}

/** Returns an amount that was checked as minor units. */
export function minorUnits(amount: string, currency: string): number {
  const read = parseDecimal(amount, currency);
  if (read === null) throw new RangeError('an amount that was not checked');
  return Number(read);
}
