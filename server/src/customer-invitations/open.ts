import { currentTime } from '../db/clock.ts';
import type { Queryable } from '../db/sql.ts';
import { isLinkToken } from '../lib/secret.ts';
import { findPendingByToken } from './queries.ts';
import type { PendingInvitation } from './queries.ts';

export type { PendingInvitation };

/** Returns the invitation behind a link if it can still be accepted, or null. */
export async function findOpenInvitation(
  db: Queryable,
  linkToken: string,
): Promise<PendingInvitation | null> {
  return isLinkToken(linkToken) ? findPendingByToken(db, linkToken, await currentTime(db)) : null;
}
