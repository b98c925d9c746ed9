import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';
import { pairSome } from './queries.ts';

const chunk = 10_000;
const few = 500;

/**
 * Remembers with whom the party had its payments, where there are more of them since the last time than a list should have
 * to look through (`least`): the first time all, chunk by chunk.
 */
export async function pairPayments(db: Queryable, partyId: Id<'pty'>, least = few): Promise<void> {
  while ((await pairSome(db, partyId, least, chunk)) === chunk);
}
