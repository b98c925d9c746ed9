import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Actor, KeyName } from '../engine/model/actor.ts';
import type { Id } from '../lib/id.ts';

const lockKey = statement(
  'idempotency_lock_key',
  'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))',
);

/** Waits until no other transaction has this key; fails with 55P03 after the lock time-out. */
export async function lockIdempotencyKey(
  tx: Queryable,
  partyId: Id<'pty'>,
  { route, key }: Pick<KeyName, 'route' | 'key'>,
): Promise<void> {
  await rows(tx, lockKey, [`${partyId} ${route} ${key}`]);
}

export type StoredResponse = { fingerprint: Buffer; status: number; body: string };

const find = statement<StoredResponse>(
  'idempotency_find',
  'SELECT fingerprint, status, body FROM idempotency_keys WHERE party_id = $1 AND key = $2 AND route = $3',
);

export function findResponse(
  tx: Queryable,
  partyId: Id<'pty'>,
  { route, key }: Pick<KeyName, 'route' | 'key'>,
): Promise<StoredResponse | null> {
  return firstRow(tx, find, [partyId, key, route]);
}

const insert = statement(
  'idempotency_insert',
  `INSERT INTO idempotency_keys (party_id, route, key, fingerprint, status, body, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function insertResponse(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: Pick<KeyName, 'route' | 'key'> & StoredResponse & { now: Date },
): Promise<void> {
  const { route, key, fingerprint, status, body, now } = row;
  await rows(tx, insert, [partyId, route, key, fingerprint, status, body, now.toISOString()]);
}

const deleteBefore = statement<{ route: string }>(
  'idempotency_delete_before',
  `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM idempotency_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
   RETURNING route`,
);

/** Removes up to so many of the oldest answers that were stored before a time; answers how many. */
export async function deleteResponsesBefore(db: Queryable, time: Date, count: number): Promise<number> {
  return (await rows(db, deleteBefore, [time.toISOString(), count])).length;
}

const savepoint = statement('idempotency_savepoint', 'SAVEPOINT work');
const undo = statement('idempotency_undo', 'ROLLBACK TO SAVEPOINT work');

export async function markSavepoint(tx: Queryable): Promise<void> {
  await rows(tx, savepoint, []);
}

export async function undoToSavepoint(tx: Queryable): Promise<void> {
  await rows(tx, undo, []);
}

const keyTables = { apiKey: 'api_keys', agentKey: 'agent_keys' } as const;
const lockCredential = {
  apiKey: lockOf('apiKey'),
  agentKey: lockOf('agentKey'),
};

function lockOf(kind: keyof typeof keyTables) {
  return statement<{ id: string }>(
    `idempotency_lock_${keyTables[kind]}`,
    `SELECT id FROM ${keyTables[kind]} WHERE party_id = $1 AND id = $2 AND revoked_at IS NULL FOR SHARE`,
  );
}

/** Is the key that asks still active? If so it stays so until the transaction ends. */
export async function lockActiveCredential(
  tx: Queryable,
  { kind, partyId, credentialId }: Actor,
): Promise<boolean> {
  return (await firstRow(tx, lockCredential[kind], [partyId, credentialId])) !== null;
}

const lockAgent = statement<{ id: string }>(
  'idempotency_lock_agent',
  `SELECT id FROM agents WHERE party_id = $1 AND id = $2 AND status = 'ACTIVE' FOR SHARE`,
);

/** Is the acting agent still active? */
export async function lockActiveAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
): Promise<boolean> {
  return (await firstRow(tx, lockAgent, [partyId, agentId])) !== null;
}
