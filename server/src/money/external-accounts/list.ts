import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listExternalAccountsBefore } from './queries.ts';
import type { ExternalAccountsQuery } from './schema.ts';
import { externalAccountResource } from './view.ts';

/** Returns a page of the accounts of the actor's party, or of those with one status, newest first. */
export function listExternalAccounts(ctx: Context, query: ExternalAccountsQuery): Promise<HttpResponse> {
  const { status } = query;
  return page(
    ctx,
    'external-accounts',
    query,
    (before, count) => listExternalAccountsBefore(ctx.db, ctx.actor.partyId, status ?? null, before, count),
    externalAccountResource,
  );
}
