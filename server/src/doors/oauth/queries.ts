import { hits, one, run, value } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';

/** What the flows keep meanwhile. */
export const artifactKinds = [
  'Interaction',
  'AuthorizationCode',
  'DeviceCode',
  'AccessToken',
  'RefreshToken',
] as const;
export type ArtifactKind = (typeof artifactKinds)[number];

export type Artifact = {
  payload: Record<string, unknown>;
  grantId: Id<'ogr'> | null;
  createdAt: Date;
  expiresAt: Date;
  consumedAt: Date | null;
};

type Name = { kind: ArtifactKind; idHash: Buffer };

/** Stores an artifact, or what it has become. */
export const storeArtifact = run<
  Name & {
    grantId: string | null;
    userCodeHash: Buffer | null;
    payload: object;
    createdAt: Date;
    expiresAt: Date;
  }
>(
  'oauth_store_artifact',
  `INSERT INTO oauth_artifacts (kind, id_hash, grant_id, user_code_hash, payload, created_at, expires_at)
   VALUES ($kind, $idHash, $grantId, $userCodeHash, $payload, $createdAt, $expiresAt)
   ON CONFLICT (kind, id_hash) DO UPDATE SET payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`,
);

const columns = 'payload, grant_id, created_at, expires_at, consumed_at';
export const findArtifact = one<Artifact, Name>(
  'oauth_find_artifact',
  `SELECT ${columns} FROM oauth_artifacts WHERE kind = $kind AND id_hash = $idHash`,
);

export const findByUserCode = one<Artifact, [userCodeHash: Buffer]>(
  'oauth_find_by_user_code',
  `SELECT ${columns} FROM oauth_artifacts WHERE user_code_hash = $1`,
);

/** Marks an artifact as used. Returns false if it was used before, or is gone. */
export const consumeArtifact = hits<Name & { now: Date }>(
  'oauth_consume_artifact',
  `UPDATE oauth_artifacts SET consumed_at = $now WHERE kind = $kind AND id_hash = $idHash AND consumed_at IS NULL`,
);

export const deleteArtifact = run<Name>(
  'oauth_delete_artifact',
  'DELETE FROM oauth_artifacts WHERE kind = $kind AND id_hash = $idHash',
);

/**
 * Answers the device that shows a code, once: with a grant, or with an error of OAuth. Returns false if it was answered
 * before, or is over.
 */
export const answerDevice = hits<{
  userCodeHash: Buffer;
  grantId: string | null;
  answer: object;
  now: Date;
}>(
  'oauth_answer_device',
  `UPDATE oauth_artifacts SET grant_id = $grantId, payload = (payload::jsonb || $answer::jsonb)::json
   WHERE user_code_hash = $userCodeHash AND expires_at > $now AND consumed_at IS NULL
     AND NOT payload::jsonb ?| ARRAY['accountId', 'error']`,
);

const batch = `ARRAY(SELECT ctid FROM $table WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;
const deleteBefore = (table: string) =>
  run<[time: Date, count: number]>(
    `oauth_delete_${table}_before`,
    `DELETE FROM ${table} WHERE ctid = ANY (${batch.replace('$table', table)})`,
  );
export const deleteArtifactsBefore = deleteBefore('oauth_artifacts');
export const deleteClientsBefore = deleteBefore('oauth_clients');

/** Stores the registration of a program. */
export const insertClient = run<{ id: string; metadata: object; createdAt: Date; expiresAt: Date }>(
  'oauth_insert_client',
  `INSERT INTO oauth_clients (id, metadata, created_at, expires_at) VALUES ($id, $metadata, $createdAt, $expiresAt)`,
);

/** Returns the registration of a program at a time; null if there is none, or it is over. */
export const findClient = value<Record<string, unknown>, [id: string, now: Date]>(
  'oauth_find_client',
  'SELECT metadata FROM oauth_clients WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)',
);

/** Keeps the registration of a program that was given a grant. */
export const keepClient = run<[id: string]>(
  'oauth_keep_client',
  'UPDATE oauth_clients SET expires_at = NULL WHERE id = $1 AND expires_at IS NOT NULL',
);
