import { exponentOf } from './currencies.ts';

/** An amount in minor units of a currency (cents for USD). Never a float, never without its currency. */
export type Money = { amount: bigint; currency: string };

/** The largest amount, which every JSON parser represents exactly. */
export const maxAmount = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns an amount as a JSON number. Safe because the database limits every amount to `maxAmount`. */
export function amountToJson(amount: bigint): number {
  return Number(amount);
}

/**
 * Converts an integer that a schema has validated to an amount. Throws RangeError for any other number, which is a bug.
 */
export function parseAmount(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError('not an amount in minor units');
  return BigInt(value);
}

/**
 * Returns the minor units of an amount as people write it, such as `100.00`: digits, and after a point either all
 * decimals of the currency or none. Returns null for any other text, less than `least`, and more than `maxAmount`.
 */
export function parseDecimal(text: string, currency: string, least: 0n | 1n = 1n): bigint | null {
  const [, whole = '', decimals = ''] = /^([0-9]{1,16})(?:\.([0-9]+))?$/.exec(text) ?? [];
  const digits = exponentOf(currency);
  if (whole === '' || (text.includes('.') && decimals.length !== digits)) return null;
  const amount = BigInt(whole + decimals.padEnd(digits, '0'));
  return amount >= least && amount <= maxAmount ? amount : null;
}

/** Formats an amount as `parseDecimal` reads it, as in `1234.50`. */
export function formatDecimal({ amount, currency }: Money): string {
  const digits = exponentOf(currency);
  const minor = amount.toString().padStart(digits + 1, '0');
  return digits === 0 ? minor : `${minor.slice(0, -digits)}.${minor.slice(-digits)}`;
}

/** Formats an amount for people, as in `USD 1,234.50`. The digits never pass through a float. */
export function formatMoney({ amount, currency }: Money): string {
  const digits = exponentOf(currency); // the runtime's table follows common usage: it omits the decimals of IQD
  const decimal = formatDecimal({ amount, currency });
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimal as `${number}`).replace('\u00a0', ' ');
}
