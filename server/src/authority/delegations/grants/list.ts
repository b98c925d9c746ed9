import type { Queryable } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import { spentAt } from '../../../engine/rules/limits.ts';
import { type GrantRow, grantStatuses, listCountersOf, listGrantsOf } from './queries.ts';

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

/** What an agent has spent of a customer's money in the UTC day and month of a time, in minor units. */
export type SpentUnderGrant = { currency: string; inDay: bigint; inMonth: bigint };

/** Returns what agents have spent of the customer's money, by agent, as far as a limit per day or month counts it. */
export async function spentUnderGrants(
  db: Queryable,
  customerId: Id<'pty'>,
  agentIds: ReadonlyArray<Id<'agt'>>,
  now: Date,
): Promise<Map<string, SpentUnderGrant[]>> {
  const counters = await listCountersOf(db, { partyId: customerId, agentIds });
  const byAgent = Map.groupBy(counters, ({ spenderId }): string => spenderId);
  return new Map(
    [...byAgent].map(([agentId, counted]) => [
      agentId,
      counted.map((counter) => Object.assign({ currency: counter.currency }, spentAt(counter, now))),
    ]),
  );
}
