import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Actor, KeyName } from '../engine/model/actor.ts';
import type { Id } from '../lib/id.ts';
import { nameOf } from './copies.ts';

const lockKey = statement(
  'idempotency_lock_key',
  'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))',
);

/** Locks an idempotency key until the transaction ends. Throws `lock_timeout`. */
export async function lockIdempotencyKey(tx: Queryable, name: KeyName): Promise<void> {
  await rows(tx, lockKey, [nameOf(name)]);
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

/** Deletes up to `count` of the oldest responses that were stored before `time`, and returns how many it deleted. */
export async function deleteResponsesBefore(db: Queryable, time: Date, count: number): Promise<number> {
  return (await rows(db, deleteBefore, [time.toISOString(), count])).length;
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

/** Returns whether the actor's key is active. If so, locks it, so that it stays active until the transaction ends. */
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

/** Returns whether the agent is active. If so, locks it, so that it stays active until the transaction ends. */
export async function lockActiveAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
): Promise<boolean> {
  return (await firstRow(tx, lockAgent, [partyId, agentId])) !== null;
}
