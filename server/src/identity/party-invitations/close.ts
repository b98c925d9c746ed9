import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { Id } from '../../lib/id.ts';
import { closeOpen, type InvitationRow } from './queries.ts';

/** Closes an open invitation to the party, with its event, and returns it; null if it is not open. */
export async function closeInvitation(
  tx: Queryable,
  { id, partyId }: { id: Id<'inv'>; partyId: Id<'pty'> },
  to: 'ACCEPTED' | 'DECLINED' | 'REVOKED',
  now: Date,
): Promise<InvitationRow | null> {
  const closed = await closeOpen(tx, partyId, id, to, now);
  if (closed) await recordEvent(tx, { resource: 'invitation', resourceId: id, from: 'PENDING', to, now });
  return closed;
}
