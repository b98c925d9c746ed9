import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';
import { pairSome } from './queries.ts';

const chunk = 10_000;
const few = 500;

/**
 * Stores the counterparties of the party's payments that are not covered yet, if there are at least `least` of them:
 * more than a list should have to search. The first time these are all its payments, chunk by chunk.
 */
export async function pairPayments(db: Queryable, partyId: Id<'pty'>, least = few): Promise<void> {
  while ((await pairSome(db, partyId, least, chunk)) === chunk);
}
