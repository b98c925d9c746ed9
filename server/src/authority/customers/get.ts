import type { Queryable } from '../../db/sql.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import { grantsByDelegation } from '../delegations/grants/list.ts';
import { findCustomer } from './queries.ts';
import type { CustomerWithGrants } from './view.ts';

/** Returns a customer of the party with all grants to its agents. Throws `customer_not_found`. */
export async function getCustomer(
  db: Queryable,
  partyId: Id<'pty'>,
  customerId: Id<'pty'>,
): Promise<CustomerWithGrants> {
  const customer = await findCustomer(db, partyId, customerId);
  if (!customer) throw customerNotFound();
  const { id } = customer;
  const grants = await grantsByDelegation(db, [id]);
  return { id, customer, grants: grants.get(id) ?? [] };
}

export function customerNotFound(): PurserError {
  return fault('customer_not_found', 'No such customer has delegated to your party.', {
    parameter: 'partyId',
  });
}
