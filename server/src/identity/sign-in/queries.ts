import { type PutToken, putToken, type StoredToken, storedToken } from '../../db/link-token.ts';
import { hits, many, one, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Scope } from '../../scopes.ts';
import type { Role } from '../../http/roles.ts';

/** A link that somebody asks for. */
type NewLink = {
  id: Id<'sil'>;
  email: string;
  /** The path to open after the sign-in, encrypted. */
  sealedReturnTo: Buffer;
  secretId: string;
  now: Date;
  expiresAt: Date;
};

/**
 * Stores a link; its token is stored when its mail is composed. Returns false if the address has had a link in this
 * minute, or one within five minutes and `perHour` within the last hour: so whoever asks for links to the address of
 * somebody else keeps nobody out.
 */
export const insertLink = hits<NewLink & { perHour: number }>(
  'sign_in_insert_link',
  `INSERT INTO sign_in_links (id, email, sealed_return_to, secret_id, created_at, minute, expires_at)
   SELECT $id, $email, $sealedReturnTo, $secretId, $now, date_trunc('minute', $now::timestamptz), $expiresAt
   WHERE (SELECT count(*) FROM sign_in_links WHERE email = $email AND minute > $now::timestamptz - interval '1 hour') < $perHour
     OR NOT EXISTS (SELECT FROM sign_in_links WHERE email = $email AND minute > $now::timestamptz - interval '5 minutes')
   ON CONFLICT (email, minute) DO NOTHING`,
);

const ofAddress = `FROM users u JOIN members m ON m.user_id = u.id
  JOIN parties p ON p.id = m.party_id AND p.status <> 'PROVISIONAL'
  WHERE u.email = `;

/**
 * Stores the token of a link, and returns it with when the link expires; null if it can no longer be used, or nobody with
 * its address is a member of a party.
 */
export const putLinkToken = one<StoredToken & { expiresAt: Date }, PutToken & { id: Id<'sil'>; now: Date }>(
  'sign_in_put_token',
  `UPDATE sign_in_links l SET ${putToken}
   WHERE l.id = $id AND l.used_at IS NULL AND l.expires_at > $now AND EXISTS (SELECT ${ofAddress} l.email)
   RETURNING ${storedToken}, l.expires_at`,
);

/** An open link with its address. */
export type OpenLink = { id: Id<'sil'>; email: string; keyId: string; sealedReturnTo: Buffer };

/** Returns the link of a token that can be used now, or null. */
export const findOpenLink = one<OpenLink, [hash: Buffer, now: Date]>(
  'sign_in_open_link',
  `SELECT id, email, secret_id AS key_id, sealed_return_to FROM sign_in_links
   WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
);

/** Uses a link up. Returns false if it was used before or has expired. */
export const markLinkUsed = hits<[id: Id<'sil'>, now: Date]>(
  'sign_in_use_link',
  `UPDATE sign_in_links SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2`,
);

/** A party that the holder of an address may act for, and the user that the holder is there. */
export type Seat = { partyId: Id<'pty'>; userId: Id<'usr'>; partyName: string; userName: string; role: Role };

/** Returns up to a hundred parties that the holder of an address may act for, the one of the last session first. */
export const listSeats = many<Seat, [email: string]>(
  'sign_in_seats',
  `SELECT m.party_id, u.id AS user_id, p.name AS party_name, u.name AS user_name, m.role ${ofAddress} $1
   ORDER BY (SELECT k.id FROM api_keys k WHERE k.created_by = u.id AND k.party_id = m.party_id
     AND k.signed_in_at IS NOT NULL ORDER BY k.id DESC LIMIT 1) DESC NULLS LAST, m.created_at, m.party_id LIMIT 100`,
);

/**
 * Locks the membership of a user, who has this address if one is given. Returns false if the user is no longer a member.
 */
export const lockMembership = hits<{ partyId: Id<'pty'>; userId: Id<'usr'>; email: string | null }>(
  'sign_in_lock_seat',
  `SELECT m.role FROM members m JOIN users u ON u.id = m.user_id
   WHERE m.party_id = $partyId AND m.user_id = $userId AND ($email::text IS NULL OR u.email = $email) FOR SHARE OF m`,
);

/** Returns the name and the address of a user who can sign in, or null. */
export const findPerson = one<{ name: string; email: string }, [userId: Id<'usr'>]>(
  'sign_in_person',
  'SELECT name, email FROM users WHERE id = $1 AND email IS NOT NULL',
);

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

export const insertSession = run<NewSession>(
  'sign_in_insert_session',
  `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, created_at, created_by, signed_in_at,
     expires_at)
   VALUES ($id, $partyId, 'Browser session', $prefix, $hash, $scopes::text[], $environment, $now, $userId,
     $signedInAt, $expiresAt)`,
);

/** The user of a party, and which browser sessions: the one with this id or, if it is null, all of the person. */
type WhichSessions = { partyId: Id<'pty'>; userId: Id<'usr'>; sessionId: Id<'apy'> | null; now: Date };

const ofPerson = `k.signed_in_at IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > $now
     AND k.created_by IN (SELECT o.id FROM users u JOIN users o ON o.email = u.email WHERE u.id = $userId)`;

/**
 * Locks the membership of a user, and then the open browser sessions of all users with the same address in the order of
 * their ids, or the one with this id.
 */
export const lockSessions = many<{ id: Id<'apy'> }, WhichSessions>(
  'sign_in_lock_sessions',
  `WITH member AS MATERIALIZED (
     SELECT user_id FROM members WHERE party_id = $partyId AND user_id = $userId FOR SHARE)
   SELECT k.id FROM api_keys k WHERE EXISTS (SELECT FROM member) AND ($sessionId::uuid IS NULL OR k.id = $sessionId)
     AND ${ofPerson}
   ORDER BY k.id FOR NO KEY UPDATE OF k`,
);

/** Returns whether all users with the address of this one have other open browser sessions than these. */
export const hasOtherSessions = hits<{ userId: Id<'usr'>; ids: readonly string[]; now: Date }>(
  'sign_in_other_sessions',
  `SELECT FROM api_keys k WHERE k.id <> ALL ($ids::uuid[]) AND ${ofPerson} LIMIT 1`,
);

/** Ends browser sessions that the transaction has locked. */
export const markSessionsEnded = run<[ids: readonly string[], now: Date]>(
  'sign_in_end_sessions',
  `UPDATE api_keys SET revoked_at = $2, revoked_by = created_by
   WHERE id = ANY ($1::uuid[]) AND signed_in_at IS NOT NULL AND revoked_at IS NULL`,
);

/** Deletes up to `count` links that expired before `time`, with their mails. Returns how many. */
export const deleteLinksBefore = run<[time: Date, count: number]>(
  'sign_in_delete_links',
  `WITH old AS (DELETE FROM sign_in_links WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM sign_in_links WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING id), mail AS (DELETE FROM mails WHERE kind = 'signIn' AND resource_id IN (SELECT id FROM old))
   SELECT id FROM old`,
);

/** Somebody who can sign in. */
export type Person = { email: string; partyName: string };

/** Returns the members of all parties who came first: for the sandbox's mailbox page only. */
export const listFirstPeople = many<Person, [count: number]>(
  'sign_in_first_people',
  `SELECT u.email, p.name AS party_name FROM members m JOIN users u ON u.id = m.user_id JOIN parties p ON p.id = m.party_id
   WHERE u.email IS NOT NULL ORDER BY m.created_at, m.id LIMIT $1`,
);
