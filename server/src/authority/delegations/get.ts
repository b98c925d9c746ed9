import { recorded } from '../../db/recorded.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import { grantsByDelegation } from './grants/list.ts';
import { delegationAsRecorded, type DelegationRow, findDelegation } from './queries.ts';
import { delegationResource, type WholeDelegation } from './view.ts';

/** Returns a delegation that the party gave or received. Throws `delegation_not_found`. */
export async function getDelegation(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'dlg'>,
): Promise<WholeDelegation> {
  const delegation = await findDelegation(db, partyId, id);
  const [whole] = await withGrants(db, delegation ? [delegation] : []);
  if (!whole) throw delegationNotFound();
  return whole;
}

export function delegationNotFound(): PurserError {
  return fault('delegation_not_found', 'There is no such delegation.', { parameter: 'delegationId' });
}

/** Returns the delegations with their grants, in the same order. */
export async function withGrants(
  db: Queryable,
  delegations: readonly DelegationRow[],
): Promise<WholeDelegation[]> {
  const ids = delegations.map(({ id }) => id);
  const byDelegation = await grantsByDelegation(db, ids);
  return delegations.map((each) => Object.assign({}, each, { grants: byDelegation.get(each.id) ?? [] }));
}

/** A delegation as an event recorded it, with its present grants. */
export const recordedDelegation = recorded(delegationAsRecorded, async (row, { db, partyId }) => {
  const grants = (await grantsByDelegation(db, [row.id])).get(row.id) ?? [];
  return delegationResource({ ...row, grants }, partyId);
});
