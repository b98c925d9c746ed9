import { textArray, uuidArray } from '../../db/arrays.ts';
import type { Id } from '../../lib/id.ts';
import type { ActiveCredential } from '../model/actor.ts';
import type { Load, Lock } from './load-step.ts';
import type { Needs } from './needs.ts';
import { type Contact, contactKey } from '../model/counterparty.ts';
import {
  type Agent,
  type Delegation,
  delegationOf,
  type Grant,
  type Limits,
  limitsOf,
  type Member,
  type Party,
  putDelegation,
} from '../model/state.ts';
import { limitColumns } from '../model/tables.ts';

// Statements that load the actor, its authority and the recipient. load.ts puts them in order.

/** The permission that a party and its agent need to pay from a customer's wallet. */
const permissionToPay = 'payments.create';

/** Locks the acting agents, so that none is revoked and no limit of theirs changes before the commit. */
export function agentLocks(needs: Needs, lock: Lock): Load | null {
  if (needs.actingAgents.size === 0) return null;
  return {
    name: 'engine_lock_agents',
    text: `SELECT count(*) FROM
           (SELECT FROM agents WHERE id = ANY($1::uuid[]) ORDER BY id ${lock('FOR NO KEY UPDATE')}) locked`,
    values: [uuidArray([...needs.actingAgents])],
    into: () => undefined,
  };
}

/** Loads the agents that act or are paid. */
export function agents(needs: Needs): Load | null {
  if (needs.agents.size === 0) return null;
  return {
    name: 'engine_load_agents',
    text: `SELECT id, party_id, status, rules, wallet_ids, reads, ${limitColumns('agents')}
           FROM agents WHERE id = ANY($1::uuid[])`,
    values: [uuidArray([...needs.agents])],
    into(state, rows: Agent[]) {
      for (const row of rows) state.agents.set(row.id, row);
    },
  };
}

/**
 * Locks the delegations that are used without an agent, in the order of customer and delegate, so that the delegate's
 * limits do not change before the commit. With an agent no such lock is needed: the agent itself is locked, and a
 * transaction that revokes a delegation waits for the customer's wallets.
 */
export function delegationLocks(needs: Needs, lock: Lock): Load | null {
  if (needs.delegationLocks.size === 0) return null;
  const inOrder = [...needs.delegationLocks].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: 'engine_lock_delegations',
    text: `SELECT count(*) FROM ${pairs} CROSS JOIN LATERAL (${delegation('k.id')} ${lock('FOR NO KEY UPDATE')}) d`,
    values: pairArrays(inOrder.map(([, pair]) => pair)),
    into: () => undefined,
  };
}

export function delegations(needs: Needs): Load | null {
  if (needs.delegations.size === 0) return null;
  return {
    name: 'engine_load_delegations',
    text: `SELECT n.customer, n.delegate, d.status, d.pays, g.agent_id, g.status AS grant_status,
                  $3 = ANY (g.permissions) AS agent_pays, ${limitColumns('g')}, g.rules
           FROM ${pairs} CROSS JOIN LATERAL (${delegation('k.id, k.status, $3 = ANY (k.permissions) AS pays')}) d
           LEFT JOIN LATERAL (SELECT * FROM delegation_grants x WHERE x.delegation_id = d.id OFFSET 0) g ON true`,
    values: [...pairArrays([...needs.delegations.values()]), permissionToPay],
    into(state, rows: DelegationRow[]) {
      for (const row of rows) {
        const { customer, delegate, status, pays, agentId, grantStatus, agentPays, rules } = row;
        const loaded = delegationOf(state, customer, delegate) ?? { status, pays, grants: [] };
        putDelegation(state, customer, delegate, loaded);
        if (agentId) {
          loaded.grants.push({ agentId, status: grantStatus, pays: agentPays, ...limitsOf(row), rules });
        }
      }
    },
  };
}

const pairs = 'unnest($1::uuid[], $2::uuid[]) AS n (customer, delegate)';

function delegation(columns: string): string {
  return `SELECT ${columns} FROM delegations k
    WHERE k.customer_party_id = n.customer AND k.party_id = n.delegate LIMIT 1`;
}

function pairArrays(wanted: ReadonlyArray<{ customer: string; delegate: string }>): Buffer[] {
  return [
    uuidArray(wanted.map(({ customer }) => customer)),
    uuidArray(wanted.map(({ delegate }) => delegate)),
  ];
}

