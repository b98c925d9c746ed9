import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { listAgentKeysBefore } from './queries.ts';
import type { AgentKeysQuery } from './schema.ts';
import { agentKeyResource } from './view.ts';

/** Returns a page of the keys of the party's agents, or of one of its agents, newest first, revoked keys included. */
export function listAgentKeys(ctx: Context, query: AgentKeysQuery): Promise<HttpResponse> {
  const { agentId } = query;
  return page(
    ctx,
    'agentKeys',
    { agentId },
    query,
    (before, count) => listAgentKeysBefore(ctx.db, ctx.actor.partyId, agentId ?? null, before, count),
    agentKeyResource,
  );
}
