import { type Endpoint, get, remove } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { getCustomer } from './get.ts';
import { listAgentCustomers, listCustomers } from './list.ts';
import { removeAgentCustomer, removeCustomer } from './remove.ts';
import {
  agentCustomerShape,
  customerShape,
  removedAgentCustomerShape,
  removedCustomerShape,
} from './resource.ts';
import { agentCustomerPath, agentCustomersQuery, agentPath, customerPath, customersQuery } from './schema.ts';
import { customerResource } from './view.ts';

export const customerRoutes: Endpoint[] = [
  get('/customers', {
    summary: 'List customers',
    description: `Returns the parties that delegated to your party, newest delegation first, each with the agents that
may act for it. The default \`status=active\` returns active and suspended delegations, \`status=revoked\` revoked ones,
and \`status=all\` both. With \`revoked\` and \`all\`, each customer also shows the agents that may no longer act for
it.`,
    response: listShape(customerShape),
    scope: 'delegations.read',
    ownReads: 'refused',
    query: customersQuery,
    run: (ctx, { query }) => listCustomers(ctx, query),
  }),
  get('/customers/:partyId', {
    summary: 'Retrieve a customer',
    description: `Returns a party that delegated to your party, whatever the status of the delegation, with the agents
that may act for it, or once could.`,
    response: singleShape(customerShape),
    refuses: ['customer_not_found'],
    scope: 'delegations.read',
    ownReads: 'refused',
    params: customerPath,
    run: async ({ db, actor }, { params }) =>
      single(customerResource(await getCustomer(db, actor.partyId, params.partyId))),
  }),
  remove('/customers/:partyId', {
    summary: 'Remove a customer',
    description: `Revokes the delegation of a customer to your party: from the response on, no payment under it is
accepted, by any agent. Payments under it that wait for an approval are canceled, in large numbers soon after the
response. If it is revoked already, the response is the same.`,
    response: removedCustomerShape,
    refuses: ['customer_not_found'],
    scope: 'delegations.delete',
    params: customerPath,
    run: (ctx, { params }) => removeCustomer(ctx, params.partyId),
  }),
  get('/agents/:agentId/customers', {
    summary: 'List the customers of an agent',
    description: `Returns the customers for whom one of your agents may act, newest delegation first. \`status\` filters
by whether the agent may act for them or is suspended (\`active\`, the default), no longer may (\`revoked\`), or either
(\`all\`).`,
    response: listShape(agentCustomerShape),
    refuses: ['agent_not_found'],
    scope: 'delegations.read',
    ownReads: 'refused',
    params: agentPath,
    query: agentCustomersQuery,
    run: (ctx, { params, query }) => listAgentCustomers(ctx, params.agentId, query),
  }),
  remove('/agents/:agentId/customers/:partyId', {
    summary: 'Remove a customer from an agent',
    shows: { attributes: { status: 'REVOKED' } },
    description: `Ends what a customer permits to one of your agents. With the last agent, the delegation of the customer
is revoked. Payments of the agent that wait for an approval are canceled, in large numbers soon after the response. If
the agent may no longer act for the customer already, the response is the same.`,
    response: removedAgentCustomerShape,
    refuses: ['agent_not_found', 'customer_not_found'],
    scope: 'delegations.delete',
    params: agentCustomerPath,
    run: (ctx, { params }) => removeAgentCustomer(ctx, params.agentId, params.partyId),
  }),
];
