import type { ListPage } from '../../db/filters.ts';
import { asRecorded } from '../../db/recorded.ts';
import { column, many, one, type Queryable, run } from '../../db/sql.ts';
import type { AgentRules } from '../../engine/model/agent-rules.ts';
import type { Tags } from '../../engine/model/records.ts';
import { longestLookBacks } from '../../engine/model/rule-history.ts';
import type { AgentStatus, Limits } from '../../engine/model/state.ts';
import type { AgentReads } from '../../terms/agent-reads.ts';
import type { Id } from '../../lib/id.ts';
import { limitColumns } from '../../engine/model/tables.ts';

export const insertAgent = run<
  Limits & {
    id: Id<'agt'>;
    name: string;
    description: string | null;
    tags: Tags | null;
    rules: AgentRules | null;
    walletIds: ReadonlyArray<Id<'wal'>> | null;
    reads: AgentReads;
    userId: Id<'usr'>;
    now: Date;
  } & { partyId: Id<'pty'> }
>(
  'agents_insert',
  `INSERT INTO agents (id, party_id, name, description, status, per_transaction, per_day, per_month, currency_limits,
     tags, rules, wallet_ids, reads, created_at, created_by, updated_at, updated_by)
   VALUES ($id, $partyId, $name, $description, 'ACTIVE', $perTransaction, $perDay, $perMonth, $currencyLimits,
     $tags, $rules, $walletIds::uuid[], $reads, $now, $userId, $now, $userId)`,
);

export type AgentRow = Limits & {
  id: Id<'agt'>;
  partyId: Id<'pty'>;
  name: string;
  description: string | null;
  status: AgentStatus;
  tags: Tags | null;
  rules: AgentRules | null;
  /** The wallets that it may spend from, and no others; null if it is bound to none. */
  walletIds: ReadonlyArray<Id<'wal'>> | null;
  reads: AgentReads;
  /** The party's default currency, and that of the limits. */
  currency: string;
  createdAt: Date;
  createdBy: Id<'usr'>;
  updatedAt: Date;
  updatedBy: Id<'usr'>;
};

const columns = `a.id, a.party_id, a.name, a.description, a.status, a.tags, a.rules, a.wallet_ids, a.reads,
  ${limitColumns('a')}, p.default_currency AS currency, a.created_at, a.created_by,
  a.updated_at, a.updated_by`;
const agents = `SELECT ${columns} FROM agents a JOIN parties p ON p.id = a.party_id`;
const ofParty = `${agents} WHERE a.party_id = $1 AND a.id = $2`;

export const findAgent = one<AgentRow, [partyId: Id<'pty'>, id: Id<'agt'>]>('agents_find', ofParty);

/** Returns an agent of the party, with the same row lock that a payment takes. */
export const lockAgent = one<AgentRow, [partyId: Id<'pty'>, id: Id<'agt'>]>(
  'agents_lock',
  `${ofParty} FOR NO KEY UPDATE OF a`,
);

/** Stores the attributes of an agent that can change. The transaction must have locked the agent. */
export const updateAgentRow = run<AgentRow>(
  'agents_update',
  `UPDATE agents SET name = $name, description = $description, per_transaction = $perTransaction, per_day = $perDay,
     per_month = $perMonth, currency_limits = $currencyLimits, tags = $tags,
     rules = $rules, wallet_ids = $walletIds::uuid[], reads = $reads, updated_at = $updatedAt, updated_by = $updatedBy
   WHERE party_id = $partyId AND id = $id AND status <> 'REVOKED'`,
);

type AgentsPage = ListPage & { status?: AgentStatus | undefined };
const pageOf = (condition: string): string =>
  `${agents} WHERE a.party_id = $partyId ${condition} AND a.id < $before ORDER BY a.id DESC LIMIT $count`;
const list = many<AgentRow, AgentsPage>('agents_list', pageOf(''));
const listWith = many<AgentRow, AgentsPage>('agents_list_with_status', pageOf('AND a.status = $status'));

/** Returns a page of the agents of the party, or of those with this status, newest first. */
export function listAgentsBefore(db: Queryable, page: AgentsPage): Promise<AgentRow[]> {
  return (page.status ? listWith : list)(db, page);
}

/** Changes the status of an agent. The transaction must have locked the agent and read the status `from`. */
export const changeAgentStatus = run<{
  partyId: Id<'pty'>;
  id: Id<'agt'>;
  from: AgentStatus;
  to: AgentStatus;
  now: Date;
  userId: Id<'usr'>;
}>(
  'agents_change_status',
  `UPDATE agents SET status = $to, updated_at = $now, updated_by = $userId
   WHERE party_id = $partyId AND id = $id AND status = $from AND status <> 'REVOKED'`,
);

// What ends with an agent. Each statement locks in the order of docs/data-model.md before it changes rows.

/** Revokes all keys of an agent, OAuth grants included, and returns them with the states they had. */
export const revokeKeysOfAgent = many<
  { id: Id<'agk'>; from: 'ACTIVE' | 'EXPIRED'; isGrant: boolean },
  { partyId: Id<'pty'>; id: Id<'agt'>; now: Date; userId: Id<'usr'> }
>(
  'agents_revoke_keys',
  `UPDATE agent_keys SET revoked_at = $now, revoked_by = $userId WHERE party_id = $partyId AND id = ANY (ARRAY(
     SELECT id FROM agent_keys WHERE agent_id = $id AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE))
   RETURNING id, CASE WHEN expires_at <= $now THEN 'EXPIRED' ELSE 'ACTIVE' END AS "from",
     scopes IS NOT NULL AS is_grant`,
);

/** Cancels the pending invitations of an agent, and returns their ids. Those that are overdue expire by themselves. */
export const cancelInvitationsOfAgent = column<Id<'adi'>, { partyId: Id<'pty'>; id: Id<'agt'>; now: Date }>(
  'agents_cancel_invitations',
  `UPDATE customer_invitations SET status = 'CANCELED', updated_at = $now
   WHERE party_id = $partyId AND status = 'PENDING' AND id = ANY (ARRAY(
     SELECT id FROM customer_invitations WHERE agent_id = $id AND status = 'PENDING' AND expires_at > $now
     ORDER BY id FOR NO KEY UPDATE))
   RETURNING id`,
);

export const agentAsRecorded = asRecorded<AgentRow>(
  'agents_as_recorded',
  'agents',
  (row) => `SELECT ${columns} FROM ${row} a JOIN parties p ON p.id = a.party_id WHERE a.party_id = $partyId`,
);

/** For each table at which rules look back for a time: deletes up to `count` rows, of all agents, that are older than `time`. */
export const historyDeletions = Object.values(longestLookBacks).flatMap((of) =>
  of === null
    ? []
    : [
        {
          longest_ms: of.longest_ms,
          deleteBefore: run<[time: Date, count: number]>(
            `agents_delete_${of.table}`,
            `DELETE FROM ${of.table} WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM ${of.table} WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
          ),
        },
      ],
);
