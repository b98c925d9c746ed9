import { codes } from '../../client/src/generated/api.ts';
import { format, money, type Money } from '../../client/src/money.ts';
import { misused } from './stop.ts';
import { clean } from './text.ts';

const signs: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/**
 * Reads an amount as people write it: `12.50 USD`, as one word or two. Throws a usage error with the right spelling for
 * everything that could mean something else: a guess could pay a hundred times as much.
 */
export function readAmount(words: readonly string[]): Money {
  const text = clean(words.join(' ')).trim();
  const [, digits = '', currency = ''] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (currency !== '' && decimalsOf(currency) !== null) {
    try {
      return money(digits, currency);
    } catch {
      throw misused(`\`${text}\` can be misread. ${adviceOn(digits, currency)}`);
    }
  }
  const { number, code, signed } = partsOf(text);
  if (code === null) throw misused(`Say the currency too: ${suggestions(number, 'USD')[0] ?? '12.50 USD'}.`);
  if (decimalsOf(code) === null)
    throw misused(`\`${code}\` is no currency that this version knows: write one such as USD.`);
  const others = signed !== null && signed !== code ? suggestions(number, signed) : [];
  throw misused(`\`${text}\` can be misread. ${adviceOn(number, code, others)}`);
}

/** Reads an amount that is to move: more than nothing. */
export function readSum(words: readonly string[]): Money {
  const sum = readAmount(words);
  if (sum.amount === 0) throw misused(`${format(sum)} is nothing: write an amount that is more.`);
  return sum;
}

function decimalsOf(currency: string): number | null {
  const [digits] = Object.entries(codes).find(([, each]) => each.split(' ').includes(currency)) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Returns the number, the currency by its code or sign, and the one that the sign stands for. */
function partsOf(text: string): { number: string; code: string | null; signed: string | null } {
  const [sign] = /[$€£¥]/.exec(text) ?? [];
  const [letters] = /[A-Za-z]{3}/.exec(text) ?? [];
  const signed = sign === undefined ? null : (signs[sign] ?? null);
  const code = letters?.toUpperCase() ?? signed;
  return { number: text.replaceAll(/[A-Za-z]{3}|[\s$€£¥]/g, ''), code, signed };
}

function adviceOn(number: string, currency: string, others: readonly string[] = []): string {
  const found = [...suggestions(number, currency), ...others];
  const decimals = decimalsOf(currency) ?? 2;
  const rule = `${currency} has ${decimals === 0 ? 'no' : decimals} decimals`;
  return found.length === 0
    ? `${rule}: write an amount such as ${format({ amount: 12 * 10 ** decimals, currency })}.`
    : `Write ${found.join(' or ')}.`;
}

/** Returns what the text can mean, each in its one spelling. */
function suggestions(number: string, currency: string): string[] {
  const decimals = decimalsOf(currency) ?? 2;
  const readings = new Set<string>();
  const [, mantissa = '', zeros = ''] = /^(\d{1,6})[eE]\+?(\d)$/.exec(number) ?? [];
  if (mantissa !== '') readings.add(mantissa + '0'.repeat(Number(zeros)));
  const [, whole = '', separator = '', last = ''] = /^(.*?)(?:([.,'])(\d*))?$/.exec(number) ?? [];
  const units = whole.replaceAll(/[.,'_]/g, '');
  const isGrouped = separator !== '' && whole.includes(separator); // as in 1.000.000, which has no decimals
  if (/^\d+$/.test(units)) {
    const isThousands = last.length === 3 && (separator !== '.' || isGrouped || last.endsWith('0'));
    if (last === '' || (isThousands && !units.startsWith('0'))) readings.add(units + last);
    if (last !== '' && last.length <= decimals && !isGrouped)
      readings.add(`${units}.${last.padEnd(decimals, '0')}`);
    if (last.length === decimals + 1 && last.endsWith('0') && !isGrouped)
      readings.add(`${units}.${last.slice(0, -1)}`);
  }
  return [...readings].flatMap((each) => {
    try {
      return [format(money(each, currency))];
    } catch {
      return [];
    }
  });
}
