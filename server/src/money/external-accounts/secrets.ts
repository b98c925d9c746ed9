import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Id } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import type { SecretsRow } from './queries.ts';
import type { CreateExternalAccountAttributes } from './schema.ts';

const numbers = 'external account number';
const numberDigests = 'external account number digest';
const microDeposits = 'micro-deposits';
const paddedTo = 80; // longer than every number, so that the length of what is stored tells nothing

/** Returns what is stored of a number and of the amounts that prove it, if any, encrypted for this account. */
export function sealSecrets(
  keyring: Keyring,
  id: Id<'eac'>,
  { number, amounts }: { number: string; amounts: string | null },
): Pick<SecretsRow, 'secretId' | 'sealedNumber' | 'sealedAmounts'> {
  const sealedAmounts = amounts === null ? null : keyring.seal(microDeposits, id, amounts).bytes;
  return { ...sealNumber(keyring, id, number), sealedAmounts };
}

/** Returns what is stored of a number, encrypted for this account. */
export function sealNumber(
  keyring: Keyring,
  id: Id<'eac'>,
  number: string,
): Pick<SecretsRow, 'secretId' | 'sealedNumber'> {
  const { keyId, bytes } = keyring.seal(numbers, id, number);
  return { secretId: keyId, sealedNumber: bytes };
}

/** Returns the number of an account as the text that is encrypted: all by which a bank knows it. */
export function textOfNumber(account: CreateExternalAccountAttributes['account']): string {
  const { accountType: _, ...number } = { accountType: null, ...account };
  return JSON.stringify(number).padEnd(paddedTo);
}

/** Returns the text of an account's number; null if it has none, or its secret is gone. */
export function openNumber(
  keyring: Keyring,
  { id, secretId, sealedNumber }: Omit<SecretsRow, 'sealedAmounts'>,
): string | null {
  if (secretId === null || sealedNumber === null) return null;
  return keyring.open(numbers, id, { keyId: secretId, bytes: sealedNumber });
}

/** Returns the number in its text: what is typed into a bank. */
export function numberIn(text: string): AccountNumber {
  return JSON.parse(text) as AccountNumber;
}

/** The number of an account in the United States, or an IBAN. */
export type AccountNumber =
  | { type: 'us'; routingNumber: string; accountNumber: string }
  | { type: 'iban'; iban: string };

/** Returns the text of the amounts that prove an account; null if none were sent, or their secret is gone. */
export function openAmounts(keyring: Keyring, { id, secretId, sealedAmounts }: SecretsRow): string | null {
  if (secretId === null || sealedAmounts === null) return null;
  return keyring.open(microDeposits, id, { keyId: secretId, bytes: sealedAmounts });
}

/** Returns the digest of a number by which a party links it once, under the first secret. */
export function digestOf(keyring: Keyring, partyId: Id<'pty'>, number: string): Buffer {
  return keyring.digest(numberDigests, digestedText(partyId, number));
}

/** Returns the same under each secret. */
export function digestsOf(keyring: Keyring, partyId: Id<'pty'>, number: string): Buffer[] {
  return keyring.digests(numberDigests, digestedText(partyId, number));
}

// Numbers are few enough to try them all, so digests are keyed. With the party in it, equal ones link no parties.
function digestedText(partyId: Id<'pty'>, number: string): string {
  return `${partyId} ${number.trimEnd()}`;
}

/** Returns two different random amounts of 1 to 99 minor units, as text. */
export function newAmounts(): string {
  const first = randomInt(1, 100);
  const other = randomInt(1, 99);
  return textOfAmounts([first, other < first ? other : other + 1]);
}

/** Returns amounts as text: the smaller one first, each with two digits. */
export function textOfAmounts(amounts: readonly number[]): string {
  return amounts
    .map((amount) => String(amount).padStart(2, '0'))
    .toSorted()
    .join(' ');
}

export function amountsIn(text: string): number[] {
  return text.split(' ').map(Number);
}

/** Compares two amounts in constant time: both texts have one length. */
export function areSameAmounts(stored: string, sent: readonly number[]): boolean {
  const [known, guess] = [Buffer.from(stored), Buffer.from(textOfAmounts(sent))];
  return known.length === guess.length && timingSafeEqual(known, guess);
}
