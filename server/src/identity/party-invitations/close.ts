import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { Id } from '../../lib/id.ts';
import { closeOpen, type InvitationRow, markExpired } from './queries.ts';
import type { Program } from '../../context.ts';
import { expireSome } from '../../engine/plain-writes/record-expired.ts';

/** Closes an open invitation to the party, with its event, and returns it; null if it is not open. */
export async function closeInvitation(
  tx: Queryable,
  { id, partyId }: { id: Id<'inv'>; partyId: Id<'pty'> },
  to: 'ACCEPTED' | 'DECLINED' | 'REVOKED',
  now: Date,
): Promise<InvitationRow | null> {
  const closed = await closeOpen(tx, { partyId, id, to, now });
  if (closed) await recordEvent(tx, { resource: 'invitation', resourceId: id, from: 'PENDING', to, now });
  return closed;
}

export const expiring = { resource: 'invitation', from: 'PENDING' } as const;

/** Expires a batch of overdue party invitations. Returns how many. */
export function expirePartyInvitations({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
