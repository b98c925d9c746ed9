import { codes } from '../../client/src/generated/api.ts';
import { format } from '../../client/src/money.ts';

/** Characters that steer a terminal, turn the direction of reading, or are not seen. Others' texts may contain them. */
const unseen = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Returns a text on one line, with nothing in it that a terminal obeys. */
export const clean = (text: string): string =>
  text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').replaceAll(unseen, '\u{FFFD}');

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns how many columns a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const each of text) if (!/\p{Mn}/u.test(each)) width += wide.test(each) ? 2 : 1;
  return width;
}

/** Returns a text that is at most this wide. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const each of text) {
    if (widthOf(kept + each) > width - 1) break;
    kept += each;
  }
  return `${kept.trimEnd()}…`;
}

/** Returns a text in lines of at most this width, broken between words where that is possible. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

export const padded = (text: string, width: number, isRight: boolean): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? space + text : text + space;
};

/** Returns an amount for people; of a currency that this program does not know, the minor units. */
export function amountText(amount: number, currency: string): string {
  const isKnown = Object.values(codes).some((each) => each.split(' ').includes(currency));
  return isKnown ? format({ amount, currency }) : `${amount} minor units of ${clean(currency)}`;
}

const units: ReadonlyArray<[seconds: number, name: string]> = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Returns a time for people: how long ago, up to a week; otherwise its date and time. */
export function timeText(iso: string, now = Date.now()): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return clean(iso);
  const ago_s = Math.floor((now - time) / 1000);
  if (ago_s > 7 * 86_400 || ago_s < -5) return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  for (const [seconds, name] of units)
    if (ago_s >= seconds) return `${Math.floor(ago_s / seconds)} ${name} ago`;
  return 'just now';
}

/** Returns an address of the API as a word of the command line: `createdAfter` is `created-after`. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** Returns words as a shell reads them back. */
export const quoted = (words: readonly string[]): string =>
  words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');

/** Returns `2 payments`, `1 payment`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns a text, a number or a truth as text; nothing for what has no text. */
export const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
