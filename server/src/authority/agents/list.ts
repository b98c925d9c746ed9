import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listAgentsBefore } from './queries.ts';
import type { AgentsQuery } from './schema.ts';
import { agentResource } from './view.ts';

/** Returns a page of the agents of the actor's party, or of those with one status, newest first. */
export function listAgents(ctx: Context, query: AgentsQuery): Promise<HttpResponse> {
  const { status } = query;
  return page(
    ctx,
    'agents',
    query,
    (before, count) => listAgentsBefore(ctx.db, ctx.actor.partyId, status ?? null, before, count),
    agentResource,
  );
}
