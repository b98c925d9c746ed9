import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { linkTokenOf } from '../../lib/secret.ts';
import { hashClaimToken, putClaimToken } from './queries.ts';

/**
 * Returns the path of the link with which a PROVISIONAL party claims what waits for it, valid at least until `expiresAt`.
 * A party has one token for all that waits, and gets another one once it has expired. The token is derived each time: the
 * database knows its hash only. Returns null for any other party.
 */
export async function claimPath(
  db: Queryable,
  keyring: Keyring,
  partyId: Id<'pty'>,
  times: { expiresAt: Date; now: Date },
): Promise<string | null> {
  const salt = randomBytes(16);
  const [newest = ''] = tokensOf(keyring, partyId, salt);
  const fresh = { salt, hash: hashClaimToken(newest), ...times };
  const stored = await putClaimToken(db, partyId, fresh, null);
  if (!stored) return null;
  const known = tokensOf(keyring, partyId, stored.salt).find((each) =>
    hashClaimToken(each).equals(stored.hash),
  );
  if (known !== undefined) return `/claims/${known}`;
  // Its secret is gone from PURSER_SECRET, so nobody can write this link again: another one replaces it.
  const replaced = await putClaimToken(db, partyId, fresh, stored.hash);
  if (replaced && !replaced.hash.equals(fresh.hash)) return claimPath(db, keyring, partyId, times);
  return replaced && `/claims/${newest}`;
}

/** Returns the token of a party and salt under each secret, the newest first. */
function tokensOf(keyring: Keyring, partyId: Id<'pty'>, salt: Buffer): string[] {
  return keyring.digests('claim link', `${partyId}\n${salt.toString('hex')}`).map(linkTokenOf);
}
