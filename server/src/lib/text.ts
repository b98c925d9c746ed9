// C0 and C1 controls and DEL: they have no place in a name, and some break terminals, logs or PostgreSQL (NUL).
const controls = String.raw`\x00-\x1f\x7f-\x9f`;

/** Text without control characters, as a pattern that every common engine reads. */
export const printablePattern = `^[^${controls}]*$`;
const printable = new RegExp(printablePattern, 'u');

/** Text that people may see: no control characters, no lone surrogates. Unicode is otherwise kept exactly. */
export function isPrintable(text: string): boolean {
  return printable.test(text) && text.isWellFormed();
}

const directions = /[\u202a-\u202e\u2066-\u2069]/gu;
const lineEnds = /[\u2028\u2029]/gu;

/**
 * Somebody's text, fit to stand in a line with words of ours: without the characters that end the line, or that turn
 * the direction of what follows, an amount for instance. What is stored keeps them.
 */
export function withinLine(text: string): string {
  return text.replaceAll(directions, '').replaceAll(lineEnds, ' ');
}

// Deliberately plain: one @, no blanks, a dot in the domain. Whether mail arrives is found out by sending it.
const notInEmail = String.raw`\s@"(),:;<>\[\]\\${controls}`;

/** An e-mail address, as a pattern that every common engine reads. */
export const emailPattern = String.raw`^[^${notInEmail}]+@[^${notInEmail}.]+(\.[^${notInEmail}.]+)+$`;
const email = new RegExp(emailPattern, 'u');

/** Could this be an e-mail address, of at most 254 characters? */
export function isEmail(text: string): boolean {
  return hasAtMost(254, text) && email.test(text) && text.isWellFormed();
}

/** Has the text at most so many characters? A character is one of Unicode, not a UTF-16 unit. */
export function hasAtMost(max: number, text: string): boolean {
  if (text.length <= max) return true;
  // No text of so many units can have fewer characters than half of them.
  return text.length <= max * 2 && Array.from(text).length <= max;
}

/** Addresses are compared in lower case, as every large mail system does. */
export function normalEmail(text: string): string {
  return text.toLowerCase();
}

/** E.164: a plus sign and up to 15 digits. */
export function isPhone(text: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(text);
}
