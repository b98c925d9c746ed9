import { setImmediate as turn } from 'node:timers/promises';
import { type Bounds, judge } from '../../../engine/rules/judge.ts';
import { countedBy, countSpending, subtractFromCounters } from '../../../engine/rules/limits.ts';
import { recordSpent, type Spent as Counting, undoSpent } from '../../../engine/rules/rule-history.ts';
import { noChanges } from '../../../engine/model/changes.ts';
import { type ApprovalReason, undoneStatuses } from '../../../engine/model/records.ts';
import {
  type LeadsTo,
  counterpartyOf,
  type Destination,
  type Payee,
  toAccount,
} from '../../../engine/model/counterparty.ts';
import { emptyState, type LoadedState } from '../../../engine/model/state.ts';
import type { PastPayment, PastWithdrawal } from './queries.ts';

/** What would have become of a past payment or withdrawal. */
export type Replayed = {
  spent: Spent;
  outcome: 'passed' | 'waited' | 'refused';
  reasons: readonly ApprovalReason[];
};

type Spent = PastPayment | PastWithdrawal;

/** What a past payment or withdrawal has done so far: the time at which it counts, and whether it waits. */
type Counted = { time: Date | null; waits: boolean };

type Replay = {
  bounds: Bounds;
  state: LoadedState;
};

const perTurn = 250;

/**
 * Decides past payments and withdrawals of an agent, oldest first, by other limits and rules, with the functions of the
 * engine and its counts as they would have been. What would have waited is taken as approved when it was accepted, and
 * what was undone as undone then. What passes here and was never accepted is taken as completed. Other requests are
 * served in between.
 */
export async function replaySpending(
  bounds: Bounds,
  spent: readonly Spent[],
  addresses: ReadonlyMap<string, LeadsTo[]>,
): Promise<Replayed[]> {
  const state = { ...emptyState(), addresses: new Map(addresses) };
  const replay: Replay = { bounds, state };
  const replayed: Replayed[] = [];
  const moments = spent.flatMap((each, index) => {
    const counted: Counted = { time: null, waits: false };
    return [
      { at: each.createdAt, run: () => void (replayed[index] = decide(replay, each, counted)) },
      ...(each.acceptedAt ? [{ at: each.acceptedAt, run: () => approve(replay, each, counted) }] : []),
      ...(undoneStatuses.includes(each.status)
        ? [{ at: each.updatedAt, run: () => undo(replay, each, counted) }]
        : []),
    ];
  });
  let count = 0;
  for (const { run } of moments.toSorted((a, b) => +a.at - +b.at)) {
    if (count++ % perTurn === perTurn - 1) await turn();
    run();
  }
  return replayed;
}

/** Decides a payment or withdrawal, and counts it if it passes. */
function decide(replay: Replay, spent: Spent, counted: Counted): Replayed {
  const { bounds, state } = replay;
  const { amount, currency, createdAt } = spent;
  const asked = () => ({ to: destinationOf(spent), purchase: { ...spent, intendedRepeat: false } });
  const judgement = judge(bounds, { amount, currency, now: createdAt }, asked, state);
  const { refusing, breaches } = judgement;
  const reasons = breaches.flatMap((each) => each.reasons);
  if (refusing) return { spent, outcome: 'refused', reasons };
  counted.waits = breaches.length > 0;
  if (!counted.waits) accept(replay, spent, counted, createdAt);
  else record(replay, spent, createdAt, 'in review');
  return { spent, outcome: counted.waits ? 'waited' : 'passed', reasons };
}

/** Counts what waited when it was accepted in truth. */
function approve(replay: Replay, spent: Spent, counted: Counted): void {
  if (!counted.waits || !spent.acceptedAt) return;
  accept(replay, spent, counted, spent.acceptedAt);
}

function accept(replay: Replay, spent: Spent, counted: Counted, now: Date): void {
  const { bounds, state } = replay;
  countSpending(bounds.limits, { ...spent, now }, state, noChanges());
  counted.time = now;
  record(replay, spent, now, 'accepted');
}

function record({ bounds, state }: Replay, spent: Spent, at: Date, status: 'accepted' | 'in review'): void {
  recordSpent(bounds.ruleSets, asCounted(spent, at), status, state, noChanges());
}

function asCounted(spent: Spent, at: Date): Counting {
  return spent.type === 'payment'
    ? { type: spent.type, at, record: spent, to: payeeOf(spent) }
    : { type: spent.type, at, record: spent, to: toAccount(spent.externalAccountId) };
}

/** Takes what was undone out of the sums, if it failed or was canceled, and out of what later payments may repeat. */
function undo({ bounds, state }: Replay, spent: Spent, { time, waits }: Counted): void {
  if (!waits && !spent.acceptedAt) return;
  if (time && (spent.status === 'CANCELED' || spent.status === 'FAILED')) {
    const counters = bounds.limits.flatMap((limit) => countedBy(limit, spent.currency) ?? []);
    subtractFromCounters(counters, { ...spent, now: spent.updatedAt }, time, state, noChanges());
  }
  undoSpent(asCounted(spent, spent.updatedAt), state);
}

function destinationOf(spent: Spent): Destination | null {
  return spent.type === 'withdrawal' ? toAccount(spent.externalAccountId) : payeeOf(spent);
}

function payeeOf(spent: PastPayment): Payee | null {
  const counterparty = counterpartyOf(spent);
  return counterparty && { counterparty, partyId: spent.payeePartyId };
}
