import { type Columns, columnsOf } from '../../db/arrays.ts';
import type { ListPage } from '../../db/filters.ts';
import {
  hashLinkToken,
  type PutToken,
  putToken,
  type StoredToken,
  storedToken,
} from '../../db/link-token.ts';
import { asRecorded } from '../../db/recorded.ts';
import { column, many, one, type Queryable } from '../../db/sql.ts';
import type { Tag } from '../../db/tagged.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { InvitedRole } from './schema.ts';

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'EXPIRED';

export type InvitationRow = {
  id: Id<'inv'>;
  email: string;
  role: InvitedRole;
  status: InvitationStatus;
  tags: Tags | null;
  expiresAt: Date;
  createdAt: Date;
  acceptedAt: Date | null;
};

/** Returns the addresses of the party's members, and the verified ones of the party itself. */
export const listTakenAddresses = many<{ email: string; isMember: boolean }, [partyId: Id<'pty'>]>(
  'party_invitations_taken_addresses',
  `SELECT u.email, true AS is_member FROM members m JOIN users u ON u.id = m.user_id
   WHERE m.party_id = $1 AND u.email IS NOT NULL
   UNION ALL
   SELECT value, false FROM contacts WHERE party_id = $1 AND kind = 'email' AND verified_at IS NOT NULL`,
);

/** Expires the party's overdue invitations of these addresses, and returns their ids. */
export const expireInvitationsOf = column<
  string,
  { partyId: Id<'pty'>; emails: readonly string[]; now: Date }
>(
  'party_invitations_expire_of',
  `UPDATE party_invitations SET status = 'EXPIRED' WHERE id = ANY (ARRAY(
     SELECT id FROM party_invitations
     WHERE party_id = $partyId AND email = ANY ($emails::text[]) AND status = 'PENDING' AND expires_at <= $now
     ORDER BY email FOR NO KEY UPDATE))
   RETURNING id`,
);

/** What invitations of one request have in common. */
type Common = { partyId: Id<'pty'>; userId: Id<'usr'>; expiresAt: Date; tags: Tags | null; now: Date };

// Inserts in the order of addresses, so that two requests with the same addresses wait for each other, not deadlock.
const insert = column<string, Common & Columns<Pick<InvitationRow, 'id' | 'email' | 'role'>>>(
  'party_invitations_insert',
  `INSERT INTO party_invitations
     (party_id, created_by, status, expires_at, created_at, tags, id, email, role)
   SELECT $partyId, $userId, 'PENDING', $expiresAt, $now, $tags, x.*
   FROM unnest($id::uuid[], $email::text[], $role::text[]) AS x (id, email, role) ORDER BY x.email
   ON CONFLICT (party_id, email) WHERE status = 'PENDING' DO NOTHING RETURNING email`,
);

/**
 * Stores new invitations with the same times. Returns the addresses that were invited; skips those with a pending one.
 */
export async function insertInvitations(
  tx: Queryable,
  invitations: readonly InvitationRow[],
  common: Common,
): Promise<Set<string>> {
  return new Set(await insert(tx, { ...common, ...columnsOf(invitations, ['id', 'email', 'role']) }));
}

const columns = `id, email, role, status, tags, expires_at, created_at, accepted_at`;

type InvitationsPage = ListPage & { statuses: readonly InvitationStatus[] };

const list = many<InvitationRow, InvitationsPage>(
  'party_invitations_list',
  `SELECT x.* FROM unnest($statuses::text[]) AS s (status)
   CROSS JOIN LATERAL (SELECT ${columns} FROM party_invitations i
     WHERE i.party_id = $partyId AND i.status = s.status AND i.id < $before ORDER BY i.id DESC LIMIT $count) x
   ORDER BY x.id DESC LIMIT $count`,
);
const listOfEmail = many<InvitationRow, InvitationsPage & { email: string }>(
  'party_invitations_list_of_email',
  `SELECT ${columns} FROM party_invitations
   WHERE party_id = $partyId AND email = $email AND status = ANY ($statuses::text[]) AND id < $before
   ORDER BY id DESC LIMIT $count`,
);
const listOfTag = many<InvitationRow, InvitationsPage & Tag & { email: string | null }>(
  'party_invitations_list_of_tag',
  `SELECT ${columns} FROM tagged_resources t
   CROSS JOIN LATERAL (SELECT * FROM party_invitations k WHERE k.id = t.resource_id LIMIT 1) i
   WHERE t.party_id = $partyId AND t.resource = 'invitation' AND t.name = $name AND t.value = $value
     AND t.resource_id < $before AND i.status = ANY ($statuses::text[]) AND ($email::text IS NULL OR i.email = $email)
   ORDER BY t.resource_id DESC LIMIT $count`,
);

