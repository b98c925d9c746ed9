import { type Recorded, recordedRow } from '../../db/recorded.ts';
import { type FilterOf, rowFilters } from '../../db/filters.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
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

const verified = `SELECT id, party_id AS "partyId", kind, value, created_at AS "createdAt", verified_at AS "verifiedAt",
  NULL::timestamptz AS "expiresAt" FROM contacts WHERE party_id = $1 AND verified_at IS NOT NULL`;
const pending = `SELECT id, party_id AS "partyId", kind, value, created_at AS "createdAt", NULL::timestamptz AS "verifiedAt",
  expires_at AS "expiresAt" FROM contact_verifications WHERE party_id = $1 AND status = 'PENDING'`;

type ContactFilter = Pick<ContactsQuery, FilterOf<ContactsQuery>>;
const filters = rowFilters<keyof ContactFilter>(5, { type: ['text', (type) => `kind = ${type}`] });

const list = statement<ContactRow>(
  'contacts_list',
  `SELECT * FROM (${verified} UNION ALL ${pending} AND expires_at > $2) c
   WHERE ${filters.wanted} AND id < $3 ORDER BY id DESC LIMIT $4`,
);

/** Returns up to `count` addresses of the party that the filters let pass, below an id, in the order of ids. */
export function listContactsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: ContactFilter,
  now: Date,
  before: string,
  count: number,
): Promise<ContactRow[]> {
  return rows(db, list, [partyId, now.toISOString(), before, count, ...filters.values(query)]);
}

const find = statement<ContactRow>('contacts_find_verified', `${verified} AND id = $2`);

/** Returns a verified address of the party, or null. */
export function findVerified(tx: Queryable, partyId: Id<'pty'>, id: Id<'con'>): Promise<ContactRow | null> {
  return firstRow(tx, find, [partyId, id]);
}

const findValue = statement<{ partyId: Id<'pty'> }>(
  'contacts_owner',
  'SELECT party_id AS "partyId" FROM contacts WHERE kind = $1 AND value = $2',
);

/** Returns the party that an address leads to, ACTIVE or PROVISIONAL, or null. */
export async function findOwner(
  tx: Queryable,
  { kind, value }: Pick<ContactRow, 'kind' | 'value'>,
): Promise<Id<'pty'> | null> {
  return (await firstRow(tx, findValue, [kind, value]))?.partyId ?? null;
}

const countOpen = statement<{ count: number }>(
  'contacts_count_pending',
  `SELECT count(*)::integer AS count FROM contact_verifications
   WHERE party_id = $1 AND status = 'PENDING' AND expires_at > $2 AND (kind, value) <> ($3, $4)`,
);

/** Returns how many other addresses of the party wait for their token. */
export async function countOtherPending(
  tx: Queryable,
  partyId: Id<'pty'>,
  { kind, value }: Pick<ContactRow, 'kind' | 'value'>,
  now: Date,
): Promise<number> {
  return (await firstRow(tx, countOpen, [partyId, now.toISOString(), kind, value]))?.count ?? 0;
}

const lastExpiry = statement<{ expiresAt: Date | null }>(
  'contacts_last_expiry',
  `SELECT max(expires_at) AS "expiresAt" FROM contact_verifications
   WHERE party_id = $1 AND kind = $2 AND value = $3`,
);

/** Returns when the newest token of an address of the party ends or ended, whatever became of it; null if it had none. */
export async function findLastExpiry(
  tx: Queryable,
  partyId: Id<'pty'>,
  { kind, value }: Pick<ContactRow, 'kind' | 'value'>,
): Promise<Date | null> {
  return (await firstRow(tx, lastExpiry, [partyId, kind, value]))?.expiresAt ?? null;
}

const countOwn = statement<{ count: number }>(
  'contacts_count_verified',
  'SELECT count(*)::integer AS count FROM contacts WHERE party_id = $1 AND verified_at IS NOT NULL',
);

/** Returns how many verified addresses the party has. */
export async function countVerified(tx: Queryable, partyId: Id<'pty'>): Promise<number> {
  return (await firstRow(tx, countOwn, [partyId]))?.count ?? 0;
}

const expire = statement<{ id: string }>(
  'contacts_expire',
  `UPDATE contact_verifications SET status = 'EXPIRED' WHERE id = ANY (ARRAY(
     SELECT id FROM contact_verifications WHERE status = 'PENDING' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING id`,
);

/** Expires up to `count` overdue pending addresses, of any party, and returns how many. Skips locked rows. */
export async function markExpired(db: Queryable, now: Date, count: number): Promise<number> {
  return (await rows(db, expire, [now.toISOString(), count])).length;
}

