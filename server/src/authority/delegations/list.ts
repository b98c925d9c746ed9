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
  const wanted = status ? [status] : statuses;
  return page(
    ctx,
    'delegations',
    query,
    async (db, asked) =>
      withGrants(db, await listDelegationsBefore(db, direction, { ...asked, statuses: wanted })),
    (delegation) => delegationResource(delegation, partyId),
  );
}
