import type { Context } from '../../context.ts';
import type { Id } from '../../lib/id.ts';
import type { Permission } from '../../scopes.ts';
import { mayReadFor } from './queries.ts';

/**
 * Returns the party whose data a read returns: the actor's own, or the given customer if it permits the actor to read.
 * Returns null otherwise, which the response must not tell apart from absence.
 */
export async function readableParty(
  ctx: Context,
  customerId: Id<'pty'> | null,
  permission: Permission = 'payments.read',
): Promise<Id<'pty'> | null> {
  const { partyId, agentId } = ctx.actor;
  if (customerId === null || customerId === partyId) return partyId;
  return (await mayReadFor(ctx.db, partyId, customerId, agentId, permission)) ? customerId : null;
}
