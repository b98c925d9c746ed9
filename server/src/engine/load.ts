import { plainArray, textArray } from '../db/arrays.ts';
import type { Id } from '../lib/id.ts';
import type { Rows, Step } from './submission.ts';
import type { Needs } from './needs.ts';
import { answerKey, contactKey, emptyState, pairKey } from './state.ts';
import type { Agent, Contact, Delegation, Grant, Party, State, Wallet } from './state.ts';

/** One statement of the load, and what its rows add to the state. */
type Load = Step & { values: unknown[]; into(state: State, rows: never[]): void };

/**
 * The statements that load and lock a batch's state, in the one order in which anything locks: agent, delegation,
 * wallet, each by id. But for the contacts, what is read without a lock comes after the locks, the stored answers last,
 * so that each statement sees what was committed while a lock was waited for. Each look-up is a LATERAL with a LIMIT or
 * OFFSET, which the planner cannot turn round: a plan made while a table is small would otherwise read all of it later.
 */
export function loadSteps(needs: Needs): Load[] {
  const locks = [agents(needs), delegations(needs), contacts(needs), wallets(needs)];
  const reads = [grants(needs), recipientAgents(needs), parties(needs)];
  const callers = [apiKeys(needs), agentKeys(needs)];
  return [...locks, ...reads, ...callers, answers(needs)].filter((load) => load !== null);
}

/** The state, from the results of `loadSteps` in their order. */
export function readState(loads: readonly Load[], results: readonly Rows[]): State {
  const state = emptyState();
  loads.forEach((load, index) => load.into(state, (results[index] ?? []) as never[]));
  return state;
}

