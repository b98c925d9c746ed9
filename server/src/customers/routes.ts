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
    description: `Returns the parties that delegated to your party, newest delegation first, each with the agents that
may act for it. The default \`status=active\` returns active and suspended delegations, \`status=revoked\` revoked ones,
and \`status=all\` both. With \`revoked\` and \`all\`, each customer also shows the agents that may no longer act for
it.`,
    response: listShape(customerShape),
    scope: 'delegations.read',
    query: customersQuery,
    run: (ctx, { query }) => listCustomers(ctx, query),
  }),
  get('/agents/:agentId/customers', {
    summary: 'List the customers of an agent',
    description: `Returns the customers for whom one of your agents may act, newest delegation first. \`status\` filters
by whether the agent may act for them (\`active\`, the default), no longer may (\`revoked\`), or either (\`all\`).`,
    response: listShape(agentCustomerShape),
    refuses: ['agent_not_found'],
    scope: 'delegations.read',
    params: agentPath,
    query: agentCustomersQuery,
    run: (ctx, { params, query }) => listAgentCustomers(ctx, params.agentId, query),
  }),
];
