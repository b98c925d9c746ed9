import type { Context } from '../context.ts';
import type { Answer } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { listAgentKeysBefore } from './queries.ts';
import type { AgentKeysQuery } from './schema.ts';
import { agentKeyResource } from './view.ts';

/** The keys of the party's agents, or of one of them, newest first, revoked ones too. */
export function listAgentKeys(ctx: Context, query: AgentKeysQuery): Promise<Answer> {
  const { agentId } = query;
  return page(
    ctx,
    'agentKeys',
    { agentId },
    query,
    (before, count) => listAgentKeysBefore(ctx.db, ctx.caller.partyId, agentId ?? null, before, count),
    agentKeyResource,
  );
}
