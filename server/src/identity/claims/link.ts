import { linkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import { type Id, publicId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { putClaimToken } from './queries.ts';

/**
 * Returns the path of the link with which a PROVISIONAL party claims what waits for it, valid at least until `expiresAt`.
 * A party has one token for all that waits, and gets another one once it has expired. Returns null for any other party.
 */
export async function claimPath(
  db: Queryable,
  keyring: Keyring,
  partyId: Id<'pty'>,
  times: { expiresAt: Date; now: Date },
): Promise<string | null> {
  const link = await linkToken(keyring, publicId('pty', partyId), (put) =>
    putClaimToken(db, { ...put, ...times, partyId }),
  );
  return link && `/claims/${link.token}`;
}
