import { codes } from '../../client/src/generated/api.ts';
import { format } from '../../client/src/money.ts';

/** Characters that steer a terminal, turn the direction of reading, or are not seen, except the styles of emoji. */
const unseen = /(?![\uFE0E\uFE0F])[\p{Cc}\p{DI}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Returns a text on one line, with nothing in it that a terminal obeys. */
export const clean = (text: string): string =>
  text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').replaceAll(unseen, '\u{FFFD}');

/** Returns lines that a terminal only shows: of what steers it, line breaks, tabs and the colours of this program stay. */
export const inert = (lines: string): string =>
  lines.replaceAll(/\p{Cc}\[\d{1,2}m|(?![\uFE0E\uFE0F])[\p{Cc}\p{DI}\u2028\u2029\uFFF9-\uFFFB]/gu, (found) =>
    /^[\t\n]$/.test(found) || (found.length > 1 && found.startsWith('\u001B')) ? found : '\u{FFFD}',
  );

/** Returns JSON that says the same without a character that a terminal obeys: each is escaped. */
export const escaped = (json: string): string =>
  json.replaceAll(unseen, (found) =>
    found === '\n'
      ? found
      : Array.from({ length: found.length }, (_each, index) => found.charCodeAt(index))
          .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
          .join(''),
  );

/** Returns a value as JSON that is safe on a terminal: on several lines for people, on one in a stream. */
export const jsonOf = (value: unknown, isOneLine = false): string =>
  escaped(JSON.stringify(value, null, isOneLine ? undefined : 2));

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
