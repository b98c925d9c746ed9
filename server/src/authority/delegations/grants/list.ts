import type { Queryable } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import { type GrantRow, grantStatuses, listGrantsOf } from './queries.ts';

/** What a customer permits to one agent of a delegate. */
export type ListedGrant = GrantRow;

/** Returns the grants under these delegations by delegation, newest agent first; by default in any state. */
export async function grantsByDelegation(
  db: Queryable,
  delegationIds: ReadonlyArray<Id<'dlg'>>,
  statuses: ReadonlyArray<GrantRow['status']> = grantStatuses,
): Promise<Map<Id<'dlg'>, ListedGrant[]>> {
  return Map.groupBy(await listGrantsOf(db, delegationIds, statuses), ({ delegationId }) => delegationId);
}
