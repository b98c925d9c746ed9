import { changesBetween } from '../../terms/changes.ts';
import type { Change } from '../../engine/model/journal.ts';
import { getDelegation } from './get.ts';
import { termsOf } from './view.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { Limits } from '../../engine/model/state.ts';
import type { PastSpending } from '../../engine/plain-writes/count-limits.ts';
import { fault } from '../../errors.ts';
import { type Id, newId } from '../../lib/id.ts';
import { countGrant } from './grants/count.ts';
import { listGrantsOf, putGrant, takeFromOtherGrants } from './grants/queries.ts';
import {
  changeDelegation,
  type DelegationRow,
  insertDelegation,
  lockDelegate,
  lockDelegationBetween,
} from './queries.ts';

/**
 * Locks the party that a delegation will be to, in a transaction that locks more of this party first: its limits do not
 * change, and no other delegation to it is made, until the transaction ends.
 */
export async function lockParty(tx: Queryable, partyId: Id<'pty'>): Promise<void> {
  await lockDelegate(tx, partyId);
}

/** What a customer permits to an agent of a delegate, up to limits in minor units of the customer's default currency. */
export type NewGrant = Limits & {
  partyId: Id<'pty'>;
  agentId: Id<'agt'>;
  permissions: readonly string[];
  /** What the agent has spent of the customer's money; null if no limit counts it. */
  past: PastSpending | null;
  now: Date;
};

/**
 * Lets an agent of a delegate act for a customer: creates the delegation between the two parties, or extends or renews
 * it, and replaces the agent's grant under it. No other agent gets more than before. The transaction has locked the agent.
 * Waits for payments under the delegation that are in progress. Returns what changed for the audit log, too. Throws
 * `conflict` if the customer has suspended the delegation or the agent.
 */
export async function delegate(
  tx: Queryable,
  customerId: Id<'pty'>,
  to: NewGrant,
): Promise<{ id: Id<'dlg'>; changes: Change[] }> {
  const { partyId, agentId, permissions, past, now } = to;
  await lockDelegate(tx, partyId);
  const known = await lockDelegationBetween(tx, partyId, customerId);
  const before = known && termsOf(await getDelegation(tx, customerId, known.id));
  if (known) await extend(tx, known, to);
  const id = known?.id ?? newId('dlg');
  if (!known) await insertDelegation(tx, { customerId, id, partyId, permissions, now });
  await putGrant(tx, { ...to, delegationId: id });
  await countGrant(tx, { agentId, customerId }, to, past);
  const from = known?.status ?? null;
  await recordEvent(tx, { resource: 'delegation', resourceId: id, from, to: 'ACTIVE', now });
  const after = termsOf(await getDelegation(tx, customerId, id));
  return { id, changes: changesBetween(before ?? {}, after) };
}

async function extend(
  tx: Queryable,
  delegation: DelegationRow,
  { agentId, permissions, now }: NewGrant,
): Promise<void> {
  const { id, status } = delegation;
  if (status === 'SUSPENDED') {
    throw fault('conflict', 'The customer has suspended this delegation, and has to resume it first.');
  }
  const grants = await listGrantsOf(tx, [id], ['SUSPENDED']);
  if (grants.some((grant) => grant.agentId === agentId)) {
    throw fault('conflict', 'The customer has suspended this agent, and has to make it ACTIVE first.');
  }
  const kept: readonly string[] = status === 'ACTIVE' ? delegation.permissions : [];
  const added = permissions.filter((each) => !kept.includes(each));
  await takeFromOtherGrants(tx, { id, agentId, permissions: added, now });
  await changeDelegation(tx, { id, from: status, status: 'ACTIVE', permissions: [...kept, ...added], now });
}
