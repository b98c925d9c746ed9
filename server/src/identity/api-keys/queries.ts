import { type KeyStatus, keyStatusAt } from '../../db/key-status.ts';
import { type Recorded, recordedRow } from '../../db/recorded.ts';
import { type FilterOf, rowFilters } from '../../db/filters.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
import { textArray, uuidArray } from '../../db/arrays.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { Scope } from '../../scopes.ts';
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
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

const insert = statement(
  'api_keys_insert',
  `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, tags, created_at, created_by, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** Stores a key, with the hash of its secret instead of the secret. */
export async function insertApiKey(tx: Queryable, key: ApiKeyRow, hash: Buffer): Promise<void> {
  const { id, partyId, name, prefix, scopes, environment, tags, createdAt, createdBy, expiresAt } = key;
  const facts = [id, partyId, name, prefix, hash, textArray(scopes), environment, tags];
  await rows(tx, insert, [...facts, createdAt.toISOString(), createdBy, expiresAt?.toISOString() ?? null]);
}

// In every statement $1 is the party and $2 the time, unless an event shows the key.
const columnsAt = (
  status: string,
): string => `id, party_id AS "partyId", prefix, name, scopes, environment, ${status} AS status, tags,
  created_at AS "createdAt", created_by AS "createdBy", expires_at AS "expiresAt", last_used_at AS "lastUsedAt",
  revoked_at AS "revokedAt", revoked_by AS "revokedBy"`;
const status = keyStatusAt('$2::timestamptz');
const columns = columnsAt(status);

type ApiKeyFilter = Pick<ApiKeysQuery, FilterOf<ApiKeysQuery>>;
const filters = rowFilters<keyof ApiKeyFilter>(5, { status: ['text', (wanted) => `${status} = ${wanted}`] });

const list = statement<ApiKeyRow>(
  'api_keys_list',
  `SELECT ${columns} FROM api_keys
   WHERE party_id = $1 AND signed_in_at IS NULL AND id < $3 AND ${filters.wanted} ORDER BY id DESC LIMIT $4`,
);

/** Returns up to `count` keys of the party that the filters let pass, below an id, newest first. */
export function listApiKeysBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: ApiKeyFilter,
  now: Date,
  before: string,
  count: number,
): Promise<ApiKeyRow[]> {
  return rows(db, list, [partyId, now.toISOString(), before, count, ...filters.values(query)]);
}

const find = statement<ApiKeyRow>(
  'api_keys_find',
  `SELECT ${columns} FROM api_keys WHERE party_id = $1 AND signed_in_at IS NULL AND id = $3`,
);

/** Returns a key of the party, or null. */
export function findApiKey(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apy'>,
  now: Date,
): Promise<ApiKeyRow | null> {
  return firstRow(db, find, [partyId, now.toISOString(), id]);
}

const lockForRevocation = statement<{ id: string }>(
  'api_keys_lock_for_revocation',
  `WITH member AS MATERIALIZED (
     SELECT user_id FROM members WHERE party_id = $1 AND user_id = $2 FOR SHARE)
   SELECT k.id FROM member m JOIN api_keys k ON k.party_id = $1 AND k.id = ANY ($3::uuid[])
   ORDER BY k.id FOR NO KEY UPDATE OF k`,
);

/** Locks the membership of the user, and then keys of the party in the order of their ids. */
export async function lockApiKeys(
  tx: Queryable,
  partyId: Id<'pty'>,
  userId: Id<'usr'>,
  ids: readonly string[],
): Promise<void> {
  await rows(tx, lockForRevocation, [partyId, userId, uuidArray(ids)]);
}

const revoke = statement<ApiKeyRow>(
  'api_keys_revoke',
  `UPDATE api_keys SET revoked_at = $2, revoked_by = $4
   WHERE party_id = $1 AND id = $3 AND revoked_at IS NULL RETURNING ${columns}`,
);

/** Revokes a key of the party that is not revoked, and returns it. Returns null if there is none. */
export function markApiKeyRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apy'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<ApiKeyRow | null> {
  return firstRow(tx, revoke, [partyId, by.now.toISOString(), id, by.userId]);
}

const revokeOf = statement<RevokedKey & { isSession: boolean }>(
  'api_keys_revoke_of',
  `UPDATE api_keys SET revoked_at = $3, revoked_by = $4 WHERE id = ANY (ARRAY(
     SELECT id FROM api_keys WHERE party_id = $1 AND created_by = $2 AND revoked_at IS NULL
     ORDER BY id FOR NO KEY UPDATE))
   RETURNING id, CASE WHEN expires_at <= $3 THEN 'EXPIRED' ELSE 'ACTIVE' END AS "from",
     signed_in_at IS NOT NULL AS "isSession"`,
);

/** A key that was revoked, with the state that it had. */
export type RevokedKey = { id: Id<'apy'>; from: 'ACTIVE' | 'EXPIRED' };

/**
 * Revokes the keys of the party that a user made and that are not revoked, browser sessions included. Returns the keys
 * without the sessions.
 */
export async function markApiKeysRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  userId: Id<'usr'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<RevokedKey[]> {
  const revoked = await rows(tx, revokeOf, [partyId, userId, by.now.toISOString(), by.userId]);
  return revoked.filter(({ isSession }) => !isSession);
}

const recordedApiKey = statement<ApiKeyRow>(
  'api_keys_as_recorded',
  `SELECT ${columnsAt(keyStatusAt('$4::timestamptz'))} FROM ${recordedRow('api_keys')} k WHERE party_id = $1`,
);

/** Returns a key as an event recorded it, with its state at a time; or null. */
export function findApiKeyAsRecorded(
  db: Queryable,
  partyId: Id<'pty'>,
  recorded: Recorded,
  now: Date,
): Promise<ApiKeyRow | null> {
  return firstRow(db, recordedApiKey, [partyId, recorded.id, recorded.snapshot, now.toISOString()]);
}
