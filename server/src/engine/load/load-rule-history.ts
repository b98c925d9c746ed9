import { givenRows, textArray, uuidArray } from '../../db/arrays.ts';
import type { Id } from '../../lib/id.ts';
import type { AgentRules, CountWindow, LookBack, Recorded } from '../model/agent-rules.ts';
import {
  agentDigestsOf,
  type ComparedTerms,
  countWindows_ms,
  digestsOf,
  foundBy,
  type Guard,
  type KnownPayee,
  knownPayeeKey,
  type Purchase,
  type PurchaseDigests,
  type RuleCounter,
} from '../model/rule-history.ts';
import { undoneStatuses } from '../model/records.ts';
import {
  addressKey,
  addressOf,
  type Destination,
  isPayee,
  type LeadsTo,
  type Payee,
  payeeKeys,
} from '../model/counterparty.ts';
import { type AuthorityView, type LoadedState, pairKey, type State } from '../model/state.ts';
import { leadsTo } from '../model/waiting.ts';
import { AskedLookup, AskedTable, type Keys } from './asked-table.ts';
import type { Load } from './load-step.ts';

// What the rules of agents look back at: what a payment needs of it, the statements that load it, and what may be read.

/** What the rules of a batch look back at. */
export type RuleNeeds = {
  /** By agent and party. */
  ruleCounters: Map<string, { agentId: Id<'agt'>; owner: Id<'pty'> }>;
  knownPayees: Array<{ agentId: Id<'agt'>; owner: Id<'pty'>; payee: Payee }>;
  /** Payments that may equal one that is asked for, and the ways in which rules compare them. */
  purchases: Array<PurchaseDigests & { agentId: Id<'agt'>; to: Destination; guards: readonly Guard[] }>;
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
  /** Its party. */
  partyId: Id<'pty'>;
  payer: Id<'pty'>;
  to: Destination | null;
  /** Null if it is compared with no earlier payment. */
  terms: ComparedTerms | null;
};

/** Rules that look back, and their owner. */
type OwnedRules = readonly [owner: Id<'pty'>, rules: AgentRules];

/** What is needed of that at which the rules of these owners look back. */
export const needLookBack: {
  readonly [L in LookBack]: (
    needs: RuleNeeds & { cached: Pick<AuthorityView, 'addresses'> },
    asked: Asked,
    owners: readonly OwnedRules[],
  ) => void;
} = {
  ruleCounters(needs, { agentId }, owners) {
    for (const [owner] of owners) needs.ruleCounters.set(pairKey(agentId, owner), { agentId, owner });
  },
  knownPayees(needs, { agentId, to }, owners) {
    if (to && isPayee(to))
      needs.knownPayees.push(...owners.map(([owner]) => ({ agentId, owner, payee: to })));
  },
  purchases(needs, { agentId, partyId: initiatorPartyId, payer: payerPartyId, to, terms }, owners) {
    if (!to || !terms) return;
    const digests = digestsOf({ ...terms, payerPartyId, initiatorPartyId });
    const guards = owners.flatMap(([, rules]) => rules.duplicates ?? []);
    needs.purchases.push({ ...digests, agentId, to, guards });
  },
  addresses(needs, { to }) {
    if (!to || !isPayee(to)) return;
    if (!needs.cached.addresses.has(to.partyId ?? '')) needs.addresses.push(to);
  },
};

// The statements run after the locks: each payment of an agent holds its lock, and those of the payer's wallets in the
// currency, under which agents of one party find the purchases of each other.

/** A column of the oldest payment in a window; null if there is none. */
const oldestIn = (window: CountWindow, column: 'number' | 'at'): string =>
  `(SELECT x.${column} FROM counted_payments x
     WHERE x.agent_id = n.agent_id AND x.owner_party_id = n.owner_party_id
       AND x.at > i.now - interval '${countWindows_ms[window]} ms' AND x.at >= c.since ORDER BY x.at, x.number LIMIT 1)`;

/** How many payments are in a window, of which `l` is the last. The numbers have no gap. */
const madeIn = (window: CountWindow): string => `coalesce(l.number - ${oldestIn(window, 'number')} + 1, 0)`;

