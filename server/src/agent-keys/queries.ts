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
