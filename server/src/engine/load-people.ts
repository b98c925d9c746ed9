import { textArray, uuidArray } from '../db/arrays.ts';
import type { Id } from '../lib/id.ts';
import type { Load } from './load.ts';
import type { Needs } from './needs.ts';
import { contactKey, pairKey } from './state.ts';
import type { Agent, Contact, Delegation, Grant, Member, Party, State } from './state.ts';

// Who asks, for whom, and whom it reaches. The order in which these run is said in load.ts.

const limits = 'per_transaction AS "perTransaction", per_day AS "perDay", per_month AS "perMonth"';

/** Agents that act, locked: none is revoked and no limit of it changes meanwhile. */
export function agents(needs: Needs): Load | null {
  if (needs.actingAgents.size === 0) return null;
  return {
    name: 'engine_load_agents',
    text: `SELECT id, party_id AS "partyId", status, ${limits} FROM agents
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [uuidArray([...needs.actingAgents])],
    into: addAgents,
  };
}

/** Agents that are paid. */
export function recipientAgents(needs: Needs): Load | null {
  if (needs.recipientAgents.size === 0) return null;
  return {
    name: 'engine_load_recipient_agents',
    text: `SELECT id, party_id AS "partyId", status, ${limits} FROM agents
           WHERE id = ANY($1::uuid[])`,
    values: [uuidArray([...needs.recipientAgents.values()].map((need) => need.agentId))],
    into: addAgents,
  };
}

function addAgents(state: State, rows: Agent[]): void {
  for (const row of rows) state.agents.set(row.id, row);
}

/** What customers let others do, locked one after the other by customer and delegate. */
export function delegations(needs: Needs): Load | null {
  if (needs.delegations.size === 0) return null;
  return {
    name: 'engine_load_delegations',
    text: `SELECT d.* FROM ${pairs}
           CROSS JOIN LATERAL (
             SELECT k.id, k.customer_party_id AS customer, k.party_id AS delegate, k.status, k.permissions
             FROM delegations k WHERE k.customer_party_id = n.customer AND k.party_id = n.delegate
             LIMIT 1 FOR NO KEY UPDATE) d`,
    values: pairArrays(needs),
    into(state, rows: DelegationRow[]) {
      for (const { customer, delegate, id, status, permissions } of rows) {
        state.delegations.set(pairKey(customer, delegate), { id, status, permissions, grants: [] });
      }
    },
  };
}

/** In a statement of its own after the lock: the one that waited for it still sees the grants of before. */
export function grants(needs: Needs): Load | null {
  if (needs.delegations.size === 0) return null;
  return {
    name: 'engine_load_grants',
    text: `SELECT delegation_id AS "delegationId", agent_id AS "agentId", status, permissions,
                  per_transaction AS "perTransaction"
           FROM delegation_grants WHERE delegation_id = ANY (ARRAY(
             SELECT d.id FROM ${pairs}
             CROSS JOIN LATERAL (SELECT id FROM delegations k
               WHERE k.customer_party_id = n.customer AND k.party_id = n.delegate LIMIT 1) d))`,
    values: pairArrays(needs),
    into(state, rows: Array<Grant & { delegationId: string }>) {
      const byId = new Map([...state.delegations.values()].map((delegation) => [delegation.id, delegation]));
      for (const row of rows) byId.get(row.delegationId)?.grants.push(row);
    },
  };
}

const pairs = 'unnest($1::uuid[], $2::uuid[]) AS n (customer, delegate)';

function pairArrays(needs: Needs): Buffer[] {
  const sorted = [...needs.delegations].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
  return [
    uuidArray(sorted.map(({ customer }) => customer)),
    uuidArray(sorted.map(({ delegate }) => delegate)),
  ];
}

type DelegationRow = { customer: string; delegate: string } & Pick<
  Delegation,
  'id' | 'status' | 'permissions'
>;

/** Parties, with their limits. */
export function parties(needs: Needs): Load | null {
  if (needs.parties.size === 0 && needs.recipientAgents.size === 0) return null;
  return {
    name: 'engine_load_parties',
    text: `SELECT id, status, default_currency AS "defaultCurrency", email, ${limits} FROM parties
           WHERE id = ANY($1::uuid[]) OR id = ANY (ARRAY(SELECT party_id FROM agents WHERE id = ANY($2::uuid[])))`,
    values: [
      uuidArray([...needs.parties]),
      uuidArray([...needs.recipientAgents.values()].map((need) => need.agentId)),
    ],
    into(state, rows: Party[]) {
      for (const row of rows) state.parties.set(row.id, row);
    },
  };
}

/**
 * Read before the wallets, on purpose: an address that begins to lead to a party while a lock is waited for is then
 * unknown to this batch, which fails on the contact's key and runs again, instead of missing the party's wallet.
 * A contact is verified exactly while its party is ACTIVE, so the party itself need not be read.
 */
export function contacts(needs: Needs): Load | null {
  const wanted = [...needs.contacts.values()];
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_contacts',
    text: `SELECT c.kind, c.value, c.party_id AS "partyId", c.verified_at IS NOT NULL AS active
           FROM unnest($1::text[], $2::text[]) AS n (kind, value)
           CROSS JOIN LATERAL (SELECT * FROM contacts x WHERE x.kind = n.kind AND x.value = n.value LIMIT 1) c`,
    values: [textArray(wanted.map((need) => need.kind)), textArray(wanted.map((need) => need.value))],
    into(state, rows: Array<Contact & { partyId: Id<'pty'>; active: boolean }>) {
      for (const { partyId, active, ...contact } of rows) {
        state.contacts.set(contactKey(contact), { partyId, active });
      }
    },
  };
}

/** The API keys that are active. */
export function apiKeys(needs: Needs): Load | null {
  return activeKeys('api_keys', needs.credentials.apiKey);
}

/** The agent keys that are active. */
export function agentKeys(needs: Needs): Load | null {
  return activeKeys('agent_keys', needs.credentials.agentKey);
}

function activeKeys(table: 'api_keys' | 'agent_keys', ids: ReadonlySet<string>): Load | null {
  if (ids.size === 0) return null;
  return {
    name: `engine_load_${table}`,
    text: `SELECT id FROM ${table} WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL`,
    values: [uuidArray([...ids])],
    into(state, rows: Array<{ id: string }>) {
      for (const row of rows) state.activeCredentials.add(row.id);
    },
  };
}

/** Who belongs to a party. */
export function members(needs: Needs): Load | null {
  if (needs.members.size === 0) return null;
  return {
    name: 'engine_load_members',
    text: `SELECT party_id AS "partyId", user_id AS "userId", role FROM members WHERE party_id = ANY($1::uuid[])`,
    values: [uuidArray([...needs.members])],
    into(state, rows: Array<Member & { partyId: Id<'pty'> }>) {
      for (const { partyId, ...member } of rows) {
        state.members.set(partyId, [...(state.members.get(partyId) ?? []), member]);
      }
    },
  };
}
