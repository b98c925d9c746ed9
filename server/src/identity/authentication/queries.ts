import { lastUseOf, sessionIdle } from '../../db/key-status.ts';
import { many, type Queryable, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { KeyKind } from '../../lib/secret.ts';
import type { Role } from '../../http/roles.ts';
import type { AgentReads } from '../../terms/agent-reads.ts';
import type { OauthResource, OauthScope } from '../../scopes.ts';

export type CredentialRow = {
  kind: 'apiKey' | 'agentKey';
  /** In hex. */
  hash: string;
  id: Id<'apy'> | Id<'agk'>;
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  keyPrefix: string;
  /** Null for an agent key: all agent keys have the same scopes. An OAuth grant of an agent may have fewer. */
  scopes: string[] | null;
  /** The role of an API key's user in the party; null for an agent key. */
  role: Role | null;
  /** The agent of an agent key; null for an API key. */
  agentId: Id<'agt'> | null;
  /** What that agent reads; null for an API key. */
  reads: AgentReads | null;
  /** By the service's clock; null if it never expires. */
  expiresAt: Date | null;
  /** When the user signed in, for a browser session; otherwise null. */
  signedInAt: Date | null;
  /** Of an access token: when it ends, its OAuth grant has the id of the credential, and what that is for. Else null. */
  tokenExpiresAt: Date | null;
  resource: OauthResource | null;
  granted: OauthScope[] | null;
  /** How far the service's clock is ahead of real time. */
  clockOffset_ms: bigint;
};

const offset = '(SELECT clock_offset_ms FROM installation)';
const clockOffset = `${offset} AS clock_offset_ms`;
const noToken = 'NULL::timestamptz AS token_expires_at, NULL AS resource, NULL::text[] AS granted';
const ofMember = `(SELECT role FROM members WHERE party_id = k.party_id AND user_id = k.created_by LIMIT 1) m`;
const apiKey = `SELECT 'apiKey' AS kind, encode(k.hash, 'hex') AS hash, k.id, k.party_id,
            k.created_by AS user_id, k.prefix AS key_prefix, k.scopes, m.role, NULL::uuid AS agent_id, NULL AS reads,
            k.expires_at, k.signed_in_at, ${noToken}, ${clockOffset}
     FROM api_keys k CROSS JOIN LATERAL
       ${ofMember}
     WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL`;

function byHashes(name: string, text: string) {
  return many<CredentialRow, [hashes: readonly Buffer[]]>(name, text);
}

// A revoked credential, or one of a revoked agent or a former member, is not found at all, so that every unusable key
// gets the same response. LIMIT keeps the planner from reading all members. Whether it has expired is for the
// authenticator, which knows the service's clock.
const byHash = {
  sk: byHashes('authentication_api_keys_by_hash', `${apiKey} AND k.signed_in_at IS NULL`),
  ss: byHashes(
    'authentication_browser_sessions_by_hash',
    `${apiKey} AND k.signed_in_at IS NOT NULL
       AND coalesce(${lastUseOf('k.id')}, k.created_at) > now() + ${offset} * interval '1 ms' - ${sessionIdle}`,
  ),
  ak: byHashes(
    'authentication_agent_keys_by_hash',
    `SELECT 'agentKey' AS kind, encode(k.hash, 'hex') AS hash, k.id, k.party_id, k.created_by AS user_id,
            k.prefix AS key_prefix, NULL AS scopes, NULL AS role, k.agent_id, a.reads,
            k.expires_at, NULL::timestamptz AS signed_in_at, ${noToken}, ${clockOffset}
     FROM agent_keys k JOIN agents a ON a.id = k.agent_id
     WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL AND a.status <> 'REVOKED'`,
  ),
  at: byHashes(
    'authentication_access_tokens_by_hash',
    `WITH token AS MATERIALIZED (
       SELECT encode(t.id_hash, 'hex') AS hash, t.expires_at AS token_expires_at, g.id, g.resource, g.scopes AS granted
       FROM oauth_artifacts t JOIN oauth_grants g ON g.id = t.grant_id
       WHERE t.kind = 'AccessToken' AND t.id_hash = ANY ($1::bytea[]))
     SELECT 'apiKey' AS kind, t.hash, k.id, k.party_id, k.created_by AS user_id, k.prefix AS key_prefix, k.scopes, m.role,
            NULL::uuid AS agent_id, NULL AS reads, k.expires_at, NULL::timestamptz AS signed_in_at,
            t.token_expires_at, t.resource, t.granted, ${clockOffset}
     FROM token t JOIN api_keys k ON k.id = t.id CROSS JOIN LATERAL ${ofMember}
     WHERE k.revoked_at IS NULL
     UNION ALL
     SELECT 'agentKey', t.hash, k.id, k.party_id, k.created_by, k.prefix, k.scopes, NULL,
            k.agent_id, a.reads, k.expires_at, NULL, t.token_expires_at, t.resource, t.granted, ${clockOffset}
     FROM token t JOIN agent_keys k ON k.id = t.id JOIN agents a ON a.id = k.agent_id
     WHERE k.revoked_at IS NULL AND a.status <> 'REVOKED'`,
  ),
};

/** Returns the credentials of one kind with these hashes (in hex) that are not revoked. */
export function findCredentials(
  db: Queryable,
  kind: KeyKind,
  hashes: readonly string[],
): Promise<CredentialRow[]> {
  return byHash[kind](
    db,
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  );
}

export type KnownAgent = { id: Id<'agt'>; partyId: Id<'pty'>; reads: AgentReads };

/** Returns the agents with these ids that are not revoked, each with its party. A suspended agent may still read. */
export const findKnownAgents = many<KnownAgent, [ids: ReadonlyArray<Id<'agt'>>]>(
  'authentication_known_agents',
  `SELECT id, party_id, reads FROM agents WHERE id = ANY ($1::uuid[]) AND status <> 'REVOKED'`,
);

/**
 * Records that keys were used at `now`, which is real time; it is stored as the service's time. The ids are in order, so
 * that servers which record the same keys wait for each other, and never for a change of a key.
 */
export const recordUses = run<[ids: readonly string[], now: Date]>(
  'authentication_record_uses',
  `INSERT INTO key_uses (key_id, last_used_at)
   SELECT id, $2::timestamptz + ${offset} * interval '1 ms' FROM unnest($1::uuid[]) id
   ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at`,
);
