import type { Queryable } from '../../db/sql.ts';
import { rolesWith } from '../../http/roles.ts';
import type { Id } from '../../lib/id.ts';
import { lockMembers, type MemberRow } from './queries.ts';

/** A user who may decide for a party, who has an address to sign in by or none. */
export type Decider = { userId: Id<'usr'>; email: string | null };

/** Locks every membership of the party, in the one order of locks, and returns the users who may decide for it. */
export async function lockDeciders(tx: Queryable, partyId: Id<'pty'>): Promise<Decider[]> {
  const deciding = rolesWith('approvals.decide');
  const members = await lockMembers(tx, partyId);
  return members
    .filter(({ role }) => deciding.includes(role))
    .map(({ id: userId, email }) => ({ userId, email }));
}

/** Locks every membership of the party and returns its owners. */
export async function lockOwners(tx: Queryable, partyId: Id<'pty'>): Promise<MemberRow[]> {
  return (await lockMembers(tx, partyId)).filter(({ role }) => role === 'OWNER');
}
