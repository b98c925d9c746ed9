import type { Id } from '../../lib/id.ts';
import type { AuditRow, Event, EventResource, NewMail, Task } from './journal.ts';
import type { Approval, Counter, Payment, RailOrder, Transfer } from './records.ts';
import type { Contact, Wallet } from './state.ts';
import type { IdempotencyKey } from './actor.ts';

/** Where money is: free to spend in a wallet, or held in it for something under way. */
export type Place = { wallet: Wallet; place: 'available' | 'held' };

export type Movement = {
  transactionId: Id<'txn'>;
  step: number;
  kind: 'payment' | 'hold' | 'release' | 'deposit' | 'withdrawal' | 'return';
  source: Place;
  destination: Place;
  amount: bigint;
  currency: string;
  createdAt: Date;
};

export type ProvisionalParty = { id: Id<'pty'>; contact: Contact; createdAt: Date };

/** What a batch will write. Sets hold what was loaded and then changed. */
export type Changes = {
  changedWallets: Set<Wallet>;
  /** With the time of opening. */
  openedWallets: Map<Wallet, Date>;
  parties: ProvisionalParty[];
  payments: Payment[];
  changedPayments: Set<Payment>;
  transfers: Transfer[];
  changedTransfers: Set<Transfer>;
  railOrders: RailOrder[];
  changedRailOrders: Set<RailOrder>;
  movements: Movement[];
  approvals: Approval[];
  changedApprovals: Set<Approval>;
  newCounters: Set<Counter>;
  changedCounters: Set<Counter>;
  counterparties: Array<{ payerPartyId: Id<'pty'>; payeePartyId: Id<'pty'> }>;
  events: Event[];
  mails: NewMail[];
  audits: AuditRow[];
  responses: Array<IdempotencyKey & { status: number; body: string; createdAt: Date }>;
  tasks: Set<Task>;
};

/** A batch that writes nothing yet. */
export function noChanges(): Changes {
  return {
    changedWallets: new Set(),
    openedWallets: new Map(),
    parties: [],
    payments: [],
    changedPayments: new Set(),
    transfers: [],
    changedTransfers: new Set(),
    railOrders: [],
    changedRailOrders: new Set(),
    movements: [],
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

/** Moves money: the one function that changes a wallet's sums, and always with the movement that says so. */
export function move(changes: Changes, movement: Movement): void {
  put(changes, movement.source, -movement.amount);
  put(changes, movement.destination, movement.amount);
  changes.movements.push(movement);
}

function put(changes: Changes, { wallet, place }: Place, amount: bigint): void {
  // `posted` counts all of a wallet's money, held or not, so holding leaves it as it is: −amount and +amount.
  wallet.posted += amount;
  if (place === 'held') wallet.held += amount;
  if (!changes.openedWallets.has(wallet)) changes.changedWallets.add(wallet);
}

/** Notes a change of state, to be stored as an event. */
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

/** Stores what a counter says now. One that is new in this batch is inserted with it. */
export function addChangedCounter(changes: Changes, counter: Counter): void {
  if (!changes.newCounters.has(counter)) changes.changedCounters.add(counter);
}
