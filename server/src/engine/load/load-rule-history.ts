import { textArray, uuidArray } from '../../db/arrays.ts';
import type { Id } from '../../lib/id.ts';
import type { LookBack, Recorded } from '../model/agent-rules.ts';
import {
  contentOf,
  type KnownPayee,
  knownPayeeKey,
  type Purchase,
  type RuleCounter,
} from '../model/rule-history.ts';
import { type PaymentTerms, undoneStatuses } from '../model/records.ts';
import { pairKey } from '../model/pair-key.ts';
import {
  addressKey,
  addressOf,
  type Contact,
  type Destination,
  isPayee,
  type Payee,
  payeeKeys,
} from '../model/counterparty.ts';
import type { AuthorityView, LoadedState, State } from '../model/state.ts';
import { AskedLookup, AskedTable, type Keys } from './asked-table.ts';
import type { Load } from './load-step.ts';

// What the rules of agents look back at: what a payment needs of it, the statements that load it, and what may be read.

/** What the rules of a batch look back at. */
export type RuleNeeds = {
  /** By agent and party. */
  ruleCounters: Map<string, { agentId: Id<'agt'>; owner: Id<'pty'> }>;
  knownPayees: Array<{ agentId: Id<'agt'>; owner: Id<'pty'>; payee: Payee }>;
  /** Payments that may equal one that is asked for, by their content. */
  purchases: Array<{ content: string; payee: Payee }>;
  /** Payees of whom every address is needed. */
  addresses: Payee[];
};

/** Returns needs of rules with nothing in them yet. */
export function noRuleNeeds(): RuleNeeds {
  return { ruleCounters: new Map(), knownPayees: [], purchases: [], addresses: [] };
}

/** A payment or withdrawal of an agent, whose rules look back. */
type Asked = {
  agentId: Id<'agt'>;
  payer: Id<'pty'>;
  to: Destination | null;
  /** Null if it is compared with no earlier payment. */
  terms: PaymentTerms | null;
};

/** What is needed of that at which the rules of these owners look back. */
export const needLookBack: {
  readonly [L in LookBack]: (
    needs: RuleNeeds & { cached: Pick<AuthorityView, 'addresses'>; usesCache: boolean },
    asked: Asked,
    owners: ReadonlyArray<Id<'pty'>>,
  ) => void;
} = {
  ruleCounters(needs, { agentId }, owners) {
    for (const owner of owners) needs.ruleCounters.set(pairKey(agentId, owner), { agentId, owner });
  },
  knownPayees(needs, { agentId, to }, owners) {
    if (to && isPayee(to)) needs.knownPayees.push(...owners.map((owner) => ({ agentId, owner, payee: to })));
  },
  purchases(needs, { agentId, payer, to, terms }) {
    if (!to || !isPayee(to) || !terms) return;
    needs.purchases.push({ content: contentOf(agentId, { payerPartyId: payer, ...terms }), payee: to });
  },
  addresses(needs, { to }) {
    if (!to || !isPayee(to)) return;
    if (needs.cached.addresses.has(to.partyId ?? '')) needs.usesCache = true;
    else needs.addresses.push(to);
  },
};

// The statements run after the locks: each payment of an agent holds its lock.

/** A column of the oldest of those that were made since `length` ago; null if there are none. */
const oldestIn = (length: string, column: 'number' | 'at'): string =>
  `(SELECT x.${column} FROM counted_payments x
     WHERE x.agent_id = n.agent_id AND x.owner_party_id = n.owner_party_id
       AND x.at > i.now - interval '${length}' AND x.at >= c.since ORDER BY x.at, x.number LIMIT 1)`;

/** The number of those that were made since `length` ago, of which `l` is the last. The numbers have no gap. */
const madeIn = (length: string): string => `coalesce(l.number - ${oldestIn(length, 'number')} + 1, 0)`;

/** The columns of a counter, and the rows that they are of, for agents and owners of rules `n`. */
const counterColumns = `c.since, coalesce(l.number, 0) AS last, greatest(l.at, c.since) AS at,
  ${madeIn('1 hour')} AS in_hour, ${madeIn('1 day')} AS in_day`;
