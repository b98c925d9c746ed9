/** An amount in minor units of a currency (cents for USD). Never a float, never without its currency. */
export type Money = { amount: bigint; currency: string };

/** The largest amount: every JSON reader holds it exactly. */
export const maxAmount = BigInt(Number.MAX_SAFE_INTEGER);

/** The door out: an amount as a JSON number. Safe because the database bounds every amount by `maxAmount`. */
export function amountToJson(amount: bigint): number {
  return Number(amount);
}

/** The door in: the integer a schema let through. Throws RangeError on anything else: a fault of ours. */
export function parseAmount(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError('not an amount in minor units');
  return BigInt(value);
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Is this an ISO 4217 code, upper case, that the runtime knows? */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
