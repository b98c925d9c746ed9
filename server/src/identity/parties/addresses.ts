import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { lockParty, setOldestEmail } from './queries.ts';

/** Locks a party, so that its addresses stay the same until the transaction ends. */
export async function lockAddresses(tx: Queryable, partyId: Id<'pty'>): Promise<void> {
  await lockParty(tx, partyId);
}

/** Lets a party show its oldest verified e-mail address, after one was verified or removed; none if it has none. */
export async function showOldestEmail(tx: Queryable, partyId: Id<'pty'>, now: Date): Promise<void> {
  await setOldestEmail(tx, partyId, now);
}
