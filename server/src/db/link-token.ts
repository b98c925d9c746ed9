import { randomBytes } from 'node:crypto';
import type { Keyring } from '../lib/keyring.ts';
import { hashKey, linkTokenOf } from '../lib/secret.ts';

/** What the database keeps of a link's token: its hash, and what it is derived from, with PURSER_SECRET. */
export type StoredToken = { salt: Buffer; hash: Buffer };

/** A token to be stored in a row that has none, or the one to be `replaced`. */
export type PutToken = StoredToken & { replaced: Buffer | null };

/** Returns what an UPDATE with `PutToken` among its values sets, unless the row has a token under this condition. */
export function putTokenUnless(isValid: string): string {
  const isKept = `${isValid} AND token_hash IS DISTINCT FROM $replaced`;
  return `token_salt = CASE WHEN ${isKept} THEN token_salt ELSE $salt END,
    token_hash = CASE WHEN ${isKept} THEN token_hash ELSE $hash END`;
}

/** The same, unless the row has a token at all. */
export const putToken = putTokenUnless('token_hash IS NOT NULL');

/** What it returns: the token that the row has now. */
export const storedToken = 'token_salt AS salt, token_hash AS hash';

/** Returns the hash under which a link's token is stored. A fast hash is sufficient for 192 bits. */
export function hashLinkToken(token: string): Buffer {
  return Buffer.from(hashKey(token), 'hex');
}

/**
 * Returns the token of a link, for a message: the same one for each message until it ends, though the database knows
 * its hash only. `owner` is the public id of what it stands for. `put` stores a token and returns the row with the one
 * that is stored then; null if none may be sent any more, and then this is null too.
 */
export async function linkToken<Row extends StoredToken>(
  keyring: Keyring,
  owner: string,
  put: (token: PutToken) => Promise<Row | null>,
): Promise<(Row & { token: string }) | null> {
  const salt = randomBytes(16);
  const [newest = ''] = tokensOf(keyring, owner, salt);
  const fresh = { salt, hash: hashLinkToken(newest) };
  for (let replaced: Buffer | null = null; ;) {
    const stored = await put({ ...fresh, replaced });
    if (!stored) return null;
    const known = tokensOf(keyring, owner, stored.salt);
    const token = known.find((each) => hashLinkToken(each).equals(stored.hash));
    if (token !== undefined) return { ...stored, token };
    // Its secret is gone from PURSER_SECRET, so nobody can write this link again: another one replaces it.
    replaced = stored.hash;
  }
}

/** Returns the token of an owner and salt under each secret, the newest first. */
function tokensOf(keyring: Keyring, owner: string, salt: Buffer): string[] {
  return keyring.digests('link', `${owner}\n${salt.toString('hex')}`).map(linkTokenOf);
}
