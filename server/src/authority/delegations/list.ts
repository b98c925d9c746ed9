import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { withGrants } from './get.ts';
import { listDelegationsBefore, statuses } from './queries.ts';
import type { DelegationsQuery } from './schema.ts';
import { delegationResource } from './view.ts';

/** Returns a page of the delegations that the actor's party gave and received, newest first. */
export function listDelegations(ctx: Context, query: DelegationsQuery): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  const { direction = 'both', status } = query;
  const wanted = { partyId, statuses: status ? [status] : statuses };
  return page(
    ctx,
    'delegations',
    query,
    async (before, count) =>
      withGrants(ctx.db, await listDelegationsBefore(ctx.db, direction, { ...wanted, before, count })),
    (delegation) => delegationResource(delegation, partyId),
  );
}
