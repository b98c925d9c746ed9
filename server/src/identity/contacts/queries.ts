import { asRecorded } from '../../db/recorded.ts';
import { type PutToken, putToken, type StoredToken, storedToken } from '../../db/link-token.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { count, hits, many, one, type Queryable, run, value } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { ContactsQuery } from './schema.ts';

export type ContactKind = 'email' | 'phone';

/** An address of a party: verified, or pending until its token is sent back. */
export type ContactRow = {
  id: Id<'con'>;
  partyId: Id<'pty'>;
  kind: ContactKind;
  value: string;
  createdAt: Date;
  /** Null while it is pending. */
  verifiedAt: Date | null;
  /** When the token of a pending address ends; otherwise null. */
  expiresAt: Date | null;
};

const verified = `SELECT id, party_id, kind, value, created_at, verified_at,
  NULL::timestamptz AS expires_at FROM contacts WHERE party_id = $partyId AND verified_at IS NOT NULL`;
const pending = `SELECT id, party_id, kind, value, created_at, NULL::timestamptz AS verified_at,
  expires_at FROM contact_verifications WHERE party_id = $partyId AND status = 'PENDING'`;

type ContactFilter = Pick<ContactsQuery, FilterOf<ContactsQuery>>;
const filters = rowFilters<keyof ContactFilter>({ type: ['text', (type) => `kind = ${type}`] });

/** Returns a page of the addresses of the party that the filters let pass, in the order of ids. */
export const listContactsBefore = many<ContactRow, ListPage & ContactFilter & { now: Date }>(
  'contacts_list',
  `SELECT * FROM (${verified} UNION ALL ${pending} AND expires_at > $now) c
   WHERE ${filters} AND id < $before ORDER BY id DESC LIMIT $count`,
);

export const findVerified = one<ContactRow, { partyId: Id<'pty'>; id: Id<'con'> }>(
  'contacts_find_verified',
  `${verified} AND id = $id`,
);

/** Returns the party that an address leads to, ACTIVE or PROVISIONAL, or null. */
export const findOwner = value<Id<'pty'>, Pick<ContactRow, 'kind' | 'value'>>(
  'contacts_owner',
  'SELECT party_id FROM contacts WHERE kind = $kind AND value = $value',
);

/** Returns how many other addresses of the party wait for their token. */
export const countOtherPending = count<
  Pick<ContactRow, 'kind' | 'value'> & { partyId: Id<'pty'>; now: Date }
>(
  'contacts_count_pending',
  `SELECT count(*)::integer AS count FROM contact_verifications
   WHERE party_id = $partyId AND status = 'PENDING' AND expires_at > $now AND (kind, value) <> ($kind, $value)`,
);

/** Returns when the newest token of an address of the party ends or ended, whatever became of it; null if it had none. */
export const findLastExpiry = value<Date, Pick<ContactRow, 'kind' | 'value'> & { partyId: Id<'pty'> }>(
  'contacts_last_expiry',
  `SELECT max(expires_at) AS expires_at FROM contact_verifications
   WHERE party_id = $partyId AND kind = $kind AND value = $value`,
);

/** Returns how many verified addresses the party has. */
export const countVerified = count<[partyId: Id<'pty'>]>(
  'contacts_count_verified',
  'SELECT count(*)::integer AS count FROM contacts WHERE party_id = $1 AND verified_at IS NOT NULL',
);

/** Expires up to `count` overdue pending addresses, of any party, and returns how many. Skips locked rows. */
export const markExpired = run<[now: Date, count: number]>(
  'contacts_expire',
  `UPDATE contact_verifications SET status = 'EXPIRED' WHERE id = ANY (ARRAY(
     SELECT id FROM contact_verifications WHERE status = 'PENDING' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))`,
);

const insert = one<{ id: Id<'con'>; createdAt: Date }, ContactRow & { expiresAt: Date; userId: Id<'usr'> }>(
  'contacts_insert_pending',
  `INSERT INTO contact_verifications (id, party_id, kind, value, status, expires_at, created_at, created_by)
   VALUES ($id, $partyId, $kind, $value, 'PENDING', $expiresAt, $createdAt, $userId)
   ON CONFLICT (party_id, kind, value) WHERE status = 'PENDING'
     DO UPDATE SET token_salt = NULL, token_hash = NULL, expires_at = excluded.expires_at
   RETURNING id, created_at`,
);