const counterRows = `CROSS JOIN (SELECT clock_timestamp() + clock_offset_ms * interval '1 ms' AS now FROM installation) i
  CROSS JOIN LATERAL (SELECT * FROM rule_counters x
    WHERE x.agent_id = n.agent_id AND x.owner_party_id = n.owner_party_id LIMIT 1) c
  LEFT JOIN LATERAL (SELECT x.number, x.at FROM counted_payments x
    WHERE x.agent_id = n.agent_id AND x.owner_party_id = n.owner_party_id
    ORDER BY x.at DESC, x.number DESC LIMIT 1) l ON true`;

/**
 * Returns a query of the counter of an agent and the owner of its rules, for a read: with the times of the oldest payments
 * that it counts.
 */
export function ruleCounterOf(agent: string, owner: string): string {
  return `SELECT ${counterColumns}, ${oldestIn('1 hour', 'at')} AS oldest_in_hour, ${oldestIn('1 day', 'at')} AS oldest_in_day
    FROM (SELECT ${agent} AS agent_id, ${owner} AS owner_party_id) n ${counterRows}`;
}

/**
 * Loads how many payments agents have made in the last hour and day: three look-ups, however many were made. The clock
 * is read here before the batch is dated, so that none counts too short.
 */
function ruleCounters(needs: RuleNeeds): Load | null {
  const wanted = [...needs.ruleCounters.values()];
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_rule_counters',
    text: `SELECT c.agent_id, c.owner_party_id, ${counterColumns}
           FROM unnest($1::uuid[], $2::uuid[]) AS n (agent_id, owner_party_id) ${counterRows}`,
    values: [uuidArray(wanted.map(({ agentId }) => agentId)), uuidArray(wanted.map(({ owner }) => owner))],
    into(state, rows: Array<Omit<RuleCounter, 'added'>>) {
      for (const row of rows)
        state.ruleCounters.set(pairKey(row.agentId, row.ownerPartyId), { ...row, added: [] });
    },
  };
}

// Finds a payee's party where the code does not know it: by address or by agent, which have one each.
const party = `coalesce(n.party_id,
  (SELECT k.party_id FROM contacts k WHERE k.kind = n.kind AND k.value = n.value),
  (SELECT k.party_id FROM agents k WHERE k.id = n.paid_agent_id))`;

/** Returns the parameters of the columns `party_id`, `kind`, `value` and `paid_agent_id`. */
function payeeArrays(payees: readonly Payee[]): Buffer[] {
  const addresses = payees.map(({ counterparty }) => addressOf(counterparty));
  return [
    uuidArray(payees.map(({ partyId }) => partyId)),
    textArray(addresses.map((address) => address && address.kind)),
    textArray(addresses.map((address) => address && address.value)),
    uuidArray(payees.map(({ counterparty: named }) => (named.type === 'agent_id' ? named.agentId : null))),
  ];
}

/** Loads which payees agents have paid before. */
function knownPayees({ knownPayees: wanted }: RuleNeeds): Load | null {
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_known_payees',
    text: `SELECT f.agent_id, f.owner_party_id, f.payee_party_id
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[])
             AS n (party_id, kind, value, paid_agent_id, agent_id, owner_party_id)
           CROSS JOIN LATERAL (SELECT ${party} AS payee OFFSET 0) p
           CROSS JOIN LATERAL (SELECT * FROM known_payees x WHERE x.agent_id = n.agent_id
             AND x.owner_party_id = n.owner_party_id AND x.payee_party_id = p.payee LIMIT 1) f`,
    values: [
      ...payeeArrays(wanted.map(({ payee }) => payee)),
      uuidArray(wanted.map(({ agentId }) => agentId)),
      uuidArray(wanted.map(({ owner }) => owner)),
    ],
    into(state, rows: KnownPayee[]) {
      for (const row of rows) state.knownPayees.set(knownPayeeKey(row), row);
    },
  };
}

// What was undone is no earlier purchase. Of more than so many equal payments, the newest are looked at; if all of them
// were undone, the oldest of these counts, so that no agent hides a payment behind others that it cancels.
const undone = `('${undoneStatuses.join("', '")}')`;
const maxEqual = 50;

/**
 * Loads the latest equal payment to the payee, under its party's id or under what stands for its address. `found` comes
 * first, since one index look-up finds that nearly every payment has none.
 */
