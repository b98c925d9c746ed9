import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

const insert = statement(
  'agents_insert',
  `INSERT INTO agents (id, party_id, name, description, status, per_transaction, created_at, created_by, updated_at, updated_by)
   VALUES ($1, $2, $3, $4, 'ACTIVE', $5, $6, $7, $6, $7)`,
);

export async function insertAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: {
    id: Id<'agt'>;
    name: string;
    description: string | null;
    perTransaction: bigint | null;
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<void> {
  const { id, name, description, perTransaction, userId, now } = row;
  await rows(tx, insert, [id, partyId, name, description, perTransaction, now.toISOString(), userId]);
}

const revoke = statement<{ id: string }>(
  'agents_revoke',
  `UPDATE agents SET status = 'REVOKED', updated_at = $3, updated_by = $4
   WHERE party_id = $1 AND id = $2 AND status = 'ACTIVE' RETURNING id`,
);

/** Revokes an active agent of the party; false where there is none. */
export async function markAgentRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agt'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<boolean> {
  return (await firstRow(tx, revoke, [partyId, id, by.now.toISOString(), by.userId])) !== null;
}
