import type { Movement } from '../../src/engine/model/changes.ts';
import type { Event } from '../../src/engine/model/journal.ts';
import { limitsBehind } from '../../src/engine/model/counters.ts';
import { counterKey, type Payment, type Transfer } from '../../src/engine/model/records.ts';
import {
  delegationOf,
  type Limits,
  limitsIn,
  type LoadedState,
  noLimits,
  type Wallet,
} from '../../src/engine/model/state.ts';
import { isPayment } from './commands.ts';

// Invariants of any state, computed independently of the engine.

export const walletsOf = (state: LoadedState): Wallet[] => [...state.wallets.values()].flat();

/** Returns all payments and transfers of a state. */
export function moversOf(state: LoadedState): Array<Payment | Transfer> {
  return [...state.payments.values(), ...state.transfers.values()];
}

/** Returns what each wallet should hold: unclaimed payments and processing withdrawals, with their fees. */
export function heldByWallet(state: LoadedState): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const each of moversOf(state)) {
    const walletId = isPayment(each) ? each.payerWalletId : each.walletId;
    const holds = isPayment(each)
      ? each.status === 'PENDING_CLAIM'
      : each.type === 'withdrawal' && each.status === 'PROCESSING';
    if (holds && walletId) sums.set(walletId, (sums.get(walletId) ?? 0n) + each.amount + (each.fee ?? 0n));
  }
  return sums;
}

/** The kind of movement that each step of a payment or transfer makes; the others make none. */
const moveOfStep: Record<string, Partial<Record<string, Movement['kind']>>> = {
  payment: {
    '→ COMPLETED': 'payment',
    'IN_REVIEW → COMPLETED': 'payment',
    'PROCESSING → COMPLETED': 'payment',
    '→ PENDING_CLAIM': 'hold',
    'IN_REVIEW → PENDING_CLAIM': 'hold',
    'PENDING_CLAIM → COMPLETED': 'claim',
    'PENDING_CLAIM → CANCELED': 'release',
    'PENDING_CLAIM → RETURNED': 'release',
  },
  withdrawal: {
    '→ PROCESSING': 'hold',
    'IN_REVIEW → PROCESSING': 'hold',
    'PROCESSING → COMPLETED': 'withdrawal',
    'PROCESSING → FAILED': 'release',
    'PROCESSING → CANCELED': 'release',
    'COMPLETED → RETURNED': 'return',
  },
  deposit: {
    '→ COMPLETED': 'deposit',
    'PROCESSING → COMPLETED': 'deposit',
    'COMPLETED → RETURNED': 'return',
  },
  internal: { '→ COMPLETED': 'internal' },
};
const moveOfFee: Partial<Record<Movement['kind'], Movement['kind']>> = {
  payment: 'fee',
  hold: 'fee_hold',
  claim: 'fee',
  release: 'fee_release',
  withdrawal: 'fee',
};

/** Returns the movements, with their amounts, that a payment or transfer must have after these events. */
export function expectedMoves(it: Payment | Transfer, events: readonly Event[]): string[] {
  const moves = moveOfStep[isPayment(it) ? 'payment' : it.type] ?? {};
  return stepsOf(it.id, events).flatMap(({ from, to }) => {
    const kind = moves[`${from ?? ''} → ${to}`.trimStart()];
    if (!kind) return [];
    const move = `${kind} ${it.amount}`;
    const ofFee = it.fee === null ? undefined : moveOfFee[kind];
    return ofFee ? [move, `${ofFee} ${it.fee}`] : [move];
  });
}

/** Returns the movements that it has made, with their amounts. What settles a debt with it is left out. */
export function movesOf(it: Payment | Transfer, movements: readonly Movement[]): string[] {
  const own = movements.filter(({ transactionId }) => String(transactionId) === it.id);
  const sums = new Map<string, bigint>();
  // A return may take from the wallet and make a debt.
  for (const { kind, amount } of own)
    if (kind !== 'recovery') sums.set(kind, (sums.get(kind) ?? 0n) + amount);
  return [...sums].map(([kind, amount]) => `${kind} ${amount}`);
}

