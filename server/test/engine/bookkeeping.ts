import type { Movement } from '../../src/engine/model/changes.ts';
import type { Event } from '../../src/engine/model/journal.ts';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { Limits, LoadedState, Wallet } from '../../src/engine/model/state.ts';
import { isPayment } from './commands.ts';

// Invariants of any state, computed independently of the engine.

export function walletsOf(state: LoadedState): Wallet[] {
  return [...state.wallets.values()].flat();
}

/** Returns the payments and withdrawals of a state; deposits are never in review. */
export function moversOf(state: LoadedState): Array<Payment | Transfer> {
  const transfers = [...state.transfers.values()];
  return [...state.payments.values(), ...transfers.filter(({ type }) => type === 'withdrawal')];
}

/** Returns what each wallet should hold: unclaimed payments and processing withdrawals. */
export function heldByWallet(state: LoadedState): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const each of moversOf(state)) {
    const walletId = isPayment(each) ? each.payerWalletId : each.walletId;
    const holds = each.status === (isPayment(each) ? 'PENDING_CLAIM' : 'PROCESSING');
    if (holds && walletId) sums.set(walletId, (sums.get(walletId) ?? 0n) + each.amount);
  }
  return sums;
}

/** Returns the kinds of movements, in order, that a payment or withdrawal must have. */
export function expectedMoves(it: Payment | Transfer): string[] {
  const heldAndFreed = it.acceptedAt ? ['hold', 'release'] : [];
  const either = { IN_REVIEW: [], APPROVAL_DENIED: [], FAILED: heldAndFreed, CANCELED: heldAndFreed };
  if (!isPayment(it)) {
    const left = ['hold', 'withdrawal'];
    return { ...either, PROCESSING: ['hold'], COMPLETED: left, RETURNED: [...left, 'return'] }[it.status];
  }
  const ends = { PROCESSING: [], COMPLETED: ['payment'], RETURNED: ['hold', 'release'] };
  return { ...either, ...ends, PENDING_CLAIM: ['hold'] }[it.status];
}

export function movesOf(it: Payment | Transfer, movements: readonly Movement[]): string[] {
  const own = movements.filter(({ transactionId }) => String(transactionId) === it.id);
  return own.map(({ kind }) => kind);
}

/** Follows the events of a payment, transfer or approval to its last state; throws at a gap. */
export function endOfEvents(id: string, events: readonly Event[]): string | null {
  let state: string | null = null;
  // A party that a payment registered has the id of the payment.
  for (const event of events.filter(
    ({ resource, resourceId }) => resourceId === id && resource !== 'party',
  )) {
    if (event.from !== state || event.to === state) {
      throw new Error(`${event.resource} goes from ${event.from} to ${event.to} while it is ${state}`);
    }
    state = event.to;
  }
  return state;
}

type Spent = { day: string; inDay: bigint; inMonth: bigint };

/**
 * Returns the expected counters: for each agent and party with a limit per day or month, the amount accepted
 * in its party's currency on the latest day with spending and in that day's month, except amounts that failed
 * or were canceled within the same day or month.
 */
export function recount(state: LoadedState): Record<string, Spent> {
  const sums: Record<string, Spent> = {};
  const spendings = moversOf(state).flatMap((it) => {
    const accepted = it.acceptedAt?.toISOString().slice(0, 10);
    return accepted ? countedOwners(it, state).map((owner) => ({ it, owner, accepted })) : [];
  });
  for (const { owner } of spendings) {
    const own = spendings.filter((each) => each.owner === owner);
    const day =
      own
        .map(({ accepted }) => accepted)
        .toSorted()
        .at(-1) ?? '';
    const sumOf = (period: string): bigint => {
      const counted = own.filter(({ it, accepted }) => accepted.startsWith(period) && !endedIn(period, it));
      return counted.reduce((sum, { it }) => sum + it.amount, 0n);
    };
    sums[owner] = { day, inDay: sumOf(day), inMonth: sumOf(day.slice(0, 7)) };
  }
  return sums;
}

function endedIn(period: string, { status, updatedAt }: Payment | Transfer): boolean {
  return (status === 'FAILED' || status === 'CANCELED') && updatedAt.toISOString().startsWith(period);
}

function countedOwners(it: Payment | Transfer, state: LoadedState) {
  const initiatorId = isPayment(it) ? it.initiatorPartyId : it.partyId;
  const payerId = isPayment(it) ? it.payerPartyId : it.partyId;
  const initiator = state.parties.get(initiatorId);
  const payer = payerId === initiatorId ? undefined : state.parties.get(payerId);
  const agent = it.agentId ? state.agents.get(it.agentId) : undefined;
  const owners = [
    { limited: agent, currency: initiator?.defaultCurrency },
    { limited: initiator, currency: initiator?.defaultCurrency },
    { limited: payer, currency: payer?.defaultCurrency },
  ];
  return owners.flatMap(({ limited, currency }) =>
    limited && isCounted(limited) && currency === it.currency ? [limited.id] : [],
  );
}

function isCounted({ perDay, perMonth }: Limits): boolean {
  return perDay !== null || perMonth !== null;
}

/** Returns the actual counters. */
export function countersOf(state: LoadedState): Record<string, Spent> {
  const spent = [...state.counters.values()].map(
    ({ ownerId, day, spentInDay, spentInMonth }) =>
      [ownerId, { day, inDay: spentInDay, inMonth: spentInMonth }] as const,
  );
  return Object.fromEntries(spent);
}

/** Returns the sums that exceed a limit of their owner. */
export function countersOverLimit(state: LoadedState): Record<string, bigint> {
  const over: Record<string, bigint> = {};
  for (const { id, perDay, perMonth } of [...state.agents.values(), ...state.parties.values()]) {
    const { spentInDay = 0n, spentInMonth = 0n } = state.counters.get(id) ?? {};
    if (perDay !== null && spentInDay > perDay) over[`${id} in a day`] = spentInDay;
    if (perMonth !== null && spentInMonth > perMonth) over[`${id} in a month`] = spentInMonth;
  }
  return over;
}
