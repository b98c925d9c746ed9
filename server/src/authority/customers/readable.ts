import type { Context } from '../../context.ts';
import type { Id } from '../../lib/id.ts';
import type { Permission } from '../../scopes.ts';
import { mayReadFor } from './queries.ts';
import { fault } from '../../errors.ts';
import { customerOf, type CustomerQuery, ofParty } from '../../http/fields.ts';
import { page, type PageQuery, type ReadRows } from '../../http/pages.ts';
import type { Resource } from '../../http/envelope.ts';
import type { HttpResponse } from '../../http/endpoint.ts';

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
  return (await mayReadFor(ctx.db, { partyId, customerId, agentId, permission })) ? customerId : null;
}

/** Returns the party that the query of a list names, if it is readable. Throws `party_not_found` for any other one. */
export async function listedParty(
  ctx: Context,
  query: CustomerQuery,
  permission?: Permission,
): Promise<Id<'pty'>> {
  const partyId = await readableParty(ctx, customerOf(query), permission);
  if (!partyId) throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
  return partyId;
}

/** Returns one page of a list of that party, as `page` does. */
export async function pageOfParty<
  Row extends { id: string },
  Query extends CustomerQuery & { limit: number; cursor?: string | undefined },
>(
  ctx: Context,
  name: string,
  query: Query,
  read: ReadRows<Row, Query>,
  view: (row: Row, partyId: Id<'pty'>) => Resource,
  permission?: Permission,
): Promise<HttpResponse> {
  const partyId = await listedParty(ctx, query, permission);
  const { db, askedAt: now } = ctx;
  const readOf: ReadRows<Row, PageQuery> = (_db, { before, count, own }) =>
    read(db, { ...query, partyId, before, count, own, now });
  return page(ctx, name, ofParty(query, partyId), readOf, (row) => view(row, partyId));
}
