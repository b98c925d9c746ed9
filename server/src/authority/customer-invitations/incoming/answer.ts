import type { Change } from '../../../engine/model/journal.ts';
import { lockKnownAgent } from '../../agents/get.ts';
import type { Queryable } from '../../../db/sql.ts';
import { delegate, lockParty } from '../../delegations/delegate.ts';
import { recordEvent } from '../../../engine/plain-writes/record-event.ts';
import type { PastSpending } from '../../../engine/plain-writes/count-limits.ts';
import { fault, PurserError } from '../../../errors.ts';
import type { Id } from '../../../lib/id.ts';
import { findAgain, type IncomingRow, markAnswered } from './queries.ts';

/**
 * Locks the inviting party and its agent, which an answer needs before it locks anything of the customer. Throws
 * `conflict` if the agent was revoked.
 */
export async function lockInviter(
  tx: Queryable,
  { partyId, agentId }: Pick<IncomingRow, 'partyId' | 'agentId'>,
): Promise<void> {
  await lockParty(tx, partyId);
  try {
    await lockKnownAgent(tx, partyId, agentId);
  } catch (error) {
    if (!(error instanceof PurserError) || error.status !== 409) throw error;
    throw fault('conflict', 'The agent of this invitation was revoked.');
  }
}

/** An invitation that was answered, and what the answer changed. */
export type Answered = { invitation: IncomingRow; changes?: readonly Change[] };

export function isOpen({ status, expiresAt }: IncomingRow, now: Date): boolean {
  return status === 'PENDING' && expiresAt > now;
}

/**
 * Lets the inviting party and its agent act for the customer, as the invitation says, and stores the answer. The
 * transaction has called `lockInviter`, and before that summed up what the agent has spent of the customer's money, if
 * the invitation limits a day or month. Null if it is not open any more.
 */
export async function accept(
  tx: Queryable,
  invitation: IncomingRow,
  customerId: Id<'pty'>,
  past: PastSpending | null,
  now: Date,
): Promise<Answered | null> {
  const { changes } = await delegate(tx, customerId, { ...invitation, past, now });
  const accepted = await storeAnswer(tx, invitation, { to: 'ACCEPTED', customerPartyId: customerId }, now);
  return accepted && { invitation: accepted, changes };
}

/** An answer, and who gave it, where the party that the address leads to is known by it. */
type Answer = { to: 'ACCEPTED' | 'DECLINED'; customerPartyId: Id<'pty'> | null };

/** Stores the answer to an invitation. Returns the invitation; null if it is not open any more. */
export async function storeAnswer(
  tx: Queryable,
  { id }: IncomingRow,
  { to, customerPartyId }: Answer,
  now: Date,
): Promise<IncomingRow | null> {
  if (!(await markAnswered(tx, { id, status: to, customerPartyId, now }))) return null;
  await recordEvent(tx, { resource: 'customerInvitation', resourceId: id, from: 'PENDING', to, now });
  return findAgain(tx, id);
}