/** The columns of a counter, and the rows that they are of, for agents and owners of rules `n`. */
const counterColumns = `c.since, coalesce(l.number, 0) AS last, greatest(l.at, c.since) AS at,
  ${madeIn('hour')} AS in_hour, ${madeIn('day')} AS in_day`;
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
  return `SELECT ${counterColumns}, ${oldestIn('hour', 'at')} AS oldest_in_hour, ${oldestIn('day', 'at')} AS oldest_in_day
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

// The ids of parties that a payee has taken over: what was paid to them was paid to it.
const takenBy = (payee: string): string =>
  `ARRAY(SELECT k.party_id FROM claims k WHERE k.taken_by = ${payee})`;

const payeeTypes = { party_id: 'uuid', kind: 'text', value: 'text', paid_agent_id: 'uuid' };

/** Returns the parameters of the columns of `payeeTypes`. */
function payeeArrays(payees: readonly Destination[]): Buffer[] {
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
           FROM ${givenRows({ ...payeeTypes, agent_id: 'uuid', owner_party_id: 'uuid' })} AS n
           CROSS JOIN LATERAL (SELECT ${party} AS payee OFFSET 0) p
           CROSS JOIN LATERAL (SELECT agent_id, owner_party_id, p.payee AS payee_party_id FROM known_payees x
             WHERE x.agent_id = n.agent_id AND x.owner_party_id = n.owner_party_id
               AND x.payee_party_id = ANY (p.payee || ${takenBy('p.payee')}) LIMIT 1) f`,
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

/** The latest equal ones, for guards that look for them by this digest. */
const latestBy = (digest: string): string =>
  `(SELECT * FROM recent_purchases x WHERE x.${digest} = CASE n.found_by WHEN '${digest}' THEN n.digest END
      AND x.payee = k.recorded AND (n.exact IS NULL OR x.exact = n.exact) ORDER BY x.at DESC LIMIT ${maxEqual})`;
const foundByColumns = {
  key: 'key',
  normalized: 'normalized',
  agentKey: 'agent_key',
  agentNormalized: 'agent_normalized',
} as const satisfies { [D in ReturnType<typeof foundBy>]: string };

/**
 * Loads the latest equal payment for each way to compare them, under the id of the payee's party, or under what stands for
 * its address or the account. `found` comes first, since one index look-up finds that nearly every payment has none. It
 * names the order of that index: a plan made while the table was empty could take another one, and read all of it.
 */
function purchases({ purchases: wanted }: RuleNeeds): Load | null {
  const compared = wanted.flatMap(({ guards, ...purchase }) => {
    const digests = { ...purchase, ...agentDigestsOf(purchase, purchase.agentId) };
    return guards.map((guard) => ({ ...digests, match: guard.match, by: foundBy(guard) }));
  });
  if (compared.length === 0) return null;
  return {
    name: 'engine_load_purchases',
    text: `SELECT f.key, k.payee, f.agent_id, f.exact, f.normalized, f.at, f.id
           FROM ${givenRows({ ...payeeTypes, key: 'uuid', other: 'uuid', exact: 'uuid', found_by: 'text', digest: 'uuid' })} AS n
           CROSS JOIN LATERAL (SELECT ${party} AS payee OFFSET 0) p
           CROSS JOIN LATERAL (SELECT FROM recent_purchases x
             WHERE x.key = n.key AND x.payee = ANY (ARRAY[p.payee, n.other] || ${takenBy('p.payee')})
             ORDER BY x.key, x.payee LIMIT 1) found
           CROSS JOIN LATERAL (SELECT p.payee, p.payee AS recorded UNION ALL SELECT n.other, n.other
             UNION ALL SELECT p.payee, t.id FROM unnest(${takenBy('p.payee')}) t (id)) k
           CROSS JOIN LATERAL (
             SELECT e.* FROM (SELECT *, row_number() OVER (ORDER BY c.at DESC) AS number FROM (
               ${Object.values(foundByColumns).map(latestBy).join(' UNION ALL ')}) c) e
             CROSS JOIN LATERAL (SELECT coalesce((SELECT y.status FROM payments y WHERE y.id = e.id),
               (SELECT t.status FROM transfers t WHERE t.id = e.id)) AS status) s
             WHERE s.status NOT IN ${undone} OR e.number = ${maxEqual} ORDER BY e.number LIMIT 1) f`,
    values: [
      ...payeeArrays(compared.map(({ to }) => to)),
      uuidArray(compared.map(({ key }) => key)),
      uuidArray(compared.map(({ to }) => (isPayee(to) ? addressKey(to) : to.counterparty.accountId))),
      uuidArray(compared.map(({ match, exact }) => (match === 'exact' ? exact : null))),
      textArray(compared.map(({ by }) => foundByColumns[by])),
      uuidArray(compared.map((each) => each[each.by])),
    ],
    into(state, rows: Purchase[]) {
      for (const row of rows) {
        const key = pairKey(row.key, row.payee);
        state.purchases.set(key, [...(state.purchases.get(key) ?? []), row]);
      }
    },
  };
}

