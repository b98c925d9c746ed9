import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

const insert = statement(
  'agent_keys_insert',
  `INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function insertAgentKey(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: { id: Id<'agk'>; agentId: Id<'agt'>; prefix: string; hash: Buffer; userId: Id<'usr'>; now: Date },
): Promise<void> {
  const { id, agentId, prefix, hash, userId, now } = row;
  await rows(tx, insert, [id, partyId, agentId, prefix, hash, now.toISOString(), userId]);
}

export type AgentKeyRow = {
  id: Id<'agk'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'>;
  prefix: string;
  createdAt: Date;
  createdBy: Id<'usr'>;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: Id<'usr'> | null;
};

const columns = `id, party_id AS "partyId", agent_id AS "agentId", prefix, created_at AS "createdAt",
  created_by AS "createdBy", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", revoked_by AS "revokedBy"`;

const ofParty = statement<AgentKeyRow>(
  'agent_keys_list',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const ofAgent = statement<AgentKeyRow>(
  'agent_keys_list_of_agent',
  `SELECT ${columns} FROM agent_keys WHERE party_id = $1 AND agent_id = $4 AND id < $2 ORDER BY id DESC LIMIT $3`,
);

/** Returns up to `count` keys of the party's agents, or of one of its agents, below an id, newest first. */
export function listAgentKeysBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'> | null,
  before: string,
  count: number,
): Promise<AgentKeyRow[]> {
  const position = [partyId, before, count];
  return agentId === null ? rows(db, ofParty, position) : rows(db, ofAgent, [...position, agentId]);
}
