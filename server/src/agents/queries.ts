import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Tags } from '../engine/model/records.ts';
import type { Limits } from '../engine/model/state.ts';
import type { Id } from '../lib/id.ts';

const insert = statement(
  'agents_insert',
  `INSERT INTO agents (id, party_id, name, description, status, per_transaction, tags, created_at, created_by, updated_at, updated_by)
   VALUES ($1, $2, $3, $4, 'ACTIVE', $5, $6, $7, $8, $7, $8)`,
);

export async function insertAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: {
    id: Id<'agt'>;
    name: string;
    description: string | null;
    perTransaction: bigint | null;
    tags: Tags | null;
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<void> {
  const { id, name, description, perTransaction, tags, userId, now } = row;
  await rows(tx, insert, [id, partyId, name, description, perTransaction, tags, now.toISOString(), userId]);
}

const revoke = statement<{ id: string }>(
  'agents_revoke',
  `UPDATE agents SET status = 'REVOKED', updated_at = $3, updated_by = $4
   WHERE party_id = $1 AND id = $2 AND status = 'ACTIVE' RETURNING id`,
);

/** Revokes an active agent of the party. Returns false if there is none. */
export async function markAgentRevoked(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'agt'>,
  by: { userId: Id<'usr'>; now: Date },
): Promise<boolean> {
  return (await firstRow(tx, revoke, [partyId, id, by.now.toISOString(), by.userId])) !== null;
}

export type AgentRow = Limits & {
  id: Id<'agt'>;
  partyId: Id<'pty'>;
  name: string;
  description: string | null;
  status: 'ACTIVE' | 'REVOKED';
  tags: Tags | null;
  /** The party's default currency, and that of the limits. */
  currency: string;
  createdAt: Date;
  createdBy: Id<'usr'>;
  updatedAt: Date;
  updatedBy: Id<'usr'>;
};

const columns = `a.id, a.party_id AS "partyId", a.name, a.description, a.status, a.tags, a.per_transaction AS "perTransaction",
  a.per_day AS "perDay", a.per_month AS "perMonth", p.default_currency AS currency, a.created_at AS "createdAt",
  a.created_by AS "createdBy", a.updated_at AS "updatedAt", a.updated_by AS "updatedBy"`;
const ofParty = `SELECT ${columns} FROM agents a JOIN parties p ON p.id = a.party_id WHERE a.party_id = $1 AND a.id = $2`;

const find = statement<AgentRow>('agents_find', ofParty);

/** Returns an agent of the party, or null. */
export function findAgent(db: Queryable, partyId: Id<'pty'>, id: Id<'agt'>): Promise<AgentRow | null> {
  return firstRow(db, find, [partyId, id]);
}

const lock = statement<AgentRow>('agents_lock', `${ofParty} FOR NO KEY UPDATE OF a`);

/** Returns an agent of the party, with the same row lock that a payment takes. */
export function lockAgent(tx: Queryable, partyId: Id<'pty'>, id: Id<'agt'>): Promise<AgentRow | null> {
  return firstRow(tx, lock, [partyId, id]);
}

const update = statement(
  'agents_update',
  `UPDATE agents SET name = $3, description = $4, per_transaction = $5, per_day = $6, per_month = $7, tags = $8,
     updated_at = $9, updated_by = $10
   WHERE party_id = $1 AND id = $2 AND status = 'ACTIVE'`,
);

/** Stores the attributes of an agent that can change. The transaction must have locked the agent. */
export async function updateAgentRow(tx: Queryable, partyId: Id<'pty'>, agent: AgentRow): Promise<void> {
  const { id, name, description, perTransaction, perDay, perMonth, tags, updatedAt, updatedBy } = agent;
  const limits = [perTransaction, perDay, perMonth];
  await rows(tx, update, [
    partyId,
    id,
    name,
    description,
    ...limits,
    tags,
    updatedAt.toISOString(),
    updatedBy,
  ]);
}
