import type { Id } from '../../lib/id.ts';
import {
  type AgentRules,
  type CountWindow,
  type LookBack,
  looksBackAt,
  type Recorded,
} from '../model/agent-rules.ts';
import { type Destination, type Payee, payeeKeys } from '../model/counterparty.ts';
import type { Changes } from '../model/changes.ts';
import {
  agentDigestsOf,
  countWindows_ms,
  digestsOf,
  knownPayeeKey,
  type PurchaseTerms,
  type RuleCounter,
} from '../model/rule-history.ts';
import { pairKey, type State } from '../model/state.ts';
import type { SetOn } from './limits.ts';

// What the rules of an agent count and record. All of it belongs to one agent, whose lock each of its payments holds, except
// purchases: they are compared across agents of a party, under the locks of the payer's wallets in the currency.

/** The rules that one party sets on an agent: its own party, or a customer on its grant. */
export type RuleSet = {
  owner: Id<'pty'>;
  setOn: Exclude<SetOn, 'party'>;
  agentId: Id<'agt'>;
  rules: AgentRules;
};

/** The part of a state in which rules look back. */
export type RuleHistory = Pick<State, LookBack>;

/** Where a counter has how many of those that were stored were made in the window. */
const storedIn = { hour: 'inHour', day: 'inDay' } as const satisfies {
  [W in CountWindow]: keyof RuleCounter;
};

/**
 * Returns how many payments were made in the 60 minutes or 24 hours up to a time: one that was made exactly so long ago
 * no longer counts.
 */
export function paymentsIn(window: CountWindow, counter: RuleCounter | undefined, time: Date): bigint {
  if (!counter) return 0n;
  const { added } = counter;
  const before_ms = +time - countWindows_ms[window];
  const latestBefore = added.findLastIndex(({ at }) => +at <= before_ms);
  return counter[storedIn[window]] + BigInt(added.length - 1 - latestBefore);
}

/** Returns when a payment that was made at a time no longer counts. */
export function leavesAt(window: CountWindow, at: Date): Date {
  return new Date(+at + countWindows_ms[window]);
}

/** A payment or withdrawal of an agent, at the time at which it counts, and where its money goes. */
export type Spent = { at: Date } & (
  | { type: 'payment'; record: PurchaseTerms & { id: Id<'pay'> }; to: Payee | null }
  | { type: 'withdrawal'; record: PurchaseTerms & { id: Id<'trf'> }; to: Destination }
);

type Recording = {
  /** Whether what goes to review is recorded too; it is recorded again when it is accepted. */
  inReview: boolean;
  /** Records it for rules that look back at this. */
  record: (
    ruleSets: readonly [RuleSet, ...RuleSet[]],
    spent: Spent,
    state: Pick<State, Recorded>,
    changes: Pick<Changes, Recorded>,
  ) => void;
  /** Takes out what was undone, in a replay; null if it stays. A batch loads it as it is, without what was undone. */
  undo: ((spent: Spent, state: Pick<State, Recorded>) => void) | null;
};

const recordings: { readonly [R in Recorded]: Recording } = {
  ruleCounters: { inReview: false, record: countPayment, undo: null },
  knownPayees: { inReview: false, record: recordPayee, undo: null },
  purchases: { inReview: true, record: recordPurchase, undo: undoPurchase },
};

/** Records what was accepted, or went to review, for the rules that will look back at it. */
export function recordSpent(
  ruleSets: readonly RuleSet[],
  spent: Spent,
  status: 'accepted' | 'in review',
  state: Pick<State, Recorded>,
  changes: Pick<Changes, Recorded>,
): void {
  for (const name of Object.keys(recordings) as Recorded[]) {
    const { inReview, record } = recordings[name];
    const [first, ...others] = ruleSets.filter(({ rules }) => looksBackAt(rules, name));
    if (first && (inReview || status === 'accepted')) record([first, ...others], spent, state, changes);
  }
}

/** Takes a payment or withdrawal that was undone out of what rules look back at. */
export function undoSpent(spent: Spent, state: Pick<State, Recorded>): void {
  for (const { undo } of Object.values(recordings)) undo?.(spent, state);
}

function countPayment(
  ruleSets: readonly RuleSet[],
  { at, record: { id } }: Spent,
  { ruleCounters }: Pick<State, 'ruleCounters'>,
  changes: Pick<Changes, 'ruleCounters'>,
): void {
  for (const { owner, agentId } of ruleSets) {
    const key = pairKey(agentId, owner);
    const known = ruleCounters.get(key) ?? newCounter(agentId, owner, at);
    const counter = { ...known, added: [...known.added, { id, at }] };
    ruleCounters.set(key, counter);
    changes.ruleCounters.set(key, counter);
  }
}

/** Returns the counter of an agent that was created with a rule which counts, and makes its first payment. */
function newCounter(agentId: Id<'agt'>, ownerPartyId: Id<'pty'>, since: Date): RuleCounter {
  return { agentId, ownerPartyId, since, last: 0n, at: since, inHour: 0n, inDay: 0n, added: [] };
}

function recordPayee(
  ruleSets: readonly RuleSet[],
  spent: Spent,
  { knownPayees }: Pick<State, 'knownPayees'>,
  changes: Pick<Changes, 'knownPayees'>,
): void {
  if (spent.type !== 'payment' || !spent.to?.partyId) return;
  const paid = { payeePartyId: spent.to.partyId, paymentId: spent.record.id };
  for (const { owner: ownerPartyId, agentId } of ruleSets) {
    const known = { agentId, ownerPartyId, ...paid };
    const key = knownPayeeKey(known);
    if (knownPayees.has(key)) continue;
    knownPayees.set(key, known);
    changes.knownPayees.push(known);
  }
}

function recordPurchase(
  [{ agentId }]: readonly [RuleSet, ...RuleSet[]],
  { at, record, to }: Spent,
  { purchases }: Pick<State, 'purchases'>,
  changes: Pick<Changes, 'purchases'>,
): void {
  const [payee] = to ? payeeKeys(to) : [];
  if (payee === undefined) return;
  const purchase = { ...digestsOf(record), payee, agentId, at, id: record.id };
  const key = pairKey(purchase.key, payee);
  purchases.set(key, [...(purchases.get(key) ?? []), purchase]);
  changes.purchases.push({ ...purchase, ...agentDigestsOf(purchase, agentId) });
}

function undoPurchase({ record, to }: Spent, { purchases }: Pick<State, 'purchases'>): void {
  for (const payee of to ? payeeKeys(to) : []) {
    const key = pairKey(digestsOf(record).key, payee);
    const found = purchases.get(key);
    if (found)
      purchases.set(
        key,
        found.filter(({ id }) => id !== record.id),
      );
  }
}
