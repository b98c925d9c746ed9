import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listAgentKeysBefore } from './queries.ts';
import type { AgentKeysQuery } from './schema.ts';
import { agentKeyResource } from './view.ts';

/** Returns a page of the keys of the party's agents, newest first, filtered by agent and status. */
export function listAgentKeys(ctx: Context, query: AgentKeysQuery): Promise<HttpResponse> {
  return page(
    ctx,
    'agentKeys',
    query,
    (before, count) => listAgentKeysBefore(ctx.db, ctx.actor.partyId, query, ctx.now, before, count),
    agentKeyResource,
  );
}
