import {
  type KeyStatus,
  keyStatusAt,
  lastUseAsRecorded,
  lastUseOf,
  sessionIdle,
} from '../../db/key-status.ts';
import { asRecorded } from '../../db/recorded.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { many, one, type Queryable, run, value } from '../../db/sql.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { Scope } from '../../scopes.ts';
import type { Role } from '../../http/roles.ts';
import type { ApiKeysQuery } from './schema.ts';

export type ApiKeyRow = {
  id: Id<'apy'>;
  partyId: Id<'pty'>;
  prefix: string;
  name: string;
  scopes: readonly Scope[];
  environment: 'sandbox' | 'prod';
  status: KeyStatus;
  tags: Tags | null;
  createdAt: Date;
  createdBy: Id<'usr'>;
  expiresAt: Date | null;
  /** When its user signed in, if it is a browser session; null for a key that programs use. */
  signedInAt: Date | null;
  lastUsedAt: Date | null;
  /** When a rotation replaced it; null if none has. */
  rotatedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

/** Stores a key, with the hash of its secret instead of the secret. */
export const insertApiKey = run<ApiKeyRow & { hash: Buffer }>(
  'api_keys_insert',
  `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, tags, created_at, created_by,
     expires_at)
   VALUES ($id, $partyId, $name, $prefix, $hash, $scopes::text[], $environment, $tags, $createdAt, $createdBy,
     $expiresAt)`,
);

const lastUse = lastUseOf('api_keys.id');
const statusBy = (used: string) => `CASE WHEN revoked_at IS NULL AND signed_in_at IS NOT NULL
  AND coalesce(${used}, created_at) <= $now::timestamptz - ${sessionIdle} THEN 'EXPIRED'
  ELSE ${keyStatusAt('$now::timestamptz')} END`;
const columnsWith = (
  used: string,
) => `id, party_id, prefix, name, scopes, environment, ${statusBy(used)} AS status,
  tags, created_at, created_by, expires_at, signed_in_at, ${used} AS last_used_at, rotated_at, revoked_at, revoked_by`;
const columns = columnsWith(lastUse);

type ApiKeyFilter = Pick<ApiKeysQuery, FilterOf<ApiKeysQuery>>;
const filters = rowFilters<keyof ApiKeyFilter>({
  status: ['text', (wanted) => `${statusBy(lastUse)} = ${wanted}`],
});

/** Returns up to `count` keys of the party that the filters let pass, below an id, newest first. */
export const listApiKeysBefore = many<ApiKeyRow, ListPage & ApiKeyFilter & { now: Date }>(
  'api_keys_list',
  `SELECT ${columns} FROM api_keys
   WHERE party_id = $partyId AND NOT is_grant AND id < $before AND ${filters} ORDER BY id DESC LIMIT $count`,
);

export const findApiKey = one<ApiKeyRow, { partyId: Id<'pty'>; now: Date; id: Id<'apy'> }>(
  'api_keys_find',
  `SELECT ${columns} FROM api_keys WHERE party_id = $partyId AND id = $id AND NOT is_grant`,
);

/**
 * Locks the memberships of the user and of who made the keys, by user, and then keys of the party in the order of their
 * ids.
 */
export const lockApiKeys = run<{ partyId: Id<'pty'>; userId: Id<'usr'>; ids: readonly string[] }>(
  'api_keys_lock_for_revocation',
  `WITH member AS MATERIALIZED (
     SELECT user_id FROM members WHERE party_id = $partyId AND (user_id = $userId OR user_id IN (
       SELECT created_by FROM api_keys WHERE party_id = $partyId AND id = ANY ($ids::uuid[])))
     ORDER BY user_id FOR SHARE)
   SELECT k.id FROM api_keys k WHERE (SELECT count(*) FROM member) > 0
     AND k.party_id = $partyId AND k.id = ANY ($ids::uuid[])
   ORDER BY k.id FOR NO KEY UPDATE OF k`,
);

/** Returns the role of a user in the party; null if the user is no member of it. */
export const roleOf = value<Role, [partyId: Id<'pty'>, userId: Id<'usr'>]>(
  'api_keys_role_of',
  'SELECT role FROM members WHERE party_id = $1 AND user_id = $2',
);

/** Lets a key end at a time, since another one replaces it, and returns it. Returns null if it was revoked or rotated. */
export const markApiKeyRotated = one<
  ApiKeyRow,
  { partyId: Id<'pty'>; now: Date; id: Id<'apy'>; expiresAt: Date | null }
>(
  'api_keys_rotate',
  `UPDATE api_keys SET rotated_at = $now, expires_at = $expiresAt
   WHERE party_id = $partyId AND id = $id AND revoked_at IS NULL AND rotated_at IS NULL RETURNING ${columns}`,
);

/** Revokes a key of the party that is not revoked, and returns it. Returns null if there is none. */
export const markApiKeyRevoked = one<
  ApiKeyRow,
  { partyId: Id<'pty'>; now: Date; id: Id<'apy'>; userId: Id<'usr'> | null }
>(
  'api_keys_revoke',
  `UPDATE api_keys SET revoked_at = $now, revoked_by = $userId
   WHERE party_id = $partyId AND id = $id AND revoked_at IS NULL RETURNING ${columns}`,
);

const revokeOf = many<
  RevokedKey & { isListed: boolean },
  { partyId: Id<'pty'>; userId: Id<'usr'>; now: Date; revokerId: Id<'usr'> }
>(
  'api_keys_revoke_of',
  `UPDATE api_keys SET revoked_at = $now, revoked_by = $revokerId WHERE id = ANY (ARRAY(
     SELECT id FROM api_keys WHERE party_id = $partyId AND created_by = $userId AND revoked_at IS NULL
     ORDER BY id FOR NO KEY UPDATE))
   RETURNING id, CASE WHEN expires_at <= $now THEN 'EXPIRED' ELSE 'ACTIVE' END AS "from",
     signed_in_at IS NULL AND NOT is_grant AS is_listed`,
);

/** A key that was revoked, with the state that it had. */
export type RevokedKey = { id: Id<'apy'>; from: 'ACTIVE' | 'EXPIRED' };

/**
 * Revokes the keys of the party that a user made and that are not revoked, browser sessions and OAuth grants included.
 * Returns the keys without those.
 */
export async function markApiKeysRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  userId: Id<'usr'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<RevokedKey[]> {
  const revoked = await revokeOf(tx, { partyId, userId, now: by.now, revokerId: by.userId });
  return revoked.filter(({ isListed }) => isListed);
}

/** A key as an event recorded it, with its state at a time. */
export const apiKeyAsRecorded = asRecorded<ApiKeyRow>(
  'api_keys_as_recorded',
  'api_keys',
  (row) => `SELECT ${columnsWith(lastUseAsRecorded)} FROM ${row} k WHERE party_id = $partyId`,
);
