import { transactionLimitToJson } from '../http/limits.ts';
import { publicId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';
import type { AgentCustomerRow, CustomerRow, GrantRow } from './queries.ts';
import type { AgentCustomerResource, CustomerResource } from './resource.ts';

export type CustomerWithGrants = { id: Id<'dlg'>; customer: CustomerRow; grants: GrantRow[] };

/** Returns a customer of the party as a resource, with the agents that may act for it. */
export function customerResource({ customer, grants }: CustomerWithGrants): CustomerResource {
  const createdAt = isoSeconds(customer.createdAt);
  return {
    type: 'customer',
    id: publicId('pty', customer.customerId),
    attributes: { name: customer.name, email: customer.email, createdAt },
    relationships: {
      delegation: {
        data: {
          type: 'delegation',
          id: publicId('dlg', customer.id),
          attributes: { status: customer.status, permissions: customer.permissions, createdAt },
        },
      },
      agents: {
        data: grants.map(({ agentId, agentName, status, permissions, perTransaction }) => ({
          type: 'agent',
          id: publicId('agt', agentId),
          attributes: {
            name: agentName,
            status,
            permissions,
            limits: transactionLimitToJson(perTransaction),
          },
        })),
      },
    },
  };
}

/** Returns a customer of one agent as a resource. */
export function agentCustomerResource(
  agent: { id: Id<'agt'>; name: string },
  customer: AgentCustomerRow,
): AgentCustomerResource {
  return {
    type: 'customer',
    id: publicId('pty', customer.customerId),
    attributes: {
      name: customer.name,
      email: customer.email,
      status: customer.status,
      permissions: customer.permissions,
      limits: transactionLimitToJson(customer.perTransaction),
      createdAt: isoSeconds(customer.createdAt),
      updatedAt: isoSeconds(customer.updatedAt),
    },
    relationships: {
      agent: { data: { type: 'agent', id: publicId('agt', agent.id), attributes: { name: agent.name } } },
    },
  };
}
