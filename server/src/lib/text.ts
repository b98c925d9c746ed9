import { domainToASCII } from 'node:url';
import { memoizeRecent } from './memoize-recent.ts';

// C0 and C1 controls and DEL: no name needs them, and some break terminals, logs or PostgreSQL (NUL).
const controls = String.raw`\x00-\x1f\x7f-\x9f`;

// What nobody sees, what changes the direction of text, and what Unicode has not assigned. No pattern of the OpenAPI
// document has it: the regex engines of clients write these classes differently, and a list would fill half a screen.
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
const seen = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The pattern of text without control characters, in a syntax that all common regex engines support. */
export const printablePattern = `^[^${controls}]*$`;
const printable = new RegExp(printablePattern, 'u');

/** Whether a text has no control characters and no lone surrogates. All other Unicode is allowed and kept unchanged. */
export function isPrintable(text: string): boolean {
  return printable.test(text) && text.isWellFormed();
}

/** The pattern of a name, in the same syntax: printable text that is not only spaces. */
export const namePattern = String.raw`^[^${controls}]*[^\s${controls}][^${controls}]*$`;

/** Whether a text is printable and has a character that a reader sees. */
export function isName(text: string): boolean {
  return isPrintable(text) && seen.test(text);
}

/** Whether a reader sees each character of a text, or the plain space that it is. */
export function isSeen(text: string): boolean {
  return !unseen.test(text) && !/[^\S ]/u.test(text);
}

const isPlain = /^[ -~]*$/;
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;
const lineEnds = /[\u2028\u2029]/gu;
// The first five marks above and below a letter, which is as many as names have, and all that follow.
const manyMarks = /((?:[\p{Mc}\p{Cf}]*[\p{Mn}\p{Me}]){5}[\p{Mc}\p{Cf}]*)(?:[\p{Mn}\p{Me}][\p{Mc}\p{Cf}]*)+/gu;

/**
 * Returns a client's text in a form that is safe within a line of our text: without characters that end the line or
 * change the direction of the following text, such as an amount, and with at most five marks on a letter, which draw over
 * no other line. The stored text keeps them.
 */
export function withinLine(text: string): string {
  if (isPlain.test(text)) return text;
  return text.replaceAll(directions, '').replaceAll(lineEnds, ' ').replaceAll(manyMarks, '$1');
}

// Nobody sees these: controls, and the characters with which text can be hidden or turned around.
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const spaces = /\s+/gu;

/** Returns what somebody sees of a text, as one line of at most `longest` characters, safe as `withinLine` makes it. */
export function seenLine(text: string, longest: number): string {
  const line = withinLine(text.replaceAll(spaces, ' ').replaceAll(hidden, '')).trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

const plainAddress = /^[\p{L}\p{N}._+-]+@[\p{L}\p{N}.-]+$/u;
const dotsInDomain = /(?<=\S)[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{Cf}])/gu;
const dotsOfNumbers = /\d+(?:\.\d+){3,}/g;

/**
 * Returns a client's text as `withinLine` does, and with a space in all of which a mail program would make a link to a
 * page. An address, of which it makes no such link, stays as it is.
 */
export function withinMail(text: string): string {
  const line = withinLine(text);
  if (plainAddress.test(line)) return line;
  return line
    .replaceAll('://', ': //')
    .replaceAll(dotsInDomain, '$& ')
    .replaceAll(dotsOfNumbers, (number) => number.replaceAll('.', '. '));
}

const unread = /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;
// Letters of other scripts that look like Latin ones, in lower case, and what they look like.
const lookalikes = new Map(
  Object.entries({
    а: 'a',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ԛ: 'q',
  }),
);

/**
 * Returns the form in which names are compared: NFKC, in lower case, without spaces, punctuation and what nobody sees, and
 * with Latin letters for those that look like them. If nothing of a name is left, it is its own form.
 */
export function nameKey(name: string): string {
  const lower = name.normalize('NFKC').toLowerCase();
  const read = Array.from(lower.replaceAll(unread, ''), (letter) => lookalikes.get(letter) ?? letter).join(
    '',
  );
  return (read || lower.trim()).normalize('NFC');
}

// ASCII that is in no address, with the controls behind it.
const notInEmail = String.raw`\x00-\x20"(),:-<>@\[-\]\x7f-\xa0`;

/** With what encoded words of mails begin (RFC 2047): text that a mail program shows as another one. */
export const encodedWord = '=?';

/**
 * The pattern of an e-mail address, in a syntax that all common regex engines support. Deliberately simple: one @, no spaces,
 * a dot in the domain. Only sending mail shows whether the address works. `isEmail` refuses more of Unicode.
 */
export const emailPattern = String.raw`^[^${notInEmail}]+@[^${notInEmail}.]+(\.[^${notInEmail}.]+)+$`;
const email = new RegExp(emailPattern, 'u');

// A name in the domain system: of ASCII only letters, digits and hyphens.
const notInDomain = String.raw`\x00-,./:-\x60\x7b-\xa0`;

/** The pattern of a domain in lower case, in Unicode or Punycode, in the same syntax. `isDomain` refuses more of Unicode. */
export const domainPattern = String.raw`^[^${notInDomain}]+(\.[^${notInDomain}]+)+$`;
const domain = new RegExp(domainPattern, 'u');

/** Whether a text has neither spaces nor characters that nobody sees. */
function isSolid(text: string): boolean {
  return !unseen.test(text) && !/\s/u.test(text);
}

/** Whether this is a domain as it is stored: in lower case, with a dot, at most 253 characters. */
export function isDomain(text: string): boolean {
  return hasAtMost(253, text) && domain.test(text) && isSolid(text) && normalEmail(text) === text;
}

/** Whether this has the form of an e-mail address, of at most 254 characters in lower case, as it is stored. */
export function isEmail(text: string): boolean {
  // Lower case may be longer, never shorter: `İ` becomes an i and a combining dot.
  return (
    hasAtMost(254, normalEmail(text)) && email.test(text) && isSolid(text) && !text.includes(encodedWord)
  );
}

/** Whether the text has at most `max` Unicode characters (not UTF-16 code units). */
export function hasAtMost(max: number, text: string): boolean {
  if (text.length <= max) return true;
  // A text of n code units has at least n / 2 characters.
  return text.length <= max * 2 && Array.from(text).length <= max;
}

/** Returns an address in lower case, in which addresses are compared, as all large mail systems do. */
export function normalEmail(text: string): string {
  return text.toLowerCase();
}

const ascii = /^[!-~]*$/;

/** Returns the form in which rules compare the domain of an address: the same for Unicode, in any form, and Punycode. */
export function comparableDomain(text: string): string {
  return ascii.test(text) ? text : comparableUnicode(text);
}

// A page of approvals compares the addresses of each payee again, and each conversion takes some µs.
const comparableUnicode = memoizeRecent(
  1_000,
  // The library reads the domain like that of a URL, which ends at these characters.
  (text) => (/[/?#%]/.test(text) ? '' : domainToASCII(text)) || text.normalize('NFC'),
);

/** Returns the form in which rules compare an e-mail address, from the one in lower case. */
export function comparableEmail(text: string): string {
  if (ascii.test(text)) return text;
  const at = text.lastIndexOf('@');
  return `${text.slice(0, at).normalize('NFC')}@${comparableDomain(text.slice(at + 1))}`;
}

/** Whether this is an E.164 number: a plus sign and up to 15 digits. */
export function isPhone(text: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(text);
}
