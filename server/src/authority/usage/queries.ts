import { nowSql } from '../../db/clock.ts';
import { type Placed, shared } from '../../db/shared-loader.ts';
import { many, plainId } from '../../db/sql.ts';
import { ruleCounterOf } from '../../engine/load/load-rule-history.ts';
import type { AgentRules } from '../../engine/model/agent-rules.ts';
import type { Fees } from '../../engine/model/fees.ts';
import type { AgentStatus, Limits, PartyStatus } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';
import { limitColumns } from '../../engine/model/tables.ts';

// What is used is read by one statement, so that limits, counters, wallets and the time belong together.

/** The time of the read. */
export type ClockRow = { now_ms: bigint; offset_ms: bigint; datedTo_us: bigint };

/** A limit counter. Sums are decimal digits: that of a month may exceed what JSON represents. */
export type CounterJson = { currency: string; day: string; inDay: string; inMonth: string };

/** A counter of rules. Times are as JSON has them. */
export type RuleCounterJson = {
  since: string;
  last: number;
  at: string;
  inHour: number;
  inDay: number;
  oldestInHour: string | null;
  oldestInDay: string | null;
};

export type WalletJson = {
  id: string;
  currency: string;
  status: 'active' | 'frozen';
  isDefault: boolean;
  isReceivable: boolean;
  posted: number;
  held: number;
  datedTo_us: number;
};

const clock = `(SELECT ${nowSql}, clock_offset_ms AS offset_ms, dated_to_us, fees FROM installation) i`;
const time = 'i.now_ms, i.offset_ms, i.dated_to_us';

/** Returns the SQL of the counters of a spender for an owner of limits; null if there are none. */
const counters = (spender: string, owner: string): string => `(SELECT json_agg(json_build_object(
    'currency', k.currency, 'day', k.day, 'inDay', k.spent_in_day::text, 'inMonth', k.spent_in_month::text))
  FROM limit_counters k WHERE k.spender_id = ${spender} AND k.owner_party_id = ${owner})`;

/** Returns the SQL of the counter of an agent's rules; null if there is none. */
const ruleCounter = (agent: string, owner: string): string => `(SELECT json_build_object(
    'since', r.since, 'last', r.last, 'at', r.at, 'inHour', r.in_hour, 'inDay', r.in_day,
    'oldestInHour', r.oldest_in_hour, 'oldestInDay', r.oldest_in_day)
  FROM (${ruleCounterOf(agent, owner)}) r)`;

const wallets = `(SELECT json_agg(json_build_object('id', ${plainId('w.id')}, 'currency', w.currency,
    'status', w.status, 'isDefault', w.is_default, 'isReceivable', w.is_receivable, 'posted', w.posted,
    'held', w.held, 'datedTo_us', w.dated_to_us) ORDER BY w.currency, w.id)
  FROM wallets w WHERE w.party_id = p.id AND w.status <> 'closed')`;

/** The party's limits, and what counts against them. */
export type PartyUsageRow = ClockRow & {
  partyId: Id<'pty'>;
  partyStatus: PartyStatus;
  defaultCurrency: string;
  partyPerTransaction: bigint | null;
  partyPerDay: bigint | null;
  partyPerMonth: bigint | null;
  partyCurrencyLimits: Limits['currencyLimits'];
  partyCounters: CounterJson[] | null;
};
const partyColumns = `${time}, p.id AS party_id, p.status AS party_status, p.default_currency,
  p.per_transaction AS party_per_transaction, p.per_day AS party_per_day, p.per_month AS party_per_month,
  p.currency_limits AS party_currency_limits,
  ${counters('p.id', 'p.id')} AS party_counters`;

export type AgentUsageRow = PartyUsageRow &
  Limits & {
    id: Id<'agt'>;
    status: AgentStatus;
    rules: AgentRules | null;
    walletIds: ReadonlyArray<Id<'wal'>> | null;
    counters: CounterJson[] | null;
    ruleCounter: RuleCounterJson | null;
    fees: Fees | null;
    /** Null unless the reader sees them. */
    wallets: WalletJson[] | null;
  };

type AgentLookUp = { partyId: Id<'pty'>; agentId: Id<'agt'>; seesFunds: boolean };

const agentsByIds = many<
  AgentUsageRow & Placed,
  { parties: ReadonlyArray<Id<'pty'>>; agents: ReadonlyArray<Id<'agt'>>; seeing: readonly boolean[] }
