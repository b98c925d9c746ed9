import type { Context } from '../../context.ts';
import { readableParty } from '../../authority/customers/readable.ts';
import type { EventReader } from '../../db/recorded.ts';
import type { EventResource } from '../../engine/model/journal.ts';
import { ownReader } from '../../http/permission.ts';
import type { Id } from '../../lib/id.ts';
import { kindsOfResources, ofAgents, ofCustomers, readScopes } from './names.ts';

/** Whose events a request reads, and which kinds of them. */
export type ReadableEvents = { reader: EventReader; kinds: readonly string[] };

/**
 * Returns the events that the actor may read: those of resources that its key may read, of which an agent that reads its own
 * only made some. With a customer, those of the
 * payments and transfers of a customer who delegated `payments.read`; null if it did not.
 */
export async function readableEvents(
  ctx: Context,
  customerId: Id<'pty'> | null,
): Promise<ReadableEvents | null> {
  const partyId = await readableParty(ctx, customerId);
  if (!partyId) return null;
  const resources = Object.keys(readScopes) as EventResource[];
  const own = ownReader(ctx.actor);
  const readable = resources.filter(
    (resource) =>
      (own === null || ofAgents.includes(resource)) &&
      ctx.actor.scopes.has(readScopes[resource]) &&
      (partyId === ctx.actor.partyId || ofCustomers.includes(resource)),
  );
  const { db, askedAt: now, baseUrl } = ctx;
  const reader = { db, partyId, viewer: ctx.actor, own, now, baseUrl: baseUrl() };
  return { reader, kinds: kindsOfResources(readable) };
}
