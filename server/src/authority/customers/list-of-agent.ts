import { getAgent } from '../agents/get.ts';
import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import type { Id } from '../../lib/id.ts';
import { listAgentCustomersBefore } from './queries.ts';
import type { CustomersQuery } from './schema.ts';
import { agentCustomerResource } from './view.ts';

const statuses = { active: ['ACTIVE'], revoked: ['REVOKED'], all: ['ACTIVE', 'REVOKED'] } as const;

/**
 * Returns a page of the customers for whom an agent of the actor's party may act, newest delegation first. The agent
 * may be revoked. Throws `agent_not_found`.
 */
export async function listAgentCustomers(
  ctx: Context,
  agentId: Id<'agt'>,
  query: CustomersQuery,
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  const { status } = query;
  const agent = await getAgent(ctx.db, partyId, agentId);
  return page(
    ctx,
    'agentCustomers',
    { ...query, agentId },
    (before, count) => listAgentCustomersBefore(ctx.db, partyId, agentId, statuses[status], before, count),
    (customer) => agentCustomerResource(agent, customer),
  );
}
