import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';
import { newLinkToken } from '../lib/secret.ts';
import { putClaimToken } from './queries.ts';

/**
 * Returns the path of the link with which a PROVISIONAL party claims what waits for it, valid at least until `expiresAt`.
 * A party has one token for all that waits, and gets another one once it has expired. Returns null for any other party.
 */
export async function claimPath(
  db: Queryable,
  partyId: Id<'pty'>,
  times: { expiresAt: Date; now: Date },
): Promise<string | null> {
  const token = await putClaimToken(db, partyId, { token: newLinkToken(), ...times });
  return token && `/claims/${token}`;
}
