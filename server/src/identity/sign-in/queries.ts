import { textArray } from '../../db/arrays.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Scope } from '../../scopes.ts';
import type { Role } from '../members/roles.ts';

/** A link that somebody asks for. */
export type NewLink = {
  id: Id<'sil'>;
  email: string;
  /** The path to open after the sign-in. */
  returnTo: string;
  now: Date;
  expiresAt: Date;
};

const insert = statement<{ id: Id<'sil'> }>(
  'sign_in_insert_link',
  `INSERT INTO sign_in_links (id, email, return_to, token_hash, created_at, minute, expires_at)
   SELECT $1, $2, $3, $4, $5, date_trunc('minute', $5::timestamptz), $6
   WHERE (SELECT count(*) FROM sign_in_links WHERE email = $2 AND minute > $5::timestamptz - interval '1 hour') < $7
     OR NOT EXISTS (SELECT FROM sign_in_links WHERE email = $2 AND minute > $5::timestamptz - interval '5 minutes')
   ON CONFLICT (email, minute) DO NOTHING RETURNING id`,
);

/**
 * Stores a link; its token is stored when its mail is composed. Returns false if the address has had a link in this
 * minute, or one within five minutes and `perHour` within the last hour: so whoever asks for links to the address of
 * somebody else keeps nobody out.
 */
export async function insertLink(tx: Queryable, link: NewLink, perHour: number): Promise<boolean> {
  const { id, email, returnTo, now, expiresAt } = link;
  const values = [id, email, returnTo, null, now.toISOString(), expiresAt.toISOString(), perHour];
  return (await firstRow(tx, insert, values)) !== null;
}

const ofAddress = `FROM users u JOIN members m ON m.user_id = u.id
  JOIN parties p ON p.id = m.party_id AND p.status <> 'PROVISIONAL'
  WHERE u.email = `;

const putToken = statement<{ expiresAt: Date }>(
  'sign_in_put_token',
  `UPDATE sign_in_links l SET token_hash = $2
   WHERE l.id = $1 AND l.used_at IS NULL AND l.expires_at > $3 AND EXISTS (SELECT ${ofAddress} l.email)
   RETURNING l.expires_at AS "expiresAt"`,
);

/**
 * Stores the hash of a link's token. Returns when the link expires; null if it can no longer be used, or nobody with its
 * address is a member of a party.
 */
export function putLinkToken(
  db: Queryable,
  id: Id<'sil'>,
  hash: Buffer,
  now: Date,
): Promise<{ expiresAt: Date } | null> {
  return firstRow(db, putToken, [id, hash, now.toISOString()]);
}

/** An open link with its address. */
export type OpenLink = { id: Id<'sil'>; email: string; returnTo: string };