/** Stores a pending address. If it is pending already, it keeps its id, and its token ends: the next message has another. */
export async function insertPending(
  tx: Queryable,
  row: ContactRow & { expiresAt: Date },
  userId: Id<'usr'>,
): Promise<ContactRow> {
  return { ...row, ...(await insert(tx, { ...row, userId })) };
}

/** Returns a pending address of the party whose token has not expired, or null. */
export const findPending = one<ContactRow, { partyId: Id<'pty'>; id: Id<'con'>; now: Date }>(
  'contacts_find_pending',
  `${pending} AND id = $id AND expires_at > $now`,
);

/** Closes a pending address if this is its token, or with null whatever its token. Returns whether it did. */
export const closePending = hits<{ partyId: Id<'pty'>; id: Id<'con'>; hash: Buffer | null }>(
  'contacts_close_pending',
  `UPDATE contact_verifications SET status = 'CLOSED'
   WHERE party_id = $partyId AND id = $id AND status = 'PENDING' AND ($hash::bytea IS NULL OR token_hash = $hash)`,
);

// One statement, so that nothing else can take the address in between: one that waits for a claim, or for another party,
// finds the address verified; one that waits for a payment to the unknown address finds the party that it registered.
/**
 * Stores a verified address. Returns the PROVISIONAL party from which it is taken, null in it if there is none; and null if
 * the address leads to a party that has verified it.
 */
export const insertVerified = one<{ takenFrom: Id<'pty'> | null }, ContactRow & { now: Date }>(
  'contacts_insert_verified',
  `INSERT INTO contacts (id, kind, value, party_id, verified_at, created_at) VALUES ($id, $kind, $value, $partyId, $now,
     $createdAt)
   ON CONFLICT (kind, value) DO UPDATE SET id = excluded.id, party_id = excluded.party_id, taken_from = contacts.party_id,
     verified_at = excluded.verified_at, created_at = excluded.created_at WHERE contacts.verified_at IS NULL
   RETURNING taken_from`,
);

/** Deletes a verified address. Returns how many verified addresses the party has left. */
export const deleteContact = count<[partyId: Id<'pty'>, id: Id<'con'>]>(
  'contacts_delete',
  `WITH removed AS (DELETE FROM contacts WHERE party_id = $1 AND id = $2 RETURNING id)
   SELECT count(*)::integer AS left FROM contacts
   WHERE party_id = $1 AND verified_at IS NOT NULL AND id NOT IN (SELECT id FROM removed)`,
);

/** A pending address of any party. */
export type OpenContact = {
  partyId: Id<'pty'>;
  partyName: string;
  value: string;
  /** The hash of its token; null before the message is written. */
  tokenHash: Buffer | null;
  expiresAt: Date;
};

/** Returns a pending address of any party, for its message and its page; null if it is no longer pending. */
export const findOpenById = one<OpenContact, [id: Id<'con'>, now: Date]>(
  'contacts_open_by_id',
  `SELECT v.party_id, p.name AS party_name, v.value, v.token_hash,
     v.expires_at
   FROM contact_verifications v JOIN parties p ON p.id = v.party_id
   WHERE v.id = $1 AND v.status = 'PENDING' AND v.expires_at > $2`,
);

/** Stores the token of a pending address of any party, and returns it; null if it is no longer pending. */
export const putContactToken = one<StoredToken, PutToken & { id: Id<'con'>; now: Date }>(
  'contacts_put_token',
  `UPDATE contact_verifications SET ${putToken} WHERE id = $id AND status = 'PENDING' AND expires_at > $now
   RETURNING ${storedToken}`,
);

export const contactAsRecorded = asRecorded<ContactRow>(
  'contacts_as_recorded',
  'contacts',
  (row) => `SELECT id, party_id, kind, value, created_at, verified_at,
     NULL::timestamptz AS expires_at FROM ${row} c WHERE party_id = $partyId`,
);
