// C0 and C1 controls and DEL: they have no place in a name, and some break terminals, logs or PostgreSQL (NUL).
const control = /\p{Cc}/u;

/** Text that people may see: no control characters, no lone surrogates. Unicode is otherwise kept exactly. */
export function isPrintable(text: string): boolean {
  return !control.test(text) && text.isWellFormed();
}

// Deliberately plain: one @, no blanks, a dot in the domain. Whether mail arrives is found out by sending it.
const email = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

/** Could this be an e-mail address, of at most 254 characters? */
export function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text) && isPrintable(text);
}

/** Addresses are compared in lower case, as every large mail system does. */
export function normalEmail(text: string): string {
  return text.toLowerCase();
}

/** E.164: a plus sign and up to 15 digits. */
export function isPhone(text: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(text);
}
