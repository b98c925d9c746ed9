import { type KeyStatus, keyStatusAt } from '../../db/key-status.ts';
import { type Recorded, recordedRow } from '../../db/recorded.ts';
import { type FilterOf, rowFilters } from '../../db/filters.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
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
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

const insert = statement(
  'agent_keys_insert',
  `INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Stores a key, with the hash of its secret instead of the secret. */
export async function insertAgentKey(tx: Queryable, key: AgentKeyRow, hash: Buffer): Promise<void> {
  const { id, partyId, agentId, prefix, createdAt, createdBy } = key;
  await rows(tx, insert, [id, partyId, agentId, prefix, hash, createdAt.toISOString(), createdBy]);
}

// In every statement $1 is the party and $2 the time, unless an event shows the key.
const columnsAt = (
  status: string,
): string => `id, party_id AS "partyId", agent_id AS "agentId", prefix, ${status} AS status, created_at AS "createdAt",
  created_by AS "createdBy", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt",
  revoked_by AS "revokedBy"`;
const status = keyStatusAt('$2::timestamptz');
const columns = columnsAt(status);
type AgentKeyFilter = Pick<AgentKeysQuery, FilterOf<AgentKeysQuery>>;
// An agent chooses an index range.
const filters = rowFilters<Exclude<keyof AgentKeyFilter, 'agentId'>>(5, {
  status: ['text', (wanted) => `${status} = ${wanted}`],
});
const inListOrder = `id < $3 AND ${filters.wanted} ORDER BY id DESC LIMIT $4`;

const ofParty = statement<AgentKeyRow>(
  'agent_keys_list',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $1 AND ${inListOrder}`,
);
const ofAgent = statement<AgentKeyRow>(
  'agent_keys_list_of_agent',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $1 AND agent_id = $6 AND ${inListOrder}`,
);

/** Returns up to `count` keys of the party's agents that match the filters, below an id, newest first. */
export function listAgentKeysBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: AgentKeyFilter,
  now: Date,
  before: string,
  count: number,
): Promise<AgentKeyRow[]> {
  const values = [partyId, now.toISOString(), before, count, ...filters.values(query)];
  const { agentId } = query;
  return agentId === undefined ? rows(db, ofParty, values) : rows(db, ofAgent, [...values, agentId]);
}

const find = statement<AgentKeyRow>(
  'agent_keys_find',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $1 AND id = $3`,
);

/** Returns a key of the party's agents, or null. */
export function findAgentKey(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agk'>,
  now: Date,
): Promise<AgentKeyRow | null> {
  return firstRow(db, find, [partyId, now.toISOString(), id]);
}

const revoke = statement<AgentKeyRow>(
  'agent_keys_revoke',
  `UPDATE agent_keys SET revoked_at = $2, revoked_by = $4
   WHERE party_id = $1 AND id = $3 AND revoked_at IS NULL RETURNING ${columns}`,
);

/** Revokes a key that is not revoked, and returns it. Returns null if there is none. */
export function markAgentKeyRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agk'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<AgentKeyRow | null> {
  return firstRow(tx, revoke, [partyId, by.now.toISOString(), id, by.userId]);
}

const letExpire = statement<AgentKeyRow>(
  'agent_keys_let_expire',
  `UPDATE agent_keys SET expires_at = $4
   WHERE party_id = $1 AND id = $3 AND revoked_at IS NULL AND expires_at IS NULL
   RETURNING ${columns}`,
);

/** Lets an active key expire at a time, and returns it. Returns null if it was revoked, or expires already. */
export function markAgentKeyExpiring(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agk'>,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): Promise<AgentKeyRow | null> {
  return firstRow(tx, letExpire, [partyId, now.toISOString(), id, expiresAt.toISOString()]);
}

const recordedAgentKey = statement<AgentKeyRow>(
  'agent_keys_as_recorded',
  `SELECT ${columnsAt(keyStatusAt('$4::timestamptz'))} FROM ${recordedRow('agent_keys')} k WHERE party_id = $1`,
);

/** Returns a key as an event recorded it, with its state at a time; or null. */
export function findAgentKeyAsRecorded(
  db: Queryable,
  partyId: Id<'pty'>,
  recorded: Recorded,
  now: Date,
): Promise<AgentKeyRow | null> {
  return firstRow(db, recordedAgentKey, [partyId, recorded.id, recorded.snapshot, now.toISOString()]);
}
