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

type Credential = Pick<Actor, 'partyId' | 'credentialId' | 'userId'>;

/** The role of the user of a credential, null for an agent key; and when the credential expires, if it does. */
type LockedCredential = { role: string | null; expiresAt: Date | null };

// The member is locked first: the query of a WITH clause runs before the row that it is joined to is locked.
const lockApiKey = one<LockedCredential, Credential>(
  'idempotency_lock_api_key',
  `WITH member AS MATERIALIZED (
     SELECT user_id, role FROM members WHERE party_id = $partyId AND user_id = $userId FOR SHARE)
   SELECT m.role, k.expires_at FROM member m JOIN api_keys k ON k.created_by = m.user_id
   WHERE k.party_id = $partyId AND k.id = $credentialId AND k.revoked_at IS NULL FOR SHARE OF k`,
);
const lockAgentKey = one<LockedCredential, Credential>(
  'idempotency_lock_agent_key',
  `SELECT NULL AS role, expires_at FROM agent_keys
   WHERE party_id = $partyId AND id = $credentialId AND created_by = $userId AND revoked_at IS NULL FOR SHARE`,
);

/**
 * Returns the credential of the actor unless it was revoked or its user is no longer a member, and locks it and the
 * member, so that it stays usable and the role the same until the transaction ends. Whether it has expired is for the
 * caller, who learns the time in the same round trip.
 */
export function lockCredential(tx: Queryable, actor: Actor): Promise<LockedCredential | null> {
  return (actor.kind === 'agentKey' ? lockAgentKey : lockApiKey)(tx, actor);
}

/** Locks an agent of the party until the transaction ends, and returns its status; null if there is no such agent. */
export const lockAgentStatus = value<AgentStatus, [partyId: Id<'pty'>, agentId: Id<'agt'>]>(
  'idempotency_lock_agent',
  `SELECT status FROM agents WHERE party_id = $1 AND id = $2 FOR SHARE`,
);