>(
  'usage_of_agents',
  `SELECT n.place, ${partyColumns}, i.fees, a.id, a.status, a.rules, a.wallet_ids, ${limitColumns('a')},
     ${counters('a.id', 'p.id')} AS counters,
     CASE WHEN a.rules IS NOT NULL THEN ${ruleCounter('a.id', 'p.id')} END AS rule_counter,
     CASE WHEN n.sees_funds THEN ${wallets} END AS wallets
   FROM unnest($parties::uuid[], $agents::uuid[], $seeing::boolean[]) WITH ORDINALITY AS n (party_id, agent_id, sees_funds, place)
   CROSS JOIN LATERAL (SELECT * FROM agents k WHERE k.id = n.agent_id AND k.party_id = n.party_id LIMIT 1) a
   CROSS JOIN LATERAL (SELECT * FROM parties k WHERE k.id = n.party_id LIMIT 1) p CROSS JOIN ${clock}`,
);

/** Returns one row, what bounds an agent of the party and what of it is used; none if there is no such agent. */
export const readUsageOfAgent = shared<AgentLookUp, AgentUsageRow>(async (db, lookUps) =>
  agentsByIds(db, {
    parties: lookUps.map(({ partyId }) => partyId),
    agents: lookUps.map(({ agentId }) => agentId),
    seeing: lookUps.map(({ seesFunds }) => seesFunds),
  }),
);

const partiesByIds = many<PartyUsageRow & Placed, [ids: ReadonlyArray<Id<'pty'>>]>(
  'usage_of_parties',
  `SELECT n.place, ${partyColumns} FROM unnest($1::uuid[]) WITH ORDINALITY AS n (id, place)
   CROSS JOIN LATERAL (SELECT * FROM parties k WHERE k.id = n.id LIMIT 1) p CROSS JOIN ${clock}`,
);

/** Returns one row, what bounds a party and what of it is used. */
export const readUsageOfParty = shared<Id<'pty'>, PartyUsageRow>(partiesByIds);

/** One agent's grant under a delegation. */
export type GrantUsageRow = ClockRow &
  Limits & {
    customerId: Id<'pty'>;
    defaultCurrency: string;
    /** Null if the delegation has no grant. */
    agentId: Id<'agt'> | null;
    rules: AgentRules | null;
    counters: CounterJson[] | null;
    ruleCounter: RuleCounterJson | null;
  };

type GrantLookUp = { partyId: Id<'pty'>; delegationId: Id<'dlg'>; agentId: Id<'agt'> | null };

const grantsByDelegations = many<
  GrantUsageRow & Placed,
  {
    parties: ReadonlyArray<Id<'pty'>>;
    delegations: ReadonlyArray<Id<'dlg'>>;
    agents: ReadonlyArray<Id<'agt'> | null>;
  }
>(
  'usage_of_delegations',
  `SELECT n.place, ${time}, c.id AS customer_id, c.default_currency, g.agent_id, g.rules, ${limitColumns('g')},
     ${counters('g.agent_id', 'c.id')} AS counters,
     CASE WHEN g.rules IS NOT NULL THEN ${ruleCounter('g.agent_id', 'c.id')} END AS rule_counter
   FROM unnest($parties::uuid[], $delegations::uuid[], $agents::uuid[]) WITH ORDINALITY
     AS n (party_id, delegation_id, agent_id, place)
   CROSS JOIN LATERAL (SELECT * FROM delegations k
     WHERE k.id = n.delegation_id AND n.party_id IN (k.customer_party_id, k.party_id) LIMIT 1) d
   CROSS JOIN LATERAL (SELECT * FROM parties k WHERE k.id = d.customer_party_id LIMIT 1) c
   LEFT JOIN LATERAL (SELECT * FROM delegation_grants k WHERE k.delegation_id = d.id AND k.status <> 'REVOKED'
     AND (n.agent_id IS NULL OR k.agent_id = n.agent_id) OFFSET 0) g ON true
   CROSS JOIN ${clock} ORDER BY n.place, g.agent_id DESC`,
);

/**
 * Returns the grants of a delegation that the party gave or received, those of one agent if it is named, and what of
 * them is used; a row without an agent if there are none. None if there is no such delegation.
 */
export const readUsageOfDelegation = shared<GrantLookUp, GrantUsageRow>((db, lookUps) =>
  grantsByDelegations(db, {
    parties: lookUps.map(({ partyId }) => partyId),
    delegations: lookUps.map(({ delegationId }) => delegationId),
    agents: lookUps.map(({ agentId }) => agentId),
  }),
);
