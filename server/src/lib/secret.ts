import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 33; // 33 base62 digits are 196 bits
const checkLength = 6; // a CRC32 fits into 6
const publicLength = 8;
const form = new RegExp(`^(sk|ak|ss|at)_pur_(sandbox|prod)_[0-9A-Za-z]{${randomLength + checkLength}}$`);

/**
 * The kind of a key: `sk` for a party, `ak` for an agent, `ss` for a browser session of a user, `at` for an access token of
 * a program.
 */
export type KeyKind = 'sk' | 'ak' | 'ss' | 'at';

/** A new key. The secret is shown once and never stored. */
export type NewKey = { secret: string; prefix: string; hash: Buffer };

/**
 * Generates a key `<kind>_pur_<environment>_<196 random bits><CRC32>` in base62. `og` is the credential of an OAuth grant:
 * nobody gets its secret, and none is accepted.
 */
export function newKey(kind: KeyKind | 'og', environment: string): NewKey {
  let digits = '';
  for (let i = 0; i < randomLength; i++) digits += alphabet[randomInt(alphabet.length)];
  const head = `${kind}_pur_${environment}_`;
  const secret = head + digits + checkDigits(head + digits);
  const prefix = head + digits.slice(0, publicLength);
  return { secret, prefix, hash: Buffer.from(hashKey(secret), 'hex') };
}

/** Returns the kind of a well-formed key, else null: a mistyped key is refused without a look-up. */
export function keyKind(secret: string): KeyKind | null {
  const match = form.exec(secret);
  if (!match) return null;
  const body = secret.slice(0, -checkLength);
  return secret.endsWith(checkDigits(body)) ? (match[1] as KeyKind) : null;
}

/**
 * Returns the hash under which a key is stored, in hex. A fast hash is sufficient, because a key has 196 random bits.
 */
export function hashKey(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Generates a link token, which alone authorizes opening the link: 192 random bits, base64url. */
export function newLinkToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns the link token that a digest of 24 or more bytes makes: its first 192 bits, base64url. */
export function linkTokenOf(digest: Buffer): string {
  return digest.subarray(0, 24).toString('base64url');
}

/** Whether this has the form of a link token. */
export function isLinkToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{32}$/.test(text);
}

function checkDigits(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checkLength; i++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
