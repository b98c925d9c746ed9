import { UsageError } from './errors.ts';
import { codes } from './generated/api.ts';

/** An amount in minor units of its currency: 1250 is 12.50 USD. */
export type Money = { amount: number; currency: string };

/** Returns the decimals of a currency. Throws `UsageError` for one that is unknown: two would be a guess. */
function decimalsOf(currency: string): number {
  const [digits] = Object.entries(codes).find(([, each]) => each.split(' ').includes(currency)) ?? [];
  if (digits === undefined)
    throw new UsageError(
      `This version of the library does not know the currency ${currency}: take one such as USD.`,
    );
  return Number(digits);
}

/**
 * Returns an amount as people write it, such as `12.50`, in minor units: a text with a point and either all decimals of the
 * currency or none. Throws `UsageError` for every other spelling, and for numbers: a float is no amount.
 */
export function money(text: string, currency: string): Money {
  const digits = decimalsOf(currency);
  const [, whole = '', decimals = ''] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text) ?? [];
  const amount = Number(whole + decimals.padEnd(digits, '0'));
  if (
    typeof text !== 'string' ||
    whole === '' ||
    (text.includes('.') && decimals.length !== digits) ||
    !Number.isSafeInteger(amount)
  )
    throw new UsageError(
      `An amount in ${currency} is a text such as '${format({ amount: 10 ** digits * 12, currency }).split(' ')[0]}'.`,
    );
  return { amount, currency };
}

/** Returns an amount for people, as in `1234.50 USD`. The digits never pass through a float. */
export function format({ amount, currency }: Money): string {
  if (!Number.isSafeInteger(amount)) throw new UsageError('An amount is a whole number of minor units.');
  const digits = decimalsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return `${amount < 0 ? '-' : ''}${whole} ${currency}`;
}