/** Returns a page of the invitations to the party, with this address or tag if one is given, newest first. */
export function listInvitationsBefore(
  db: Queryable,
  page: InvitationsPage,
  { email, tag }: { email: string | null; tag: Tag | null },
): Promise<InvitationRow[]> {
  if (tag) return listOfTag(db, { ...page, ...tag, email });
  return email === null ? list(db, page) : listOfEmail(db, { ...page, email });
}

/** What the mail to an invited person and the page behind its link say. */
export type PendingInvitation = Pick<InvitationRow, 'email' | 'role' | 'expiresAt'> & {
  partyName: string;
  inviterName: string;
};

function pendingBy(column: 'id' | 'token_hash') {
  return one<PendingInvitation, [value: string | Buffer, now: Date]>(
    `party_invitations_pending_by_${column}`,
    `SELECT i.email, i.role, i.expires_at, p.name AS party_name, u.name AS inviter_name
     FROM party_invitations i JOIN parties p ON p.id = i.party_id JOIN users u ON u.id = i.created_by
     WHERE i.${column} = $1 AND i.status = 'PENDING' AND i.expires_at > $2`,
  );
}

/** Returns an invitation of any party, for its mail; null if it can no longer be accepted. */
export const findPending = pendingBy('id');

const byToken = pendingBy('token_hash');

/** Returns an invitation by the token in its mail; null if it can no longer be accepted. */
export function findPendingByToken(
  db: Queryable,
  token: string,
  now: Date,
): Promise<PendingInvitation | null> {
  return byToken(db, hashLinkToken(token), now);
}

/** Stores the token of an invitation of any party, and returns it; null if it can no longer be accepted. */
export const putAnswerToken = one<StoredToken, PutToken & { id: Id<'inv'>; now: Date }>(
  'party_invitations_put_token',
  `UPDATE party_invitations SET ${putToken} WHERE id = $id AND status = 'PENDING' AND expires_at > $now
   RETURNING ${storedToken}`,
);

/** Expires up to `count` overdue invitations, of any party, and returns their ids. Skips locked rows. */
export const markExpired = column<Id<'inv'>, [now: Date, count: number]>(
  'party_invitations_expire',
  `UPDATE party_invitations SET status = 'EXPIRED' WHERE id = ANY (ARRAY(
     SELECT id FROM party_invitations WHERE status = 'PENDING' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING id`,
);

export const findInvitation = one<InvitationRow, [partyId: Id<'pty'>, id: Id<'inv'>]>(
  'party_invitations_find',
  `SELECT ${columns} FROM party_invitations WHERE party_id = $1 AND id = $2`,
);

/** An invitation and the party that invites. */
export type AnswerableInvitation = { id: Id<'inv'>; partyId: Id<'pty'>; partyName: string };

/** Returns the invitation that a token answers, in any state, or null. */
export const findByTokenHash = one<AnswerableInvitation, [hash: Buffer]>(
  'party_invitations_by_token_hash',
  `SELECT i.id, i.party_id, p.name AS party_name
   FROM party_invitations i JOIN parties p ON p.id = i.party_id WHERE i.token_hash = $1`,
);

/** Closes an open invitation to the party, and returns it; null if it is not open. */
export const closeOpen = one<
  InvitationRow,
  { partyId: Id<'pty'>; id: Id<'inv'>; to: 'ACCEPTED' | 'DECLINED' | 'REVOKED'; now: Date }
>(
  'party_invitations_close',
  `UPDATE party_invitations SET status = $to, accepted_at = CASE WHEN $to = 'ACCEPTED' THEN $now::timestamptz END
   WHERE party_id = $partyId AND id = $id AND status = 'PENDING' AND expires_at > $now RETURNING ${columns}`,
);

export const invitationAsRecorded = asRecorded<InvitationRow>(
  'party_invitations_as_recorded',
  'party_invitations',
  (row) => `SELECT ${columns} FROM ${row} i WHERE party_id = $partyId`,
);
