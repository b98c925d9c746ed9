import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listApiKeysBefore } from './queries.ts';
import type { ApiKeysQuery } from './schema.ts';
import { apiKeyResource } from './view.ts';

/** Returns a page of the API keys of the actor's party, or of those with one status, newest first. */
export function listApiKeys(ctx: Context, query: ApiKeysQuery): Promise<HttpResponse> {
  return page(
    ctx,
    'apiKeys',
    query,
    (before, count) => listApiKeysBefore(ctx.db, ctx.actor.partyId, query, ctx.now, before, count),
    apiKeyResource,
  );
}
