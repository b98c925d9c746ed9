import { readAmount } from './amounts.ts';
import { limitText, type Row } from './columns.ts';
import type { Context, Flag, Given } from './command.ts';

const windows = { perTransaction: 'a payment', perDay: 'a UTC day', perMonth: 'a UTC month' } as const;
/** What limits are of, in words. */
export const limitNames: Readonly<Record<string, string>> = windows;
type Window = keyof typeof windows;
const names = Object.keys(windows) as Window[];

/** Flags for limits of an agent: an amount with its currency, or `none`. */
export const limitFlags: readonly Flag[] = [
  {
    name: 'per-transaction',
    value: 'amount',
    about: 'at most this much a payment, as "100.00 USD"; none: without this limit',
  },
  { name: 'per-day', value: 'amount', about: 'at most this much a UTC day' },
  { name: 'per-month', value: 'amount', about: 'at most this much a UTC month' },
];

/** Returns the limits that flags name, as the API takes them; null if there are none. The default currency is the party's. */
export async function limitsFrom({ purser }: Pick<Context, 'purser'>, flags: Given): Promise<Row | null> {
  const given = names.filter((name) => flags[name] !== undefined);
  if (given.length === 0) return null;
  const { defaultCurrency } = await purser.party.get();
  const limits: Record<string, unknown> = {};
  const others: Record<string, Record<string, number>> = {};
  for (const name of given) {
    const text = String(flags[name]);
    if (text === 'none') {
      limits[name] = null;
      continue;
    }
    const { amount, currency } = readAmount([text]);
    if (currency === defaultCurrency) limits[name] = amount;
    else (others[currency] ??= {})[name] = amount;
  }
  return { ...limits, ...(Object.keys(others).length > 0 && { currencies: others }) };
}

/** Returns limits in words, one a line: of the default currency, and of others. */
export function limitLines(limits: Row | null, currency: string | null): Array<[string, string]> {
  if (limits === null) return [['limits', 'none: it spends what the wallets have']];
  const { currencies = {}, ...own } = limits as Row & { currencies?: Record<string, Row> };
  return [[currency, own] as const, ...Object.entries(currencies)].flatMap(([code, each]) =>
    names.flatMap((name): Array<[string, string]> =>
      typeof each[name] === 'number' ? [[windows[name], limitText(each[name], code)]] : [],
    ),
  );
}
