import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape } from '../http/shapes.ts';
import { listAgentCustomers } from './list-of-agent.ts';
import { listCustomers } from './list.ts';
import { agentCustomerShape, customerShape } from './resource.ts';
import { agentCustomersQuery, agentPath, customersQuery } from './schema.ts';

export const customerRoutes: Endpoint[] = [
  get('/customers', {
    summary: 'List customers',
    description: `The parties that delegated to the caller's, the newest delegation first, each with the agents that may act for it.
A suspended delegation counts as active. \`status=revoked\` shows those that ended, \`status=all\` both; these two also show
the agents that may no longer act.`,
    response: listShape(customerShape),
    scope: 'delegations.read',
    query: customersQuery,
    run: (ctx, { query }) => listCustomers(ctx, query),
  }),
  get('/agents/:agentId/customers', {
    summary: 'List the customers of an agent',
    description: `Whom one of the caller's agents may act for, the newest delegation first. \`status\` picks those for whom it may
(\`active\`), for whom it no longer may (\`revoked\`), or both (\`all\`).`,
    response: listShape(agentCustomerShape),
    refuses: ['agent_not_found'],
    scope: 'delegations.read',
    params: agentPath,
    query: agentCustomersQuery,
    run: (ctx, { params, query }) => listAgentCustomers(ctx, params.agentId, query),
  }),
];
