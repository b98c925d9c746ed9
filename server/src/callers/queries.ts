import { bytesArray, plainArray } from '../db/arrays.ts';
import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

export type CredentialRow = {
  place: string;
  kind: 'apiKey' | 'agentKey';
  id: Id<'apy'> | Id<'agk'>;
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  keyPrefix: string;
  /** Null for an agent key: its scopes are the same for all. */
  scopes: string[] | null;
  agentId: Id<'agt'> | null;
  agentIsActive: boolean;
};

// Unusable credentials (revoked, of an agent that was revoked) are not found at all: one answer for all of them.
const byHash = statement<CredentialRow>(
  'callers_by_hash',
  `SELECT n.place::text, 'apiKey' AS kind, k.id, k.party_id AS "partyId", k.created_by AS "userId",
          k.prefix AS "keyPrefix", k.scopes, n.agent_id AS "agentId",
          n.agent_id IS NULL OR EXISTS (SELECT FROM agents a
            WHERE a.id = n.agent_id AND a.party_id = k.party_id AND a.status = 'ACTIVE') AS "agentIsActive"
   FROM unnest($1::bytea[], $2::uuid[]) WITH ORDINALITY AS n (hash, agent_id, place)
   JOIN api_keys k ON k.hash = n.hash
   WHERE k.revoked_at IS NULL
   UNION ALL
   SELECT n.place::text, 'agentKey', k.id, k.party_id, k.created_by, k.prefix, NULL, k.agent_id, true
   FROM unnest($1::bytea[], $2::uuid[]) WITH ORDINALITY AS n (hash, agent_id, place)
   JOIN agent_keys k ON k.hash = n.hash
   JOIN agents a ON a.id = k.agent_id
   WHERE k.revoked_at IS NULL AND a.status = 'ACTIVE'`,
);

/** The usable credentials behind these hashes; `place` is the position asked for, from 1. */
export function findCredentials(
  db: Queryable,
  wanted: ReadonlyArray<{ hash: Buffer; agentId: Id<'agt'> | null }>,
): Promise<CredentialRow[]> {
  const hashes = bytesArray(wanted.map((each) => each.hash));
  return rows(db, byHash, [hashes, plainArray(wanted.map((each) => each.agentId))]);
}

const touchApiKeys = statement(
  'callers_touch_api_keys',
  `
  UPDATE api_keys SET last_used_at = $2 WHERE id = ANY (ARRAY(SELECT id FROM api_keys WHERE id = ANY($1::uuid[]) ORDER BY id))`,
);
const touchAgentKeys = statement(
  'callers_touch_agent_keys',
  `
  UPDATE agent_keys SET last_used_at = $2 WHERE id = ANY (ARRAY(SELECT id FROM agent_keys WHERE id = ANY($1::uuid[]) ORDER BY id))`,
);

/** Notes when keys were last used. */
export async function touchCredentials(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await rows(db, touchApiKeys, [plainArray(ids), now.toISOString()]);
  await rows(db, touchAgentKeys, [plainArray(ids), now.toISOString()]);
}
