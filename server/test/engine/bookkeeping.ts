import type { Event, Movement } from '../../src/engine/changes.ts';
import { startOf } from '../../src/engine/limits.ts';
import type { Payment, Transfer } from '../../src/engine/records.ts';
import { counterKey } from '../../src/engine/state.ts';
import type { Limits, State, Wallet } from '../../src/engine/state.ts';
import { isPayment } from './commands.ts';

// What must hold of any state, worked out another way than the engine does.

export function walletsOf(state: State): Wallet[] {
  return [...state.wallets.values()].flat();
}

/** Everything that moves money and may be decided on, which deposits are not. */
export function moversOf(state: State): Array<Payment | Transfer> {
  const transfers = [...state.transfers.values()];
  return [...state.payments.values(), ...transfers.filter(({ type }) => type === 'withdrawal')];
}

/** What each wallet should hold: payments that wait to be claimed, and withdrawals under way. */
export function heldByWallet(state: State): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const each of moversOf(state)) {
    const walletId = isPayment(each) ? each.payerWalletId : each.walletId;
    const holds = each.status === (isPayment(each) ? 'PENDING_CLAIM' : 'PROCESSING');
    if (holds && walletId) sums.set(walletId, (sums.get(walletId) ?? 0n) + each.amount);
  }
  return sums;
}

/** The kinds of its movements, in their order, that a payment or withdrawal must have. */
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

/** Where the events of one resource lead from nothing; throws at a gap. */
export function endOfEvents(id: string, events: readonly Event[]): string | null {
  let state: string | null = null;
  for (const event of events.filter(({ resourceId }) => resourceId === id)) {
    if (event.from !== state || event.to === state) {
      throw new Error(`${event.resource} goes from ${event.from} to ${event.to} while it is ${state}`);
    }
    state = event.to;
  }
  return state;
}

/**
 * What the counters must say: for each agent and party with a limit per day or month, what was accepted in the period
 * in its party's currency, but for what failed or was canceled within that period.
 */
export function recount(state: State): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const it of moversOf(state)) {
    const { acceptedAt, status, updatedAt } = it;
    if (!acceptedAt) continue;
    for (const period of ['day', 'month'] as const) {
      const startsOn = startOf(period, acceptedAt);
      const ended = status === 'FAILED' || status === 'CANCELED';
      if (ended && startOf(period, updatedAt) === startsOn) continue;
      for (const ownerId of countedOwners(it, state)) {
        const key = counterKey({ ownerId, period, startsOn });
        sums[key] = (sums[key] ?? 0n) + it.amount;
      }
    }
  }
  return sums;
}

function countedOwners(it: Payment | Transfer, state: State) {
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

/** The counters as they are, without those that say nothing was spent. */
export function countersOf(state: State): Record<string, bigint> {
  const counters = [...state.counters].filter(([, { spent }]) => spent !== 0n);
  return Object.fromEntries(counters.map(([key, { spent }]) => [key, spent]));
}

/** The counters of the day and month of this time that are above a limit of their owner. */
export function countersOverLimit(state: State, time: Date): Record<string, bigint> {
  const over: Record<string, bigint> = {};
  for (const { id: ownerId, ...limits } of [...state.agents.values(), ...state.parties.values()]) {
    for (const [period, bound] of [['day', limits.perDay] as const, ['month', limits.perMonth] as const]) {
      const key = counterKey({ ownerId, period, startsOn: startOf(period, time) });
      const spent = state.counters.get(key)?.spent ?? 0n;
      if (bound !== null && spent > bound) over[key] = spent;
    }
  }
  return over;
}
