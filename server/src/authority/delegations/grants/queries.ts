import { many, run, value } from '../../../db/sql.ts';
import type { AgentRules } from '../../../engine/model/agent-rules.ts';
import type { Counter } from '../../../engine/model/records.ts';
import type { Limits } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';
import type { Permission } from '../../../scopes.ts';
import { limitColumns } from '../../../engine/model/tables.ts';

/** A SUSPENDED grant lets its agent do nothing until the customer makes it ACTIVE again; a REVOKED one stays so. */
export const grantStatuses = ['ACTIVE', 'SUSPENDED', 'REVOKED'] as const;

/** Its limits are in minor units of the customer's default currency. */
export type GrantRow = Limits & {
  delegationId: Id<'dlg'>;
  agentId: Id<'agt'>;
  agentName: string;
  status: (typeof grantStatuses)[number];
  permissions: Permission[];
  rules: AgentRules | null;
};

/** Returns the grants of the delegates' agents under these delegations that are in these states, newest agent first. */
export const listGrantsOf = many<
  GrantRow,
  [delegationIds: ReadonlyArray<Id<'dlg'>>, statuses: ReadonlyArray<GrantRow['status']>]
>(
  'delegations_grants',
  `SELECT g.delegation_id, g.agent_id, a.name AS agent_name, g.status, g.permissions, ${limitColumns('g')}, g.rules
   FROM unnest($1::uuid[]) AS n (id)
   CROSS JOIN LATERAL (SELECT id, party_id FROM delegations k WHERE k.id = n.id LIMIT 1) d
   CROSS JOIN LATERAL (SELECT * FROM delegation_grants k
     WHERE k.delegation_id = d.id AND k.status = ANY ($2::text[]) OFFSET 0) g
   CROSS JOIN LATERAL (SELECT name FROM agents k WHERE k.party_id = d.party_id AND k.id = g.agent_id LIMIT 1) a
   ORDER BY g.agent_id DESC`,
);

/** Stores the grant of an agent, or replaces it. Rules stay: the customer sets them, and an invitation has none. */
export const putGrant = run<
  Limits & { delegationId: Id<'dlg'>; agentId: Id<'agt'>; permissions: readonly string[]; now: Date }
>(
  'delegations_put_grant',
  `INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions, per_transaction, per_day, per_month,
     currency_limits, created_at, updated_at)
   VALUES ($delegationId, $agentId, 'ACTIVE', $permissions::text[], $perTransaction, $perDay, $perMonth,
     $currencyLimits, $now, $now)
   ON CONFLICT (delegation_id, agent_id) DO UPDATE SET status = 'ACTIVE', permissions = excluded.permissions,
     per_transaction = excluded.per_transaction, per_day = excluded.per_day, per_month = excluded.per_month,
     currency_limits = excluded.currency_limits, updated_at = excluded.updated_at, due_at = NULL`,
);

/** Returns the currency of what the customer limits. */
export const findDefaultCurrency = value<string, [partyId: Id<'pty'>]>(
  'delegations_default_currency',
  'SELECT default_currency FROM parties WHERE id = $1',
);

/** Returns what agents have spent of the party's money, as far as its grants to them count it. */
export const listCountersOf = many<Counter, { partyId: Id<'pty'>; agentIds: ReadonlyArray<Id<'agt'>> }>(
  'delegations_counters',
  `SELECT c.spender_id, c.owner_party_id, c.currency, c.day::text, c.spent_in_day, c.spent_in_month
   FROM unnest($agentIds::uuid[]) AS n (id)
   CROSS JOIN LATERAL (SELECT * FROM limit_counters k
     WHERE k.spender_id = n.id AND k.owner_party_id = $partyId ORDER BY k.currency OFFSET 0) c`,
);

/** Locks agents of the delegate under a delegation that the party gave: no payment of theirs is in progress afterwards. */
export const lockGrantedAgents = run<{
  partyId: Id<'pty'>;
  id: Id<'dlg'>;
  agentIds: ReadonlyArray<Id<'agt'>>;
}>(
  'delegations_lock_granted_agents',
  `SELECT id FROM agents WHERE id = ANY ($agentIds::uuid[]) AND id = ANY (ARRAY(
     SELECT g.agent_id FROM delegation_grants g JOIN delegations d ON d.id = g.delegation_id
     WHERE d.id = $id AND d.customer_party_id = $partyId AND g.agent_id = ANY ($agentIds::uuid[])))
   ORDER BY id FOR NO KEY UPDATE`,
);

/** Takes permissions, which the delegation itself lacked until now, from the grants of all other agents. */
export const takeFromOtherGrants = run<{
  id: Id<'dlg'>;
  agentId: Id<'agt'>;
  permissions: readonly string[];
  now: Date;
}>(
  'delegations_take_from_other_grants',
  `UPDATE delegation_grants SET updated_at = $now,
     permissions = ARRAY(SELECT p FROM unnest(permissions) p WHERE p <> ALL ($permissions::text[]))
   WHERE delegation_id = $id AND agent_id <> $agentId AND status <> 'REVOKED' AND permissions && $permissions::text[]`,
);

/** Changes a grant that is not revoked. The transaction must have locked its delegation. */
export const changeGrant = run<GrantRow & { now: Date }>(
  'delegations_change_grant',
  `UPDATE delegation_grants SET status = $status, permissions = $permissions::text[], per_transaction = $perTransaction, per_day = $perDay,
     per_month = $perMonth, currency_limits = $currencyLimits, rules = $rules, updated_at = $now
   WHERE delegation_id = $delegationId AND agent_id = $agentId AND status <> 'REVOKED'`,
);

/**
 * Revokes the grant of an agent, or of every agent (null), under delegations. They are due from now on: what waits for
 * an approval under them is to be canceled.
 */
export const revokeGrants = run<{ ids: ReadonlyArray<Id<'dlg'>>; agentId: Id<'agt'> | null; now: Date }>(
  'delegations_revoke_grants',
  `UPDATE delegation_grants SET status = 'REVOKED', updated_at = $now, due_at = $now
   WHERE delegation_id = ANY ($ids::uuid[]) AND ($agentId::uuid IS NULL OR agent_id = $agentId) AND status <> 'REVOKED'`,
);

/** A revoked grant under which payments may still wait for an approval. */
export type DueGrant = {
  delegationId: Id<'dlg'>;
  customerId: Id<'pty'>;
  delegateId: Id<'pty'>;
  agentId: Id<'agt'>;
};

const dueColumns = `g.delegation_id, d.customer_party_id AS customer_id, d.party_id AS delegate_id,
  g.agent_id FROM delegation_grants g JOIN delegations d ON d.id = g.delegation_id`;
/** Returns revoked grants that are due, of all parties: the sweep acts for none of them. */
export const listDueGrants = many<DueGrant, [now: Date, count: number]>(
  'delegations_due_grants',
  `SELECT ${dueColumns} WHERE g.due_at <= $1 ORDER BY g.due_at LIMIT $2`,
);

/** Returns the revoked grants of a delegation that are due. */
export const listDueGrantsOf = many<DueGrant, [id: Id<'dlg'>, count: number]>(
  'delegations_due_grants_of',
  `SELECT ${dueColumns} WHERE g.delegation_id = $1 AND g.due_at IS NOT NULL LIMIT $2`,
);

/** Records that nothing waits under a revoked grant any more. */
export const markGrantDone = run<DueGrant & { now: Date }>(
  'delegations_grant_done',
  `UPDATE delegation_grants SET due_at = NULL WHERE delegation_id = $delegationId AND agent_id = $agentId
   AND due_at <= $now`,
);
