import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { lockParty } from './queries.ts';

/** Locks a party, so that nothing is added to it that is bounded or unique within it until the transaction ends. */
export async function lockAdditions(tx: Queryable, partyId: Id<'pty'>): Promise<void> {
  await lockParty(tx, partyId);
}
