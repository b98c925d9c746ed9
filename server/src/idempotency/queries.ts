import { one, type Queryable, run, value } from '../db/sql.ts';
import type { Actor, KeyName } from '../engine/model/actor.ts';
import type { AgentStatus } from '../engine/model/state.ts';
import type { Id } from '../lib/id.ts';
import { nameOf } from './copies.ts';
import { keptForEver } from '../http/purpose-keys.ts';

const lockKey = run<[name: string]>(
  'idempotency_lock_key',
  'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))',
);

/** Locks an idempotency key until the transaction ends. Throws `lock_timeout`. */
export async function lockIdempotencyKey(tx: Queryable, name: KeyName): Promise<void> {
  await lockKey(tx, nameOf(name));
}

export type StoredResponse = { fingerprint: Buffer; status: number; body: string };

export const findResponse = one<StoredResponse, Pick<KeyName, 'route' | 'key'> & { partyId: Id<'pty'> }>(
  'idempotency_find',
  `SELECT fingerprint, status, body FROM idempotency_keys WHERE party_id = $partyId AND key = $key AND route = $route`,
);

export const insertResponse = run<
  Pick<KeyName, 'route' | 'key'> & StoredResponse & { now: Date } & { partyId: Id<'pty'> }
>(
  'idempotency_insert',
  `INSERT INTO idempotency_keys (party_id, route, key, fingerprint, status, body, created_at)
   VALUES ($partyId, $route, $key, $fingerprint, $status, $body, $now)`,
);

/**
 * Deletes up to `count` of the oldest responses that were stored before `time`, and returns how many it deleted. Those of a
 * purchase stay.
 */
export const deleteResponsesBefore = run<[time: Date, count: number]>(
  'idempotency_delete_before',
  `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM idempotency_keys WHERE created_at < $1 AND NOT starts_with(key, '${keptForEver}') ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

type Credential = Pick<Actor, 'partyId' | 'credentialId' | 'userId'> & { now: Date };
const isUsable = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $now)';
// The member is locked first: the query of a WITH clause runs before the row that it is joined to is locked.
const lockApiKey = one<{ role: string | null }, Credential>(
  'idempotency_lock_api_key',
  `WITH member AS MATERIALIZED (
     SELECT user_id, role FROM members WHERE party_id = $partyId AND user_id = $userId FOR SHARE)
   SELECT m.role FROM member m JOIN api_keys k ON k.created_by = m.user_id
   WHERE k.party_id = $partyId AND k.id = $credentialId AND ${isUsable} FOR SHARE OF k`,
);
const lockAgentKey = one<{ role: string | null }, Credential>(
  'idempotency_lock_agent_key',
  `SELECT NULL AS role FROM agent_keys WHERE party_id = $partyId AND id = $credentialId AND created_by = $userId AND ${isUsable} FOR SHARE`,
);

/**
 * Returns the role of the actor's user if the actor's key is neither revoked nor expired, and locks both, so that the key
 * stays usable and the role the same until the transaction ends. The role is null for an agent key. Returns null if the
 * key is not usable or its user is no longer a member.
 */
export function lockUsableCredential(
  tx: Queryable,
  actor: Actor,
  now: Date,
): Promise<{ role: string | null } | null> {
  return (actor.kind === 'agentKey' ? lockAgentKey : lockApiKey)(tx, { ...actor, now });
}

/** Locks an agent of the party until the transaction ends, and returns its status; null if there is no such agent. */
export const lockAgentStatus = value<AgentStatus, [partyId: Id<'pty'>, agentId: Id<'agt'>]>(
  'idempotency_lock_agent',
  `SELECT status FROM agents WHERE party_id = $1 AND id = $2 FOR SHARE`,
);
