import type { Context } from '../context.ts';
import type { Id } from '../lib/id.ts';
import { mayReadFor } from './queries.ts';

/**
 * Returns the party whose data a read returns: the actor's own, or the given customer if the actor may read for it.
 * Returns null otherwise, which the response must not tell apart from absence.
 */
export async function readableParty(ctx: Context, customerId: Id<'pty'> | null): Promise<Id<'pty'> | null> {
  const { partyId, agentId } = ctx.actor;
  if (customerId === null || customerId === partyId) return partyId;
  return (await mayReadFor(ctx.db, partyId, customerId, agentId)) ? customerId : null;
}
