import type { Context } from '../../context.ts';
import type { ListPage } from '../../db/filters.ts';
import type { Queryable } from '../../db/sql.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { grantsByDelegation } from '../delegations/grants/list.ts';
import { listAgentCustomersBefore, listCustomersBefore } from './queries.ts';
import type { CustomersQuery } from './schema.ts';
import { agentCustomerResource, customerResource, type CustomerWithGrants } from './view.ts';
import { getAgent } from '../agents/get.ts';
import type { Id } from '../../lib/id.ts';

// A suspended delegation or grant counts as active, and its status says that it is suspended. Revoked grants are shown
// only if the query asks for more than active customers.
const shown = {
  active: { delegations: ['ACTIVE', 'SUSPENDED'], grants: ['ACTIVE', 'SUSPENDED'] },
  revoked: { delegations: ['REVOKED'], grants: ['ACTIVE', 'SUSPENDED', 'REVOKED'] },
  all: { delegations: ['ACTIVE', 'SUSPENDED', 'REVOKED'], grants: ['ACTIVE', 'SUSPENDED', 'REVOKED'] },
} as const;

/** Returns a page of the parties that delegated to the actor's party, newest delegation first. */
export function listCustomers(ctx: Context, query: CustomersQuery): Promise<HttpResponse> {
  return page(ctx, 'customers', query, readCustomers, customerResource);
}

async function readCustomers(
  db: Queryable,
  page: ListPage & Pick<CustomersQuery, 'status'>,
): Promise<CustomerWithGrants[]> {
  const { delegations, grants } = shown[page.status];
  const customers = await listCustomersBefore(db, { ...page, statuses: delegations });
  const ids = customers.map(({ id }) => id);
  const byDelegation = await grantsByDelegation(db, ids, grants);
  return customers.map((customer) => {
    const { id } = customer;
    return { id, customer, grants: byDelegation.get(id) ?? [] };
  });
}

const grantStatuses = {
  active: ['ACTIVE', 'SUSPENDED'],
  revoked: ['REVOKED'],
  all: ['ACTIVE', 'SUSPENDED', 'REVOKED'],
} as const;

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
    (db, asked) => listAgentCustomersBefore(db, { ...asked, statuses: grantStatuses[status] }),
    (customer) => agentCustomerResource(agent, customer),
  );
}
