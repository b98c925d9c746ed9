import type { Id } from '../../lib/id.ts';
import type { AuditRow, Event, EventResource, NewMail, Task } from './journal.ts';
import type { Approval, Counter, FeePayout, Payment, Refund, Transfer, WriteOff } from './records.ts';
import type { RailOrder } from './rail-order.ts';
import { feeRail } from './fees.ts';
import type { PaymentRequest } from './payment-request.ts';
import { nothingRecorded, type RecordedChanges } from './rule-history.ts';
import type { Contact } from './counterparty.ts';
import type { Wallet } from './state.ts';
import type { IdempotencyKey } from './actor.ts';

/** Where money is: available in a wallet, or held in it for a payment or withdrawal under way. */
export type Place = { wallet: Wallet; place: 'available' | 'held' };

/** An amount that goes from one place to another. */
export type Movement = {
  transactionId: Id<'txn'>;
  /** Counts the movements of the transaction, from 1; that of a fee is 100 more than the movement that it goes with. */
  step: number;
  kind:
    | 'payment'
    | 'hold'
    | 'release'
    | 'deposit'
    | 'withdrawal'
    | 'return'
    | 'claim'
    | 'refund'
    | 'internal'
    | 'recovery'
    | 'fee'
    | 'fee_hold'
    | 'fee_release'
    | 'payout'
    | 'write_off';
  source: Place;
  destination: Place;
  /** Minor units. */
  amount: bigint;
  currency: string;
};

/** A movement with its time, in microseconds since 1970. */
export type DatedMovement = Movement & { createdAt_us: bigint };

/** A party known only by an address that a payment named. */
export type ProvisionalParty = { id: Id<'pty'>; contact: Contact; createdAt: Date };

/** What a batch will write. A set named `changed…` holds loaded rows that have changed since. */
export type Changes = RecordedChanges & {
  /** The time of the batch, in microseconds since 1970: when its next movement is dated. */
  time_us: bigint;
  changedWallets: Set<Wallet>;
  /** New wallets, each with the time of its opening. */
  openedWallets: Map<Wallet, Date>;
  parties: ProvisionalParty[];
  payments: Payment[];
  changedPayments: Set<Payment>;
  refunds: Refund[];
  changedPaymentRequests: Set<PaymentRequest>;
  transfers: Transfer[];
  changedTransfers: Set<Transfer>;
  railOrders: RailOrder[];
  changedRailOrders: Set<RailOrder>;
  movements: DatedMovement[];
  /** What accounts of fees get or, below zero, pay out, by account. */
  collectedFees: Map<Id<'wal'>, bigint>;
  feePayouts: FeePayout[];
  writeOffs: WriteOff[];
  approvals: Approval[];
  changedApprovals: Set<Approval>;
  newCounters: Set<Counter>;
  changedCounters: Set<Counter>;
  /** Payer and payee of late payments (`isLate`). Those of all others are derived from their rows. */
  counterparties: Array<{ payerPartyId: Id<'pty'>; payeePartyId: Id<'pty'> }>;
  events: Event[];
  mails: NewMail[];
  audits: AuditRow[];
  responses: Array<
    IdempotencyKey & { status: number; body: string; ownBody: string | null; createdAt: Date }
  >;
  tasks: Set<Task>;
};

export function noChanges(time_us = 0n): Changes {
  return {
    ...nothingRecorded(),
    time_us,
    changedWallets: new Set(),
    openedWallets: new Map(),
    parties: [],
    payments: [],
    changedPayments: new Set(),
    refunds: [],
    changedPaymentRequests: new Set(),
    transfers: [],
    changedTransfers: new Set(),
    railOrders: [],
    changedRailOrders: new Set(),
    movements: [],
    collectedFees: new Map(),
    feePayouts: [],
    writeOffs: [],
    approvals: [],
    changedApprovals: new Set(),
    newCounters: new Set(),
    changedCounters: new Set(),
    counterparties: [],
    events: [],
    mails: [],
    audits: [],
    responses: [],
    tasks: new Set(),
  };
}

/**
 * Moves money and adds the movement that records it, a microsecond after the one before, so that the movements of a wallet
 * have their order. No other function changes a wallet's sums.
 */
export function move(changes: Changes, movement: Movement): void {
  const createdAt_us = changes.time_us;
  changes.time_us += 1n;
  put(changes, movement.source, -movement.amount);
  put(changes, movement.destination, movement.amount);
  changes.movements.push({ ...movement, createdAt_us });
}

function put(changes: Changes, { wallet, place }: Place, amount: bigint): void {
  if (wallet.rail === feeRail) {
    changes.collectedFees.set(wallet.id, (changes.collectedFees.get(wallet.id) ?? 0n) + amount);
    return;
  }
  // `posted` includes held money: a hold or release subtracts and adds the same amount, and leaves it as it is.
  wallet.posted += amount;
  if (place === 'held') wallet.held += amount;
  wallet.datedTo_us = changes.time_us;
  if (!changes.openedWallets.has(wallet)) changes.changedWallets.add(wallet);
}

export function addEvent(
  changes: Changes,
  resource: EventResource,
  resourceId: string,
  from: string | null,
  to: string,
  createdAt: Date,
): void {
  changes.events.push({ resource, resourceId, from, to, createdAt });
}

/** Adds a changed counter. One that is new in this batch is inserted with its latest sums anyway. */
export function addChangedCounter(
  changes: Pick<Changes, 'newCounters' | 'changedCounters'>,
  counter: Counter,
): void {
  if (!changes.newCounters.has(counter)) changes.changedCounters.add(counter);
}
