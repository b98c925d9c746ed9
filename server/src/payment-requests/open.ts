import { currentTime } from '../db/clock.ts';
import type { Queryable } from '../db/sql.ts';
import { isLinkToken } from '../lib/secret.ts';
import { findOpenByToken } from './queries.ts';
import type { OpenPaymentRequest } from './queries.ts';

export type { OpenPaymentRequest };

/** Returns the open request behind a payment link, or null. */
export async function findOpenPaymentRequest(
  db: Queryable,
  linkToken: string,
): Promise<OpenPaymentRequest | null> {
  return isLinkToken(linkToken) ? findOpenByToken(db, linkToken, await currentTime(db)) : null;
}