const open = statement<OpenLink>(
  'sign_in_open_link',
  `SELECT id, email, return_to AS "returnTo" FROM sign_in_links
   WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
);

/** Returns the link of a token that can be used now, or null. */
export function findOpenLink(db: Queryable, hash: Buffer, now: Date): Promise<OpenLink | null> {
  return firstRow(db, open, [hash, now.toISOString()]);
}

const use = statement<{ id: Id<'sil'> }>(
  'sign_in_use_link',
  `UPDATE sign_in_links SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2 RETURNING id`,
);

/** Uses a link up. Returns false if it was used before or has expired. */
export async function markLinkUsed(tx: Queryable, id: Id<'sil'>, now: Date): Promise<boolean> {
  return (await firstRow(tx, use, [id, now.toISOString()])) !== null;
}

/** A party that the holder of an address may act for, and the user that the holder is there. */
export type Seat = { partyId: Id<'pty'>; userId: Id<'usr'>; partyName: string; userName: string; role: Role };

const seats = statement<Seat>(
  'sign_in_seats',
  `SELECT m.party_id AS "partyId", u.id AS "userId", p.name AS "partyName", u.name AS "userName", m.role ${ofAddress} $1
   ORDER BY (SELECT k.id FROM api_keys k WHERE k.created_by = u.id AND k.party_id = m.party_id
     AND k.signed_in_at IS NOT NULL ORDER BY k.id DESC LIMIT 1) DESC NULLS LAST, m.created_at, m.party_id LIMIT 100`,
);

/** Returns up to a hundred parties that the holder of an address may act for, the one of the last session first. */
export function listSeats(db: Queryable, email: string): Promise<Seat[]> {
  return rows(db, seats, [email]);
}

const lockSeat = statement<{ role: Role }>(
  'sign_in_lock_seat',
  `SELECT m.role FROM members m JOIN users u ON u.id = m.user_id
   WHERE m.party_id = $1 AND m.user_id = $2 AND ($3::text IS NULL OR u.email = $3) FOR SHARE OF m`,
);

/**
 * Locks the membership of a user, who has this address if one is given. Returns false if the user is no longer a member.
 */
export async function lockMembership(
  tx: Queryable,
  partyId: Id<'pty'>,
  { userId, email }: { userId: Id<'usr'>; email: string | null },
): Promise<boolean> {
  return (await firstRow(tx, lockSeat, [partyId, userId, email])) !== null;
}

const person = statement<{ name: string; email: string }>(
  'sign_in_person',
  'SELECT name, email FROM users WHERE id = $1 AND email IS NOT NULL',
);

/** Returns the name and the address of a user who can sign in, or null. */
export function findPerson(
  db: Queryable,
  userId: Id<'usr'>,
): Promise<{ name: string; email: string } | null> {
  return firstRow(db, person, [userId]);
}

/** A new browser session. Times are of the service's clock. */
export type NewSession = {
  id: Id<'apy'>;
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  prefix: string;
  hash: Buffer;
  scopes: readonly Scope[];
  environment: 'sandbox' | 'prod';
  now: Date;
  signedInAt: Date;
  expiresAt: Date;
};

const insertOne = statement(
  'sign_in_insert_session',
  `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, created_at, created_by, signed_in_at, expires_at)
   VALUES ($1, $2, 'Browser session', $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export async function insertSession(tx: Queryable, session: NewSession): Promise<void> {
  const { id, partyId, prefix, hash, scopes, environment, now, userId, signedInAt, expiresAt } = session;
  const facts = [id, partyId, prefix, hash, textArray(scopes), environment, now.toISOString(), userId];
  await rows(tx, insertOne, [...facts, signedInAt.toISOString(), expiresAt.toISOString()]);
}

const lockOpen = statement<{ id: Id<'apy'> }>(
  'sign_in_lock_sessions',
  `WITH member AS MATERIALIZED (
     SELECT user_id FROM members WHERE party_id = $1 AND user_id = $2 FOR SHARE)
   SELECT k.id FROM api_keys k WHERE EXISTS (SELECT FROM member) AND k.signed_in_at IS NOT NULL AND k.revoked_at IS NULL
     AND k.expires_at > $4 AND ($3::uuid IS NULL OR k.id = $3)
     AND k.created_by IN (SELECT o.id FROM users u JOIN users o ON o.email = u.email WHERE u.id = $2)
   ORDER BY k.id FOR NO KEY UPDATE OF k`,
);

/**
 * Locks the membership of a user, and then the open browser sessions of all users with the same address in the order of
 * their ids, or the one with this id.
 */
export function lockSessions(
  tx: Queryable,
  partyId: Id<'pty'>,
  { userId, sessionId, now }: { userId: Id<'usr'>; sessionId: Id<'apy'> | null; now: Date },
): Promise<Array<{ id: Id<'apy'> }>> {
  return rows(tx, lockOpen, [partyId, userId, sessionId, now.toISOString()]);
}

const end = statement(
  'sign_in_end_sessions',
  `UPDATE api_keys SET revoked_at = $2, revoked_by = created_by
   WHERE id = ANY ($1::uuid[]) AND signed_in_at IS NOT NULL AND revoked_at IS NULL`,
);

/** Ends browser sessions that the transaction has locked. */
export async function markSessionsEnded(tx: Queryable, ids: Buffer, now: Date): Promise<void> {
  await rows(tx, end, [ids, now.toISOString()]);
}

const deleteOld = statement<{ id: string }>(
  'sign_in_delete_links',
  `WITH old AS (DELETE FROM sign_in_links WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM sign_in_links WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING id), mail AS (DELETE FROM mails WHERE kind = 'signIn' AND resource_id IN (SELECT id FROM old))
   SELECT id FROM old`,
);

/** Deletes up to `count` links that expired before `time`, with their mails. Returns how many. */
export async function deleteLinksBefore(db: Queryable, time: Date, count: number): Promise<number> {
  return (await rows(db, deleteOld, [time.toISOString(), count])).length;
}

/** Somebody who can sign in. */
export type Person = { email: string; partyName: string };

const first = statement<Person>(
  'sign_in_first_people',
  `SELECT u.email, p.name AS "partyName" FROM members m JOIN users u ON u.id = m.user_id JOIN parties p ON p.id = m.party_id
   WHERE u.email IS NOT NULL ORDER BY m.created_at, m.id LIMIT $1`,
);

/** Returns the members of all parties who came first: for the sandbox's mailbox page only. */
export function listFirstPeople(db: Queryable, count: number): Promise<Person[]> {
  return rows(db, first, [count]);
}
