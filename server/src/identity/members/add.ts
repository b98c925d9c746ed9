import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import { normalEmail } from '../../lib/text.ts';
import { insertMember, insertUser } from './queries.ts';
import type { Role } from './roles.ts';

export async function addMember(
  tx: Queryable,
  partyId: Id<'pty'>,
  { name, email, role, now }: { name: string; email: string | null; role: Role; now: Date },
): Promise<Id<'usr'>> {
  const userId = newId('usr');
  await insertUser(tx, { id: userId, name, email: email && normalEmail(email), now });
  await joinParty(tx, partyId, { userId, role, now });
  return userId;
}

/** Makes a user a member of the party in a role. Returns false if the user is one already. */
export async function joinParty(
  tx: Queryable,
  partyId: Id<'pty'>,
  member: { userId: Id<'usr'>; role: Role; now: Date },
): Promise<boolean> {
  const membershipId = await insertMember(tx, partyId, member);
  if (membershipId === null) return false;
  const { now } = member;
  await recordEvent(tx, { resource: 'member', resourceId: membershipId, from: null, to: 'ACTIVE', now });
  return true;
}
