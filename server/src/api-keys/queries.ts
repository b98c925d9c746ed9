import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import { textArray } from '../db/arrays.ts';
import type { Tags } from '../engine/model/records.ts';
import type { Id } from '../lib/id.ts';
import type { Scope } from '../scopes.ts';

export type ApiKeyRow = {
  id: Id<'apy'>;
  partyId: Id<'pty'>;
  prefix: string;
  name: string;
  scopes: readonly Scope[];
  environment: 'sandbox' | 'prod';
  tags: Tags | null;
  createdAt: Date;
  createdBy: Id<'usr'>;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

const insert = statement(
  'api_keys_insert',
  `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, tags, created_at, created_by)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** Stores a key, with the hash of its secret instead of the secret. */
export async function insertApiKey(tx: Queryable, key: ApiKeyRow, hash: Buffer): Promise<void> {
  const { id, partyId, name, prefix, scopes, environment, tags, createdAt, createdBy } = key;
  const time = createdAt.toISOString();
  const facts = [id, partyId, name, prefix, hash, textArray(scopes), environment, tags];
  await rows(tx, insert, [...facts, time, createdBy]);
}

const revoke = statement<{ id: string }>(
  'api_keys_revoke',
  `UPDATE api_keys SET revoked_at = $3, revoked_by = $4 WHERE party_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id`,
);

/** Revokes an active key of the party. Returns false if there is none. */
export async function markApiKeyRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apy'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<boolean> {
  return (await firstRow(tx, revoke, [partyId, id, by.now.toISOString(), by.userId])) !== null;
}
