import type { Context } from '../context.ts';
import type { Id } from '../lib/id.ts';
import { mayReadFor } from './queries.ts';

/**
 * Whose things a read is about: the caller's own, or those of a customer it names and may read for. Null where it
 * may not, which callers must see as absence.
 */
export async function readableParty(ctx: Context, customerId: Id<'pty'> | null): Promise<Id<'pty'> | null> {
  const { partyId, agentId } = ctx.actor;
  if (customerId === null || customerId === partyId) return partyId;
  return (await mayReadFor(ctx.db, partyId, customerId, agentId)) ? customerId : null;
}
