import { type Recorded, recordedRow } from '../../db/recorded.ts';
import { type FilterOf, rowFilters } from '../../db/filters.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Role } from './roles.ts';
import type { MembersQuery } from './schema.ts';

const user = statement(
  'members_insert_user',
  'INSERT INTO users (id, name, email, created_at) VALUES ($1, $2, $3, $4)',
);

export async function insertUser(
  tx: Queryable,
  row: { id: Id<'usr'>; name: string; email: string | null; now: Date },
): Promise<void> {
  await rows(tx, user, [row.id, row.name, row.email, row.now.toISOString()]);
}

const lockEmail = statement(
  'members_lock_address',
  `SELECT pg_advisory_xact_lock(hashtextextended('user ' || $1::text, 0))`,
);

/** Locks an address until the transaction ends, so that accepted invitations create one user for it at most. */
export async function lockAddress(tx: Queryable, email: string): Promise<void> {
  await rows(tx, lockEmail, [email]);
}

const byEmail = statement<{ id: Id<'usr'> }>(
  'members_user_by_email',
  'SELECT id FROM users WHERE email = $1 ORDER BY id LIMIT 1',
);

/** Returns the first user who has this address, or null. */
export async function findUserByEmail(tx: Queryable, email: string): Promise<Id<'usr'> | null> {
  return (await firstRow(tx, byEmail, [email]))?.id ?? null;
}

const member = statement<{ id: string }>(
  'members_insert',
  `INSERT INTO members (party_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (party_id, user_id) DO NOTHING RETURNING id`,
);

/** Stores a membership and returns its id, or null if the user is a member already. */
export async function insertMember(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: { userId: Id<'usr'>; role: Role; now: Date },
): Promise<string | null> {
  const values = [partyId, row.userId, row.role, row.now.toISOString()];
  return (await firstRow(tx, member, values))?.id ?? null;
}

/** A user as a member of a party. */
export type MemberRow = {
  /** Of the user. */
  id: Id<'usr'>;
  partyId: Id<'pty'>;
  /** Of the membership, for events. */
  membershipId: string;
  name: string;
  /** Null if the user is known by a phone number. */
  email: string | null;
  role: Role;
  createdAt: Date;
};

const columns = `m.user_id AS id, m.party_id AS "partyId", m.id AS "membershipId", u.name, u.email, m.role,
  m.created_at AS "createdAt"`;
const ofParty = `SELECT ${columns} FROM members m JOIN users u ON u.id = m.user_id WHERE m.party_id = $1`;

type MemberFilter = Pick<MembersQuery, FilterOf<MembersQuery>>;
const filters = rowFilters<keyof MemberFilter>(4, { role: ['text', (role) => `m.role = ${role}`] });

const list = statement<MemberRow>(
  'members_list',
  `${ofParty} AND ${filters.wanted} AND m.user_id < $2 ORDER BY m.user_id DESC LIMIT $3`,
);

/** Returns up to `count` members of the party that the filters let pass, below an id, newest user first. */
export function listMembersBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: MemberFilter,
  before: string,
  count: number,
): Promise<MemberRow[]> {
  return rows(db, list, [partyId, before, count, ...filters.values(query)]);
}

const lock = statement<MemberRow>('members_lock', `${ofParty} ORDER BY m.user_id FOR NO KEY UPDATE OF m`);

/** Locks every membership of the party, in the one order of locks, and returns the members. */
export function lockMembers(tx: Queryable, partyId: Id<'pty'>): Promise<MemberRow[]> {
  return rows(tx, lock, [partyId]);
}

const setRole = statement(
  'members_set_role',
  'UPDATE members SET role = $3 WHERE party_id = $1 AND user_id = $2',
);

/** Stores another role. The transaction must have locked the members. */
export async function updateRole(
  tx: Queryable,
  partyId: Id<'pty'>,
  userId: Id<'usr'>,
  role: Role,
): Promise<void> {
  await rows(tx, setRole, [partyId, userId, role]);
}

const remove = statement('members_delete', 'DELETE FROM members WHERE party_id = $1 AND user_id = $2');

/** Deletes a membership. The transaction must have locked the members. */
export async function deleteMember(tx: Queryable, partyId: Id<'pty'>, userId: Id<'usr'>): Promise<void> {
  await rows(tx, remove, [partyId, userId]);
}

const revokeInvitations = statement<{ id: Id<'inv'> }>(
  'members_revoke_invitations',
  `UPDATE party_invitations SET status = 'REVOKED' WHERE party_id = $1 AND status = 'PENDING' AND id = ANY (ARRAY(
     SELECT id FROM party_invitations WHERE party_id = $1 AND status = 'PENDING' AND created_by = $2 AND expires_at > $3
     ORDER BY id FOR NO KEY UPDATE))
   RETURNING id`,
);

/** Revokes the open invitations that a member sent for the party, and returns their ids. */
export function revokeInvitationsOf(
  tx: Queryable,
  partyId: Id<'pty'>,
  userId: Id<'usr'>,
  now: Date,
): Promise<Array<{ id: Id<'inv'> }>> {
  return rows(tx, revokeInvitations, [partyId, userId, now.toISOString()]);
}

const recordedMember = statement<MemberRow>(
  'members_as_recorded',
  `SELECT ${columns} FROM ${recordedRow('members')} m JOIN users u ON u.id = m.user_id WHERE m.party_id = $1`,
);

/** Returns a member as an event of the membership recorded it, or null. */
export function findMemberAsRecorded(
  db: Queryable,
  partyId: Id<'pty'>,
  recorded: Recorded,
): Promise<MemberRow | null> {
  return firstRow(db, recordedMember, [partyId, recorded.id, recorded.snapshot]);
}
