import { codes } from '../../client/src/generated/api.ts';
import { format, money, type Money } from '../../client/src/money.ts';
import { misused } from './stop.ts';

const signs: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/**
 * Reads an amount as people write it: `12.50 USD`, as one word or two. Throws a usage error with the right spelling for
 * everything that could mean something else: a guess could pay a hundred times as much.
 */
export function readAmount(words: readonly string[]): Money {
  const text = words.join(' ').trim();
  const [, digits = '', currency = ''] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (currency !== '' && decimalsOf(currency) !== null) {
    try {
      return money(digits, currency);
    } catch {
      throw misused(`\`${text}\` can be misread. ${adviceOn(digits, currency)}`);
    }
  }
  const { number, code } = partsOf(text);
  if (code === null) throw misused(`Say the currency too: ${suggestions(number, 'USD')[0] ?? '12.50 USD'}.`);
  if (decimalsOf(code) === null)
    throw misused(`\`${code}\` is no currency that this version knows: write one such as USD.`);
  throw misused(`\`${text}\` can be misread. ${adviceOn(number, code)}`);
}

function decimalsOf(currency: string): number | null {
  const [digits] = Object.entries(codes).find(([, each]) => each.split(' ').includes(currency)) ?? [];
  return digits === undefined ? null : Number(digits);
}

function partsOf(text: string): { number: string; code: string | null } {
  const [sign] = /[$€£¥]/.exec(text) ?? [];
  const [letters] = /[A-Za-z]{3}/.exec(text) ?? [];
  const code = letters?.toUpperCase() ?? (sign === undefined ? null : (signs[sign] ?? null));
  return { number: text.replaceAll(/[A-Za-z]{3}|[\s$€£¥]/g, ''), code };
}

function adviceOn(number: string, currency: string): string {
  const found = suggestions(number, currency);
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
  if (/^\d+$/.test(units)) {
    if (last === '' || (last.length === 3 && separator !== '.')) readings.add(units + last);
    if (last !== '' && last.length <= decimals) readings.add(`${units}.${last.padEnd(decimals, '0')}`);
    if (last.length === decimals + 1 && last.endsWith('0')) readings.add(`${units}.${last.slice(0, -1)}`);
  }
  return [...readings].flatMap((each) => {
    try {
      return [format(money(each, currency))];
    } catch {
      return [];
    }
  });
}
