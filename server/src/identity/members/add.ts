import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import { normalEmail } from '../../lib/text.ts';
import { findUserByEmail, insertMember, insertUser, lockAddress } from './queries.ts';
import type { Role } from '../../http/roles.ts';
import { fault } from '../../errors.ts';

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
  const membershipId = await insertMember(tx, { ...member, partyId });
  if (membershipId === null) return false;
  const { now } = member;
  await recordEvent(tx, { resource: 'member', resourceId: membershipId, from: null, to: 'ACTIVE', now });
  return true;
}

/**
 * Makes the person with this address, which is proven, a member of the party: the first user who has the address, or a
 * new one with this name. Returns the user's id; null if the user is a member already. Throws `invalid_value` if a new
 * user has no name.
 */
export async function joinByEmail(
  tx: Queryable,
  partyId: Id<'pty'>,
  { name, email, role, now }: { name: string | undefined; email: string; role: Role; now: Date },
): Promise<Id<'usr'> | null> {
  await lockAddress(tx, email);
  const userId = (await findUserByEmail(tx, email)) ?? (await addUser(tx, name, email, now));
  return (await joinParty(tx, partyId, { userId, role, now })) ? userId : null;
}

async function addUser(
  tx: Queryable,
  name: string | undefined,
  email: string,
  now: Date,
): Promise<Id<'usr'>> {
  if (name === undefined) {
    throw fault('invalid_value', '`name` is required: the name of the person.', {
      pointer: '/data/attributes/name',
    });
  }
  const id = newId('usr');
  await insertUser(tx, { id, name, email, now });
  return id;
}
