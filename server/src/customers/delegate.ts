import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { insertDelegation, insertGrant, lockDelegate } from './queries.ts';

/**
 * Lets a delegate, and one agent of the delegate, act for a customer. Creates the delegation between the two parties
 * and the agent's grant under it, with its permissions and limit (minor units of the customer's default currency, or
 * null).
 */
export async function delegate(
  tx: Queryable,
  customerId: Id<'pty'>,
  to: {
    partyId: Id<'pty'>;
    agentId: Id<'agt'>;
    permissions: readonly string[];
    perTransaction: bigint | null;
    now: Date;
  },
): Promise<Id<'dlg'>> {
  await lockDelegate(tx, to.partyId);
  const id = newId('dlg');
  await insertDelegation(tx, customerId, { ...to, id });
  await insertGrant(tx, id, to);
  await recordEvent(tx, {
    resource: 'delegation',
    resourceId: id,
    from: null,
    to: 'ACTIVE',
    now: to.now,
  });
  return id;
}
