import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { grantsByDelegation } from '../delegations/grants/list.ts';
import { listCustomersBefore } from './queries.ts';
import type { CustomersQuery } from './schema.ts';
import { customerResource, type CustomerWithGrants } from './view.ts';

// A suspended delegation counts as active, and its status says that it is suspended. Revoked grants are shown only if
// the query asks for more than active customers.
const shown = {
  active: { delegations: ['ACTIVE', 'SUSPENDED'], grants: ['ACTIVE'] },
  revoked: { delegations: ['REVOKED'], grants: ['ACTIVE', 'REVOKED'] },
  all: { delegations: ['ACTIVE', 'SUSPENDED', 'REVOKED'], grants: ['ACTIVE', 'REVOKED'] },
} as const;

/** Returns a page of the parties that delegated to the actor's party, newest delegation first. */
export function listCustomers(ctx: Context, query: CustomersQuery): Promise<HttpResponse> {
  const { status } = query;
  return page(
    ctx,
    'customers',
    query,
    (before, count) => readCustomers(ctx, status, before, count),
    customerResource,
  );
}

async function readCustomers(
  { db, actor }: Context,
  status: CustomersQuery['status'],
  before: string,
  count: number,
): Promise<CustomerWithGrants[]> {
  const { partyId } = actor;
  const { delegations, grants } = shown[status];
  const customers = await listCustomersBefore(db, partyId, delegations, before, count);
  const ids = customers.map(({ id }) => id);
  const byDelegation = await grantsByDelegation(db, ids, grants);
  return customers.map((customer) => {
    const { id } = customer;
    return { id, customer, grants: byDelegation.get(id) ?? [] };
  });
}