function agents(needs: Needs): Load | null {
  if (needs.actingAgents.size === 0) return null;
  return {
    name: 'engine_load_agents',
    text: `SELECT id, party_id AS "partyId", status, per_transaction AS "perTransaction" FROM agents
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [plainArray([...needs.actingAgents])],
    into: addAgents,
  };
}

function recipientAgents(needs: Needs): Load | null {
  if (needs.recipientAgents.size === 0) return null;
  return {
    name: 'engine_load_recipient_agents',
    text: `SELECT id, party_id AS "partyId", status, per_transaction AS "perTransaction" FROM agents
           WHERE id = ANY($1::uuid[])`,
    values: [plainArray([...needs.recipientAgents.values()].map((need) => need.agentId))],
    into: addAgents,
  };
}

function addAgents(state: State, rows: Agent[]): void {
  for (const row of rows) state.agents.set(row.id, row);
}

function delegations(needs: Needs): Load | null {
  const pairs = [...needs.delegations.values()];
  if (pairs.length === 0) return null;
  return {
    name: 'engine_load_delegations',
    text: `SELECT d.id, d.customer_party_id AS customer, d.party_id AS delegate, d.status, d.permissions
           FROM delegations d
           WHERE d.id = ANY (ARRAY(${delegationIds}))
           ORDER BY d.id FOR NO KEY UPDATE`,
    values: pairArrays(pairs),
    into(state, rows: DelegationRow[]) {
      for (const { customer, delegate, id, status, permissions } of rows) {
        state.delegations.set(pairKey(customer, delegate), { id, status, permissions, grants: [] });
      }
    },
  };
}

/** In a statement of its own after the lock: the one that waited for it still sees the grants of before. */
function grants(needs: Needs): Load | null {
  const pairs = [...needs.delegations.values()];
  if (pairs.length === 0) return null;
  return {
    name: 'engine_load_grants',
    text: `SELECT delegation_id AS "delegationId", agent_id AS "agentId", status, permissions,
                  per_transaction AS "perTransaction"
           FROM delegation_grants WHERE delegation_id = ANY (ARRAY(${delegationIds}))`,
    values: pairArrays(pairs),
    into(state, rows: Array<Grant & { delegationId: string }>) {
      const byId = new Map([...state.delegations.values()].map((delegation) => [delegation.id, delegation]));
      for (const row of rows) byId.get(row.delegationId)?.grants.push(row);
    },
  };
}

const delegationIds = `SELECT x.id FROM unnest($1::uuid[], $2::uuid[]) AS n (customer, delegate)
  CROSS JOIN LATERAL (SELECT id FROM delegations k
    WHERE k.customer_party_id = n.customer AND k.party_id = n.delegate LIMIT 1) x`;

function pairArrays(pairs: ReadonlyArray<{ customer: string; delegate: string }>): string[] {
  return [plainArray(pairs.map((pair) => pair.customer)), plainArray(pairs.map((pair) => pair.delegate))];
}

type DelegationRow = { customer: string; delegate: string } & Pick<
  Delegation,
  'id' | 'status' | 'permissions'
>;

function wallets(needs: Needs): Load | null {
  const named = [...needs.wallets.values()];
  const byContact = [...needs.contacts.values()];
  const byAgent = [...needs.recipientAgents.values()];
  const clearing = [...needs.clearing.values()];
  return {
    name: 'engine_load_wallets',
    text: `SELECT w.id, w.party_id AS "partyId", w.rail, w.currency, w.status, w.is_default AS "isDefault", w.posted, w.held
           FROM wallets w
           WHERE w.id = ANY (ARRAY(
             SELECT x.id FROM (
               SELECT party_id, currency FROM unnest($1::uuid[], $2::text[]) AS n (party_id, currency)
               UNION ALL
               SELECT c.party_id, n.currency FROM unnest($3::text[], $4::text[], $5::text[]) AS n (kind, value, currency)
                 CROSS JOIN LATERAL (SELECT * FROM contacts k WHERE k.kind = n.kind AND k.value = n.value LIMIT 1) c
               UNION ALL
               SELECT a.party_id, n.currency FROM unnest($6::uuid[], $7::text[]) AS n (agent_id, currency)
                 CROSS JOIN LATERAL (SELECT * FROM agents k WHERE k.id = n.agent_id LIMIT 1) a
             ) o CROSS JOIN LATERAL (SELECT id FROM wallets k
                   WHERE k.party_id = o.party_id AND k.currency = o.currency OFFSET 0) x
             UNION ALL
             SELECT x.id FROM unnest($8::text[], $9::text[]) AS n (rail, currency)
               CROSS JOIN LATERAL (SELECT id FROM wallets k
                 WHERE k.rail = n.rail AND k.currency = n.currency AND k.party_id IS NULL OFFSET 0) x))
           ORDER BY w.id FOR NO KEY UPDATE`,
    values: [
      plainArray(named.map((need) => need.partyId)),
      textArray(named.map((need) => need.currency)),
      textArray(byContact.map((need) => need.kind)),
      textArray(byContact.map((need) => need.value)),
      textArray(byContact.map((need) => need.currency)),
      plainArray(byAgent.map((need) => need.agentId)),
      textArray(byAgent.map((need) => need.currency)),
      textArray(clearing.map((need) => need.rail)),
      textArray(clearing.map((need) => need.currency)),
    ],
    into(state, rows: Wallet[]) {
      for (const row of rows) {
        const key = pairKey(row.partyId ?? row.rail ?? '', row.currency);
        const known = state.wallets.get(key);
        if (known) known.push(row);
        else state.wallets.set(key, [row]);
      }
    },
  };
}

function parties(needs: Needs): Load | null {
  if (needs.parties.size === 0 && needs.recipientAgents.size === 0) return null;
  return {
    name: 'engine_load_parties',
    text: `SELECT id, status, default_currency AS "defaultCurrency" FROM parties
           WHERE id = ANY($1::uuid[]) OR id = ANY (ARRAY(SELECT party_id FROM agents WHERE id = ANY($2::uuid[])))`,
    values: [
      plainArray([...needs.parties]),
      plainArray([...needs.recipientAgents.values()].map((need) => need.agentId)),
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
function contacts(needs: Needs): Load | null {
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

function apiKeys(needs: Needs): Load | null {
  return activeKeys('api_keys', needs.credentials.apiKey);
}

function agentKeys(needs: Needs): Load | null {
  return activeKeys('agent_keys', needs.credentials.agentKey);
}

function activeKeys(table: 'api_keys' | 'agent_keys', ids: ReadonlySet<string>): Load | null {
  if (ids.size === 0) return null;
  return {
    name: `engine_load_${table}`,
    text: `SELECT id FROM ${table} WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL`,
    values: [plainArray([...ids])],
    into(state, rows: Array<{ id: string }>) {
      for (const row of rows) state.activeCredentials.add(row.id);
    },
  };
}

function answers(needs: Needs): Load | null {
  const keys = [...needs.answers.values()];
  if (keys.length === 0) return null;
  return {
    name: 'engine_load_answers',
    text: `SELECT i.party_id AS "partyId", i.route, i.key, i.fingerprint, i.status, i.body
           FROM unnest($1::uuid[], $2::text[], $3::text[]) AS n (party_id, route, key)
           CROSS JOIN LATERAL (SELECT * FROM idempotency_keys k
             WHERE k.party_id = n.party_id AND k.key = n.key AND k.route = n.route LIMIT 1) i`,
    values: [
      plainArray(keys.map((key) => key.partyId)),
      textArray(keys.map((key) => key.route)),
      textArray(keys.map((key) => key.key)),
    ],
    into(state, rows: AnswerRow[]) {
      for (const row of rows) {
        state.answers.set(answerKey(row), {
          status: row.status,
          body: row.body,
          fingerprint: row.fingerprint,
        });
      }
    },
  };
}

type AnswerRow = Parameters<typeof answerKey>[0] & { fingerprint: Buffer; status: number; body: string };