/** Loads every address that leads to a payee, and every party that it has taken over. */
function addresses({ addresses: wanted }: RuleNeeds): Load | null {
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_addresses',
    text: `SELECT DISTINCT p.payee AS party_id, c.kind, c.value
           FROM ${givenRows(payeeTypes)} AS n
           CROSS JOIN LATERAL (SELECT ${party} AS payee OFFSET 0) p
           CROSS JOIN LATERAL (${leadsTo('p.payee')}) c`,
    values: payeeArrays(wanted),
    into(state, rows: Array<LeadsTo & { partyId: Id<'pty'> }>) {
      for (const { partyId, ...leadsTo } of rows) {
        state.addresses.set(partyId, [...(state.addresses.get(partyId) ?? []), leadsTo]);
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
  purchases: (needs, partyOf) => {
    let byKey: Map<string, RuleNeeds['purchases']> | null = null;
    return {
      has(key) {
        byKey ??= Map.groupBy(needs.purchases, ({ key: of }) => of);
        const of = key.slice(0, key.indexOf(' '));
        return (byKey.get(of) ?? []).some(({ to }) => {
          const asked = isPayee(to) ? { ...to, partyId: partyOf(to) ?? null } : to;
          return payeeKeys(asked).some((each) => key === pairKey(of, each));
        });
      },
    };
  },
  addresses: (needs, partyOf) => ({
    has: (partyId) => needs.addresses.some((payee) => partyOf(payee) === partyId),
  }),
};

/** Returns what rules may read of it. */
export function askedRuleHistory(
  needs: RuleNeeds,
  loaded: Pick<LoadedState, Recorded>,
  authority: Pick<AuthorityView, 'addresses'>,
  partyOf: PartyOf,
): Pick<State, LookBack> {
  return readable(loaded, authority, {
    ruleCounters: askedKeys.ruleCounters(needs, partyOf),
    knownPayees: askedKeys.knownPayees(needs, partyOf),
    purchases: askedKeys.purchases(needs, partyOf),
    addresses: askedKeys.addresses(needs, partyOf),
  });
}

const all = { has: () => true };
const none = { has: () => false };

/** Returns what rules look back at, where only counters were read: looking back at anything else throws. */
export function onlyCounters(read: LoadedState): Pick<State, LookBack> {
  return readable(read, read, { ruleCounters: all, knownPayees: none, purchases: none, addresses: none });
}

function readable(
  loaded: Pick<LoadedState, Recorded>,
  { addresses }: Pick<AuthorityView, 'addresses'>,
  keys: { readonly [L in LookBack]: Keys },
): Pick<State, LookBack> {
  return {
    ruleCounters: new AskedTable('rule counters', loaded.ruleCounters, keys.ruleCounters),
    knownPayees: new AskedTable('known payees', loaded.knownPayees, keys.knownPayees),
    purchases: new AskedTable('purchases', loaded.purchases, keys.purchases),
    addresses: new AskedLookup('addresses', addresses, keys.addresses),
  };
}