const insert = statement<{ id: Id<'con'>; createdAt: Date }>(
  'contacts_insert_pending',
  `INSERT INTO contact_verifications (id, party_id, kind, value, status, token, expires_at, created_at, created_by)
   VALUES ($1, $2, $3, $4, 'PENDING', $5, $6, $7, $8)
   ON CONFLICT (party_id, kind, value) WHERE status = 'PENDING'
     DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
   RETURNING id, created_at AS "createdAt"`,
);

/** Stores a pending address with its token. If the address is pending already, it keeps its id, and its token ends. */
export async function insertPending(
  tx: Queryable,
  row: ContactRow & { expiresAt: Date },
  { token, userId }: { token: string; userId: Id<'usr'> },
): Promise<ContactRow> {
  const { id, partyId, kind, value, expiresAt, createdAt } = row;
  const times = [expiresAt.toISOString(), createdAt.toISOString()];
  const stored = await firstRow(tx, insert, [id, partyId, kind, value, token, ...times, userId]);
  return { ...row, ...stored };
}

const findOpen = statement<ContactRow>('contacts_find_pending', `${pending} AND id = $2 AND expires_at > $3`);

/** Returns a pending address of the party whose token has not expired, or null. */
export function findPending(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'con'>,
  now: Date,
): Promise<ContactRow | null> {
  return firstRow(tx, findOpen, [partyId, id, now.toISOString()]);
}

const close = statement<{ id: string }>(
  'contacts_close_pending',
  `UPDATE contact_verifications SET status = 'CLOSED'
   WHERE party_id = $1 AND id = $2 AND status = 'PENDING' AND ($3::text IS NULL OR token = $3) RETURNING id`,
);

/** Closes a pending address if this is its token, or with null whatever its token. Returns whether it did. */
export async function closePending(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'con'>,
  token: string | null,
): Promise<boolean> {
  return (await firstRow(tx, close, [partyId, id, token])) !== null;
}

const insertContact = statement<{ id: string }>(
  'contacts_insert_verified',
  `INSERT INTO contacts (id, kind, value, party_id, verified_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (kind, value) DO NOTHING RETURNING id`,
);

/** Stores a verified address. Returns false if the address leads to a party already. */
export async function insertVerified(
  tx: Queryable,
  { id, partyId, kind, value, createdAt }: ContactRow,
  now: Date,
): Promise<boolean> {
  const values = [id, kind, value, partyId, now.toISOString(), createdAt.toISOString()];
  return (await firstRow(tx, insertContact, values)) !== null;
}

const remove = statement<{ left: number }>(
  'contacts_delete',
  `WITH removed AS (DELETE FROM contacts WHERE party_id = $1 AND id = $2 RETURNING id)
   SELECT count(*)::integer AS left FROM contacts
   WHERE party_id = $1 AND verified_at IS NOT NULL AND id NOT IN (SELECT id FROM removed)`,
);

/** Deletes a verified address. Returns how many verified addresses the party has left. */
export async function deleteContact(tx: Queryable, partyId: Id<'pty'>, id: Id<'con'>): Promise<number> {
  return (await firstRow(tx, remove, [partyId, id]))?.left ?? 0;
}

/** A pending address of any party with its token. */
export type OpenContact = {
  partyId: Id<'pty'>;
  partyName: string;
  value: string;
  token: string;
  expiresAt: Date;
};

const open = statement<OpenContact>(
  'contacts_open_by_id',
  `SELECT v.party_id AS "partyId", p.name AS "partyName", v.value, v.token, v.expires_at AS "expiresAt"
   FROM contact_verifications v JOIN parties p ON p.id = v.party_id
   WHERE v.id = $1 AND v.status = 'PENDING' AND v.expires_at > $2`,
);

/** Returns a pending address of any party, for its message and its page; null if it is no longer pending. */
export function findOpenById(db: Queryable, id: Id<'con'>, now: Date): Promise<OpenContact | null> {
  return firstRow(db, open, [id, now.toISOString()]);
}

const recordedContact = statement<ContactRow>(
  'contacts_as_recorded',
  `SELECT id, party_id AS "partyId", kind, value, created_at AS "createdAt", verified_at AS "verifiedAt",
     NULL::timestamptz AS "expiresAt" FROM ${recordedRow('contacts')} c WHERE party_id = $1`,
);

/** Returns a verified address as an event recorded it, or null. */
export function findContactAsRecorded(
  db: Queryable,
  partyId: Id<'pty'>,
  recorded: Recorded,
): Promise<ContactRow | null> {
  return firstRow(db, recordedContact, [partyId, recorded.id, recorded.snapshot]);
}
