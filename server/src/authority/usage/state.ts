import { batchTime } from '../../engine/decide/time.ts';
import { onlyCounters } from '../../engine/load/load-rule-history.ts';
import { type CounterId, counterKey } from '../../engine/model/records.ts';
import {
  emptyState,
  type Limits,
  limitsOf,
  type LoadedState,
  noLimits,
  pairKey,
  type Party,
  type State,
  type Wallet,
} from '../../engine/model/state.ts';
import type { OldestCounted } from '../../engine/rules/usage.ts';
import type { Id } from '../../lib/id.ts';
import type {
  AgentUsageRow,
  ClockRow,
  CounterJson,
  PartyUsageRow,
  RuleCounterJson,
  WalletJson,
} from './queries.ts';

// What was read as the engine loads it, so that its own functions say what is used.

/** Returns a state by which rules are judged: one that looks back at what is not read here throws. */
export function asRead(state: LoadedState): State {
  return { ...state, ...onlyCounters(state) };
}

/** Returns a state with nothing in it but the time. */
export function stateAt({ now_ms, offset_ms, datedTo_us }: ClockRow): LoadedState {
  return { ...emptyState(), clock: { now_ms: Number(now_ms), offset_ms: Number(offset_ms), datedTo_us } };
}

/** Returns the time at which a batch with this state would decide: see `batchTime`. */
export function timeIn(state: LoadedState): Date {
  return new Date(Number(batchTime(state) / 1000n));
}

// What is used does not depend on it.
const notRead = {
  address: null,
  mergedInto: null,
  frozenBy: [],
  approveBy: 'any',
  twoAbove: null,
} as const satisfies Partial<Party>;

export function addParty(state: LoadedState, row: PartyUsageRow): void {
  const { partyId: id, partyStatus: status, defaultCurrency } = row;
  state.parties.set(id, { id, status, defaultCurrency, ...notRead, ...limitsOfParty(row) });
  addCounters(state, { spenderId: id, ownerPartyId: id }, row.partyCounters);
}

/** Adds a customer whose limits are not read. */
export function addCustomer(state: LoadedState, id: Id<'pty'>, defaultCurrency: string): void {
  state.parties.set(id, { id, status: 'ACTIVE', defaultCurrency, ...notRead, ...noLimits });
}

function limitsOfParty(row: PartyUsageRow): Limits {
  return {
    perTransaction: row.partyPerTransaction,
    perDay: row.partyPerDay,
    perMonth: row.partyPerMonth,
    currencyLimits: row.partyCurrencyLimits,
  };
}

/** Adds an agent, its party, and the wallets of that if they were read. */
export function addAgent(state: LoadedState, row: AgentUsageRow): void {
  addParty(state, row);
  const { id, partyId, status, rules, walletIds } = row;
  state.agents.set(id, { id, partyId, status, rules, walletIds, reads: 'party', ...limitsOf(row) }); // no matter here
  addCounters(state, { spenderId: id, ownerPartyId: partyId }, row.counters);
  addRuleCounter(state, id, partyId, row.ruleCounter);
  state.fees = row.fees;
  state.wallets.set(
    partyId,
    (row.wallets ?? []).map((wallet) => walletOf(wallet, partyId)),
  );
}

function walletOf({ posted, held, datedTo_us, ...wallet }: WalletJson, partyId: Id<'pty'>): Wallet {
  const sums = { posted: BigInt(posted), held: BigInt(held), datedTo_us: BigInt(datedTo_us) };
  return { ...wallet, id: wallet.id as Id<'wal'>, partyId, rail: null, ...sums };
}

export function addCounters(
  state: LoadedState,
  counted: Omit<CounterId, 'currency'>,
  counters: readonly CounterJson[] | null,
): void {
  for (const { currency, day, inDay, inMonth } of counters ?? []) {
    const counter = { ...counted, currency, day, spentInDay: BigInt(inDay), spentInMonth: BigInt(inMonth) };
    state.counters.set(counterKey(counter), counter);
  }
}

export function addRuleCounter(
  state: LoadedState,
  agentId: Id<'agt'>,
  ownerPartyId: Id<'pty'>,
  counter: RuleCounterJson | null,
): void {
  if (!counter) return;
  const { since, last, at, inHour, inDay } = counter;
  const times = { since: new Date(since), at: new Date(at) };
  const counts = { last: BigInt(last), inHour: BigInt(inHour), inDay: BigInt(inDay), added: [] };
  state.ruleCounters.set(pairKey(agentId, ownerPartyId), { agentId, ownerPartyId, ...times, ...counts });
}

export function oldestOf(counter: RuleCounterJson | null): OldestCounted {
  const { oldestInHour = null, oldestInDay = null } = counter ?? {};
  return {
    hour: oldestInHour ? new Date(oldestInHour) : null,
    day: oldestInDay ? new Date(oldestInDay) : null,
  };
}
