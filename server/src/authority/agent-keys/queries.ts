import { type KeyStatus, keyStatusAt, lastUseAsRecorded, lastUseOf } from '../../db/key-status.ts';
import { asRecorded } from '../../db/recorded.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { many, one, type Queryable, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { AgentKeysQuery } from './schema.ts';

export type AgentKeyRow = {
  id: Id<'agk'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'>;
  prefix: string;
  status: KeyStatus;
  createdAt: Date;
  createdBy: Id<'usr'>;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** When a rotation replaced it; null if none has. */
  rotatedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

/** Stores a key, with the hash of its secret instead of the secret. */
export const insertAgentKey = run<AgentKeyRow & { hash: Buffer }>(
  'agent_keys_insert',
  `INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by, expires_at)
   VALUES ($id, $partyId, $agentId, $prefix, $hash, $createdAt, $createdBy, $expiresAt)`,
);

const status = keyStatusAt('$now::timestamptz');
const columnsWith = (used: string) => `id, party_id, agent_id, prefix, ${status} AS status, created_at,
  created_by, expires_at, ${used} AS last_used_at, rotated_at, revoked_at, revoked_by`;
const columns = columnsWith(lastUseOf('agent_keys.id'));
type AgentKeyFilter = Pick<AgentKeysQuery, FilterOf<AgentKeysQuery>>;
// An agent chooses an index range.
const filters = rowFilters<Exclude<keyof AgentKeyFilter, 'agentId'>>({
  status: ['text', (wanted) => `${status} = ${wanted}`],
});
// An OAuth grant is no key: its program has tokens, which are in /oauth-grants.
const isKey = 'scopes IS NULL';
const inListOrder = `${isKey} AND id < $before AND ${filters} ORDER BY id DESC LIMIT $count`;
type AgentKeyList = ListPage & AgentKeyFilter & { now: Date };

const ofParty = many<AgentKeyRow, AgentKeyList>(
  'agent_keys_list',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $partyId AND ${inListOrder}`,
);
const ofAgent = many<AgentKeyRow, AgentKeyList>(
  'agent_keys_list_of_agent',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $partyId AND agent_id = $agentId AND ${inListOrder}`,
);

/** Returns a page of the keys of the party's agents that match the filters, newest first. */
export function listAgentKeysBefore(db: Queryable, query: AgentKeyList): Promise<AgentKeyRow[]> {
  return query.agentId === undefined ? ofParty(db, query) : ofAgent(db, query);
}

export const findAgentKey = one<AgentKeyRow, { partyId: Id<'pty'>; now: Date; id: Id<'agk'> }>(
  'agent_keys_find',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $partyId AND id = $id AND ${isKey}`,
);

/** Revokes a key that is not revoked, and returns it. Returns null if there is none. */
export const markAgentKeyRevoked = one<
  AgentKeyRow,
  { partyId: Id<'pty'>; now: Date; id: Id<'agk'>; userId: Id<'usr'> | null }
>(
  'agent_keys_revoke',
  `UPDATE agent_keys SET revoked_at = $now, revoked_by = $userId
   WHERE party_id = $partyId AND id = $id AND revoked_at IS NULL RETURNING ${columns}`,
);

/** Lets a key end at a time, since another one replaces it, and returns it. Returns null if it was revoked or rotated. */
export const markAgentKeyRotated = one<
  AgentKeyRow,
  { partyId: Id<'pty'>; now: Date; id: Id<'agk'>; expiresAt: Date | null }
>(
  'agent_keys_rotate',
  `UPDATE agent_keys SET rotated_at = $now, expires_at = $expiresAt
   WHERE party_id = $partyId AND id = $id AND revoked_at IS NULL AND rotated_at IS NULL
   RETURNING ${columns}`,
);

/** A key as an event recorded it, with its state at a time. */
export const agentKeyAsRecorded = asRecorded<AgentKeyRow>(
  'agent_keys_as_recorded',
  'agent_keys',
  (row) => `SELECT ${columnsWith(lastUseAsRecorded)} FROM ${row} k WHERE party_id = $partyId`,
);
