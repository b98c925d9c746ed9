import { type KeyStatus, keyStatusAt, lastUseOf } from '../../db/key-status.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { column, hits, many, one, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { type OauthResource, type OauthScope, type Scope } from '../../scopes.ts';
import type { OauthGrantsQuery } from './schema.ts';

export type OauthGrantRow = {
  id: Id<'ogr'>;
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  /** Null if the program acts as the user. */
  agentId: Id<'agt'> | null;
  clientId: string;
  clientName: string | null;
  clientHost: string | null;
  scopes: readonly OauthScope[];
  resource: OauthResource;
  /** Of its credential. */
  prefix: string;
  status: KeyStatus;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

const status = keyStatusAt('$now::timestamptz');
const ofCredential = 'prefix, expires_at, revoked_at, revoked_by';
// The credential has the id of the grant, in one of two tables.
const grants = `SELECT g.id, g.party_id, g.user_id, g.agent_id, g.client_id, g.client_name, g.client_host, g.scopes,
    g.resource, g.created_at, ${status} AS status, ${lastUseOf('g.id')} AS last_used_at, ${ofCredential}
  FROM oauth_grants g CROSS JOIN LATERAL (
    SELECT ${ofCredential} FROM agent_keys WHERE id = g.id AND g.agent_id IS NOT NULL
    UNION ALL SELECT ${ofCredential} FROM api_keys WHERE id = g.id AND g.agent_id IS NULL) k`;
const ofParty = `${grants} WHERE g.party_id = $partyId`;

type GrantFilter = Pick<OauthGrantsQuery, FilterOf<OauthGrantsQuery>>;
const filters = rowFilters<keyof GrantFilter>({ status: ['text', (wanted) => `${status} = ${wanted}`] });

/** Returns up to `count` grants of the party that the filters let pass, below an id, newest first. */
export const listGrantsBefore = many<OauthGrantRow, ListPage & GrantFilter & { now: Date }>(
  'oauth_grants_list',
  `${ofParty} AND g.id < $before AND ${filters} ORDER BY g.id DESC LIMIT $count`,
);

export const findGrant = one<OauthGrantRow, { partyId: Id<'pty'>; now: Date; id: Id<'ogr'> }>(
  'oauth_grants_find',
  `${ofParty} AND g.id = $id`,
);

/** Returns a grant of any party, whether or not it has ended. */
export const findGrantOfAny = one<OauthGrantRow, { id: string; now: Date }>(
  'oauth_grants_find_of_any',
  `${grants} WHERE g.id = $id`,
);

/** Returns the grant that answered a request; null if none has. */
export const findGrantByRequest = one<OauthGrantRow, { requestHash: Buffer; now: Date }>(
  'oauth_grants_find_by_request',
  `${grants} WHERE g.request_hash = $requestHash`,
);

/** What a person lets a program do, and the request that it answers. */
export type NewGrant = Pick<
  OauthGrantRow,
  'id' | 'partyId' | 'userId' | 'agentId' | 'clientId' | 'clientName' | 'clientHost' | 'scopes' | 'resource'
> & { requestHash: Buffer };

/** Stores a grant, unless its request was answered before; then it returns false. */
export const insertGrant = hits<NewGrant & { createdAt: Date }>(
  'oauth_grants_insert',
  `INSERT INTO oauth_grants (id, party_id, user_id, agent_id, client_id, client_name, client_host, scopes, resource,
     request_hash, created_at)
   VALUES ($id, $partyId, $userId, $agentId, $clientId, $clientName, $clientHost, $scopes::text[], $resource,
     $requestHash, $createdAt) ON CONFLICT (request_hash) DO NOTHING`,
);

type Credential = {
  id: Id<'ogr'>;
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  prefix: string;
  hash: Buffer;
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt: Date;
};

/** Stores the credential of a grant by which a program acts as a user. */
export const insertUserCredential = run<Credential & { name: string; environment: string }>(
  'oauth_grants_insert_user_credential',
  `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, created_at, created_by, expires_at,
     is_grant)
   VALUES ($id, $partyId, $name, $prefix, $hash, $scopes::text[], $environment, $createdAt, $userId, $expiresAt, true)`,
);

/** Stores the credential of a grant by which a program acts as an agent. */
export const insertAgentCredential = run<Credential & { agentId: Id<'agt'> }>(
  'oauth_grants_insert_agent_credential',
  `INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, scopes, created_at, created_by, expires_at)
   VALUES ($id, $partyId, $agentId, $prefix, $hash, $scopes::text[], $createdAt, $userId, $expiresAt)`,
);

type End = { id: Id<'ogr'>; userId: Id<'usr'> | null; now: Date };
const endOf = (table: 'agent_keys' | 'api_keys') =>
  hits<End>(
    `oauth_grants_end_in_${table}`,
    `UPDATE ${table} SET revoked_at = $now, revoked_by = $userId WHERE id = $id AND revoked_at IS NULL`,
  );
export const endAgentCredential = endOf('agent_keys');
export const endUserCredential = endOf('api_keys');

/** Deletes the codes and tokens of grants: none of them leads anywhere any more. */
export const deleteTokensOf = run<[grantIds: readonly string[]]>(
  'oauth_grants_delete_tokens',
  `DELETE FROM oauth_artifacts WHERE (kind, id_hash) IN (
     SELECT kind, id_hash FROM oauth_artifacts WHERE grant_id = ANY ($1::uuid[]) ORDER BY kind, id_hash FOR UPDATE)`,
);

/** Ends the grants by which programs act as agents, given by a user of the party, and returns their ids. */
export const endAgentGrantsOf = column<
  Id<'ogr'>,
  { partyId: Id<'pty'>; userId: Id<'usr'>; revokerId: Id<'usr'>; now: Date }
>(
  'oauth_grants_end_agents_of_user',
  `UPDATE agent_keys SET revoked_at = $now, revoked_by = $revokerId WHERE id = ANY (ARRAY(
     SELECT id FROM agent_keys WHERE party_id = $partyId AND created_by = $userId AND scopes IS NOT NULL
       AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE))
   RETURNING id`,
);
