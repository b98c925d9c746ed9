import { limitsToJson } from '../../terms/limits.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { ListedGrant } from '../delegations/grants/list.ts';
import type { AgentCustomerRow, CustomerRow } from './queries.ts';
import type { AgentCustomerResource, CustomerResource } from './resource.ts';

export type CustomerWithGrants = { id: Id<'dlg'>; customer: CustomerRow; grants: ListedGrant[] };

export function customerResource({ customer, grants }: CustomerWithGrants): CustomerResource {
  const createdAt = isoSeconds(customer.createdAt);
  const { status, permissions } = customer;
  const delegationId = publicId('dlg', customer.id);
  const delegation = { status, permissions, createdAt };
  const agents = grants.map((grant) => ({
    id: publicId('agt', grant.agentId),
    attributes: {
      name: grant.agentName,
      status: grant.status,
      permissions: grant.permissions,
      limits: limitsToJson(grant),
    },
  }));
  return {
    type: 'customer',
    id: publicId('pty', customer.customerId),
    attributes: {
      name: customer.name,
      email: customer.email,
      createdAt,
      delegation: { id: delegationId, ...delegation },
      agents: agents.map(({ id, attributes }) => ({ id, ...attributes })),
    },
    relationships: {
      delegation: { data: { type: 'delegation', id: delegationId, attributes: delegation } },
      agents: { data: agents.map(({ id, attributes }) => ({ type: 'agent', id, attributes })) },
    },
  };
}

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
      limits: limitsToJson(customer),
      createdAt: isoSeconds(customer.createdAt),
      updatedAt: isoSeconds(customer.updatedAt),
    },
    relationships: {
      agent: { data: { type: 'agent', id: publicId('agt', agent.id), attributes: { name: agent.name } } },
    },
  };
}
