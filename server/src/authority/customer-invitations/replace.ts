import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordExpired } from '../../engine/plain-writes/record-expired.ts';
import { type NewEvent, recordEvents } from '../../engine/plain-writes/record-event.ts';
import type { Id } from '../../lib/id.ts';
import { expiring } from './expire.ts';
import { closeInvitations, insertInvitations, type InvitationRow, type Terms } from './queries.ts';

/** Replaces pending invitations by new ones. The lock on the agent prevents concurrent replacements. */
export async function replaceInvitations(
  { actor, now }: Context,
  tx: Queryable,
  agentId: Id<'agt'>,
  invitations: readonly InvitationRow[],
  terms: Terms,
): Promise<void> {
  const { partyId, userId } = actor;
  const recipients = invitations.map(({ recipient }) => recipient);
  const closed = await closeInvitations(tx, partyId, agentId, recipients, now);
  await insertInvitations(tx, partyId, invitations, { ...terms, agentId, userId, now });
  const expired = closed.filter(({ status }) => status === 'EXPIRED').map(({ id }) => id);
  await recordExpired(tx, expiring, expired, now);
  const canceled = closed.filter(({ status }) => status === 'CANCELED');
  await recordEvents(tx, [
    ...canceled.map(({ id, status }) => change(id, 'PENDING', status, now)),
    ...invitations.map(({ id, status }) => change(id, null, status, now)),
  ]);
}

function change(id: Id<'adi'>, from: 'PENDING' | null, to: InvitationRow['status'], now: Date): NewEvent {
  return { resource: 'customerInvitation', resourceId: id, from, to, now };
}