function stepsOf(id: string, events: readonly Event[]): Event[] {
  // A party that a payment registered has the id of the payment.
  return events.filter(({ resource, resourceId }) => resourceId === id && resource !== 'party');
}

/** Follows the events of a resource to its last state; throws at a gap. */
export function endOfEvents(
  id: string,
  events: readonly Event[],
  initial: string | null = null,
): string | null {
  let state = initial;
  for (const event of stepsOf(id, events)) {
    const isFirstOfTwo = event.resource === 'approval' && event.to === 'pending' && state === 'pending';
    if (event.from !== state || (event.to === state && !isFirstOfTwo)) {
      throw new Error(`${event.resource} goes from ${event.from} to ${event.to} while it is ${state}`);
    }
    state = event.to;
  }
  return state;
}

type Spent = { day: string; inDay: bigint; inMonth: bigint };

/**
 * Returns the expected counters: for each agent, party and grant with a limit per day or month, the amount accepted
 * in its party's currency on the latest day with spending and in that day's month, except amounts that failed
 * or were canceled within the same day or month.
 */
export function recount(state: LoadedState): Record<string, Spent> {
  const sums: Record<string, Spent> = {};
  const spent = moversOf(state).filter((it) => isPayment(it) || it.type === 'withdrawal');
  const spendings = spent.flatMap((it) => {
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

const endedIn = (period: string, { status, updatedAt }: Payment | Transfer): boolean =>
  (status === 'FAILED' || status === 'CANCELED') && updatedAt.toISOString().startsWith(period);

function countedOwners(it: Payment | Transfer, state: LoadedState) {
  const initiatorId = isPayment(it) ? it.initiatorPartyId : it.partyId;
  const payerId = isPayment(it) ? it.payerPartyId : it.partyId;
  const initiator = state.parties.get(initiatorId);
  const payer = payerId === initiatorId ? undefined : state.parties.get(payerId);
  const agent = it.agentId ? state.agents.get(it.agentId) : undefined;
  const grants = payer ? (delegationOf(state, payerId, initiatorId)?.grants ?? []) : [];
  const owners = [
    { limited: agent, spenderId: agent?.id, owner: initiator },
    { limited: initiator, spenderId: initiatorId, owner: initiator },
    { limited: payer, spenderId: payerId, owner: payer },
    { limited: grants.find(({ agentId }) => agentId === it.agentId), spenderId: agent?.id, owner: payer },
  ];
  return owners.flatMap(({ limited, spenderId, owner }) =>
    limited && spenderId && owner && isCountedIn(limited, it.currency, owner.defaultCurrency)
      ? [counterKey({ spenderId, ownerPartyId: owner.id, currency: it.currency })]
      : [],
  );
}

/** By hand, as limitsIn says it: the limits of the default currency stand apart, those of others by name. */
function isCountedIn(limits: Limits, currency: string, defaultCurrency: string): boolean {
  const { perDay, perMonth } = limits.currencyLimits?.[currency] ?? {};
  const isNamed = perDay !== undefined || perMonth !== undefined;
  return isNamed || (currency === defaultCurrency && (limits.perDay !== null || limits.perMonth !== null));
}

/** Returns the actual counters. */
export function countersOf(state: LoadedState): Record<string, Spent> {
  const spent = [...state.counters.values()].map(
    ({ day, spentInDay, spentInMonth, ...counted }) =>
      [counterKey(counted), { day, inDay: spentInDay, inMonth: spentInMonth }] as const,
  );
  return Object.fromEntries(spent);
}

/** Returns the sums that exceed a limit of their owner. */
export function countersOverLimit(state: LoadedState): Record<string, bigint> {
  const over: Record<string, bigint> = {};
  for (const [key, { spentInDay, spentInMonth, ...counted }] of state.counters) {
    const { defaultCurrency = '' } = state.parties.get(counted.ownerPartyId) ?? {};
    const limits = limitsBehind(state, counted) ?? noLimits;
    const { perDay, perMonth } = limitsIn(limits, counted.currency, defaultCurrency) ?? noLimits;
    if (perDay !== null && spentInDay > perDay) over[`${key} in a day`] = spentInDay;
    if (perMonth !== null && spentInMonth > perMonth) over[`${key} in a month`] = spentInMonth;
  }
  return over;
}