function purchases({ purchases: wanted }: RuleNeeds): Load | null {
  if (wanted.length === 0) return null;
  const addresses = wanted.map(({ payee }) => addressKey(payee));
  return {
    name: 'engine_load_purchases',
    text: `SELECT f.content, f.payee, f.at, f.payment_id
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[])
             AS n (party_id, kind, value, paid_agent_id, content, address)
           CROSS JOIN LATERAL (SELECT ${party} AS payee OFFSET 0) p
           CROSS JOIN LATERAL (SELECT FROM recent_purchases x
             WHERE x.content = n.content AND x.payee = ANY (ARRAY[p.payee, n.address]) LIMIT 1) found
           CROSS JOIN LATERAL unnest(ARRAY[p.payee, n.address]) AS k (payee)
           CROSS JOIN LATERAL (
             SELECT e.* FROM (SELECT *, row_number() OVER (ORDER BY x.at DESC) AS number FROM recent_purchases x
               WHERE x.content = n.content AND x.payee = k.payee ORDER BY x.at DESC LIMIT ${maxEqual}) e
             CROSS JOIN LATERAL (SELECT status FROM payments y WHERE y.id = e.payment_id LIMIT 1) s
             WHERE s.status NOT IN ${undone} OR e.number = ${maxEqual} ORDER BY e.number LIMIT 1) f`,
    values: [
      ...payeeArrays(wanted.map(({ payee }) => payee)),
      uuidArray(wanted.map(({ content }) => content)),
      uuidArray(addresses),
    ],
    into(state, rows: Purchase[]) {
      for (const row of rows) state.purchases.set(pairKey(row.content, row.payee), row);
    },
  };
}

/** Loads every address that leads to a payee. */
function addresses({ addresses: wanted }: RuleNeeds): Load | null {
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_addresses',
    text: `SELECT DISTINCT c.party_id, c.kind, c.value
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS n (party_id, kind, value, paid_agent_id)
           CROSS JOIN LATERAL (SELECT ${party} AS payee OFFSET 0) p
           CROSS JOIN LATERAL (SELECT * FROM contacts x WHERE x.party_id = p.payee OFFSET 0) c`,
    values: payeeArrays(wanted),
    into(state, rows: Array<Contact & { partyId: Id<'pty'> }>) {
      for (const { partyId, kind, value } of rows) {
        state.addresses.set(partyId, [...(state.addresses.get(partyId) ?? []), { kind, value }]);
      }
    },
  };
}

/** Loads what rules look back at. */
export const ruleHistoryLoads: { readonly [L in LookBack]: (needs: RuleNeeds) => Load | null } = {
  ruleCounters,
  knownPayees,
  purchases,
  addresses,
};

/** Returns the party of a payee that a client names by address or agent. */
type PartyOf = (payee: Payee) => Id<'pty'> | undefined;

/** What of it may be read: the keys that the needs name. */
export const askedKeys: { readonly [L in LookBack]: (needs: RuleNeeds, partyOf: PartyOf) => Keys } = {
  ruleCounters: (needs) => needs.ruleCounters,
  knownPayees: (needs, partyOf) => ({
    has: (key) =>
      needs.knownPayees.some(({ agentId, owner, payee }) => {
        const payeePartyId = partyOf(payee);
        return payeePartyId && key === knownPayeeKey({ agentId, ownerPartyId: owner, payeePartyId });
      }),
  }),
  purchases: (needs, partyOf) => ({
    has: (key) =>
      needs.purchases.some(({ content, payee }) => {
        if (!key.startsWith(content)) return false;
        const partyId = partyOf(payee) ?? null;
        return payeeKeys({ ...payee, partyId }).some((each) => key === pairKey(content, each));
      }),
  }),
  addresses: (needs, partyOf) => ({
    has: (partyId) => needs.addresses.some((payee) => partyOf(payee) === partyId),
  }),
};

/** Returns what rules may read of it. */
export function askedRuleHistory(
  needs: RuleNeeds,
  loaded: Pick<LoadedState, Recorded>,
  { addresses }: Pick<AuthorityView, 'addresses'>,
  partyOf: PartyOf,
): Pick<State, LookBack> {
  return {
    ruleCounters: new AskedTable(
      'rule counters',
      loaded.ruleCounters,
      askedKeys.ruleCounters(needs, partyOf),
    ),
    knownPayees: new AskedTable('known payees', loaded.knownPayees, askedKeys.knownPayees(needs, partyOf)),
    purchases: new AskedTable('purchases', loaded.purchases, askedKeys.purchases(needs, partyOf)),
    addresses: new AskedLookup('addresses', addresses, askedKeys.addresses(needs, partyOf)),
  };
}