type DelegationRow = Pick<Delegation, 'status' | 'pays'> &
  Limits & {
    customer: string;
    delegate: string;
    /** Null if the delegation has no grant. */
    agentId: Grant['agentId'] | null;
    grantStatus: Grant['status'];
    agentPays: boolean;
    rules: Grant['rules'];
  };

export function parties(needs: Needs): Load | null {
  if (needs.parties.size === 0 && needs.recipientAgents.size === 0) return null;
  return {
    name: 'engine_load_parties',
    text: `SELECT id, status, frozen_by, default_currency,
             CASE status WHEN 'PROVISIONAL' THEN (SELECT value FROM contacts WHERE party_id = parties.id LIMIT 1) END AS address,
             CASE status WHEN 'MERGED' THEN (SELECT taken_by FROM claims WHERE party_id = parties.id LIMIT 1) END AS merged_into, ${limitColumns('parties')},
             approve_by, two_above FROM parties
           WHERE id = ANY($1::uuid[]) OR id = ANY (ARRAY(SELECT party_id FROM agents WHERE id = ANY($2::uuid[])))`,
    values: [uuidArray([...needs.parties]), uuidArray([...needs.recipientAgents])],
    into(state, rows: Party[]) {
      for (const row of rows) state.parties.set(row.id, row);
    },
  };
}

/**
 * Loads the parties that addresses lead to, deliberately before the wallets are locked. If an address begins to lead
 * to a party while the batch waits for a lock, the batch does not know the address, fails on the contact's key and
 * runs again. Loaded later, it would know the address but miss the party's wallet. A contact is verified exactly
 * while its party is ACTIVE, so the party itself need not be read.
 */
export function contacts(needs: Needs): Load | null {
  const wanted = [...needs.contacts.values()];
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_contacts',
    text: `SELECT c.kind, c.value, c.party_id, c.verified_at IS NOT NULL AS active
           FROM unnest($1::text[], $2::text[]) AS n (kind, value)
           CROSS JOIN LATERAL (SELECT * FROM contacts x WHERE x.kind = n.kind AND x.value = n.value LIMIT 1) c`,
    values: [textArray(wanted.map(({ kind }) => kind)), textArray(wanted.map(({ value }) => value))],
    into(state, rows: Array<Contact & { partyId: Id<'pty'>; active: boolean }>) {
      for (const { partyId, active, ...contact } of rows) {
        state.contacts.set(contactKey(contact), { partyId, active });
      }
    },
  };
}

/** Loads which API keys are not revoked and belong to a member of the party, when they expire, and the member's role. */
export function apiKeys(needs: Needs): Load | null {
  const ofMember = `CROSS JOIN LATERAL
    (SELECT role FROM members m WHERE m.party_id = k.party_id AND m.user_id = k.created_by LIMIT 1) m`;
  return activeKeys('api_keys', needs.credentials.apiKey, 'm.role', ofMember);
}

/** Loads which agent keys are not revoked, and when they expire. */
export function agentKeys(needs: Needs): Load | null {
  return activeKeys('agent_keys', needs.credentials.agentKey, 'NULL');
}

function activeKeys(
  table: 'api_keys' | 'agent_keys',
  ids: ReadonlySet<string>,
  role: string,
  join = '',
): Load | null {
  if (ids.size === 0) return null;
  return {
    name: `engine_load_${table}`,
    text: `SELECT k.id, k.expires_at, ${role} AS role FROM ${table} k ${join}
           WHERE k.id = ANY($1::uuid[]) AND k.revoked_at IS NULL`,
    values: [uuidArray([...ids])],
    into(state, rows: Array<ActiveCredential & { id: string }>) {
      for (const { id, ...key } of rows) state.activeCredentials.set(id, key);
    },
  };
}

export function members(needs: Needs): Load | null {
  if (needs.members.size === 0) return null;
  return {
    name: 'engine_load_members',
    text: `SELECT party_id, user_id, role FROM members WHERE party_id = ANY($1::uuid[])`,
    values: [uuidArray([...needs.members])],
    into(state, rows: Array<Member & { partyId: Id<'pty'> }>) {
      for (const { partyId, ...member } of rows) {
        state.members.set(partyId, [...(state.members.get(partyId) ?? []), member]);
      }
    },
  };
}
