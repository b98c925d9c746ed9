import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { pairSome } from './queries.ts';

const chunk = 10_000;
const few = 500;

/**
 * Stores the counterparties of the party's payments that have not been paired yet, chunk by chunk, if there are at
 * least `least` such payments; a list searches fewer than that itself. On the first run, these are all its payments.
 */
export async function pairPayments(db: Queryable, partyId: Id<'pty'>, least = few): Promise<void> {
  while ((await pairSome(db, partyId, least, chunk)) === chunk);
}
