import { asRecorded } from '../../db/recorded.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { many, run, value } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Role } from '../../http/roles.ts';
import type { MembersQuery } from './schema.ts';

export const insertUser = run<{ id: Id<'usr'>; name: string; email: string | null; now: Date }>(
  'members_insert_user',
  'INSERT INTO users (id, name, email, created_at) VALUES ($id, $name, $email, $now)',
);

/** Locks an address until the transaction ends, so that accepted invitations create one user for it at most. */
export const lockAddress = run<[email: string]>(
  'members_lock_address',
  `SELECT pg_advisory_xact_lock(hashtextextended('user ' || $1::text, 0))`,
);

/** Returns the first user who has this address, or null. */
export const findUserByEmail = value<Id<'usr'>, [email: string]>(
  'members_user_by_email',
  'SELECT id FROM users WHERE email = $1 ORDER BY id LIMIT 1',
);

/** Stores a membership and returns its id, or null if the user is a member already. */
export const insertMember = value<string, { partyId: Id<'pty'>; userId: Id<'usr'>; role: Role; now: Date }>(
  'members_insert',
  `INSERT INTO members (party_id, user_id, role, created_at) VALUES ($partyId, $userId, $role, $now)
   ON CONFLICT (party_id, user_id) DO NOTHING RETURNING id`,
);

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

const columns = `m.user_id AS id, m.party_id, m.id AS membership_id, u.name, u.email, m.role, m.created_at`;
const members = `SELECT ${columns} FROM members m JOIN users u ON u.id = m.user_id`;

type MemberFilter = Pick<MembersQuery, FilterOf<MembersQuery>>;
const filters = rowFilters<keyof MemberFilter>({ role: ['text', (role) => `m.role = ${role}`] });

/** Returns a page of the members of the party that the filters let pass, newest user first. */
export const listMembersBefore = many<MemberRow, ListPage & MemberFilter>(
  'members_list',
  `${members} WHERE m.party_id = $partyId AND ${filters} AND m.user_id < $before
   ORDER BY m.user_id DESC LIMIT $count`,
);

/** Locks every membership of the party, in the one order of locks, and returns the members. */
export const lockMembers = many<MemberRow, [partyId: Id<'pty'>]>(
  'members_lock',
  `${members} WHERE m.party_id = $1 ORDER BY m.user_id FOR NO KEY UPDATE OF m`,
);

/** Stores another role. The transaction must have locked the members. */
export const updateRole = run<{ partyId: Id<'pty'>; userId: Id<'usr'>; role: Role }>(
  'members_set_role',
  'UPDATE members SET role = $role WHERE party_id = $partyId AND user_id = $userId',
);

/** Deletes a membership. The transaction must have locked the members. */
export const deleteMember = run<[partyId: Id<'pty'>, userId: Id<'usr'>]>(
  'members_delete',
  'DELETE FROM members WHERE party_id = $1 AND user_id = $2',
);

/** Revokes the open invitations that a member sent for the party, and returns their ids. */
export const revokeInvitationsOf = many<
  { id: Id<'inv'> },
  { partyId: Id<'pty'>; userId: Id<'usr'>; now: Date }
>(
  'members_revoke_invitations',
  `UPDATE party_invitations SET status = 'REVOKED' WHERE party_id = $partyId AND status = 'PENDING' AND id = ANY (ARRAY(
     SELECT id FROM party_invitations WHERE party_id = $partyId AND status = 'PENDING' AND created_by = $userId
     AND expires_at > $now
     ORDER BY id FOR NO KEY UPDATE))
   RETURNING id`,
);

/** Returns the newest thousand keys of the party's agents that a member made and that still act. */
export const listAgentKeysOf = many<
  { id: Id<'agk'>; agentId: Id<'agt'> },
  { partyId: Id<'pty'>; userId: Id<'usr'>; now: Date }
>(
  'members_agent_keys',
  `SELECT id, agent_id FROM agent_keys WHERE party_id = $partyId AND created_by = $userId
     AND scopes IS NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $now) ORDER BY id DESC LIMIT 1000`,
);

/** Disables the webhooks of the party that a member made, and returns them, newest first. */
export const disableWebhooksOf = many<
  { id: Id<'whk'> },
  { partyId: Id<'pty'>; userId: Id<'usr'>; now: Date }
>(
  'members_disable_webhooks',
  `WITH made AS MATERIALIZED (
     SELECT id, status FROM webhooks WHERE party_id = $partyId AND created_by = $userId AND deleted_at IS NULL
     ORDER BY id FOR NO KEY UPDATE),
   disabled AS (UPDATE webhooks SET status = 'DISABLED', updated_at = $now
     WHERE id IN (SELECT id FROM made WHERE status = 'ENABLED'))
   SELECT id FROM made ORDER BY id DESC`,
);

/** A member as an event of the membership recorded it. */
export const memberAsRecorded = asRecorded<MemberRow>(
  'members_as_recorded',
  'members',
  (row) => `SELECT ${columns} FROM ${row} m JOIN users u ON u.id = m.user_id WHERE m.party_id = $partyId`,
);
