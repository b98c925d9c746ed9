import type { Id } from '../lib/id.ts';
import type { Answer, Contact, IdempotencyKey, Wallet } from './state.ts';

export type PaymentStatus =
  | 'PROCESSING'
  | 'PENDING_CLAIM'
  | 'IN_REVIEW'
  | 'COMPLETED'
  | 'FAILED'
  | 'RETURNED'
  | 'APPROVAL_DENIED'
  | 'CANCELED';

export type Payment = {
  id: Id<'pay'>;
  status: PaymentStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'>;
  initiatorPartyId: Id<'pty'>;
  payerWalletId: Id<'wal'> | null;
  payeeWalletId: Id<'wal'> | null;
  agentId: Id<'agt'> | null;
  recipientAgentId: Id<'agt'> | null;
  credentialId: Id<'apy'> | Id<'agk'>;
  userId: Id<'usr'>;
  instanceId: string | null;
  createdAt: Date;
};

export type Deposit = {
  id: Id<'trf'>;
  amount: bigint;
  currency: string;
  description: string | null;
  partyId: Id<'pty'>;
  walletId: Id<'wal'>;
  externalAccountId: Id<'eac'>;
  createdAt: Date;
};

/** Where money is: free to spend in a wallet, or held in it for something under way. */
export type Place = { wallet: Wallet; place: 'available' | 'held' };

export type Movement = {
  transactionId: Id<'txn'>;
  step: number;
  kind: 'payment' | 'hold' | 'deposit';
  source: Place;
  destination: Place;
  amount: bigint;
  currency: string;
  createdAt: Date;
};

export type ApprovalReason =
  | {
      type: 'limitExceeded';
      limitType: 'perTransactionAmount';
      limitAmount: number;
      actualAmount: number;
      currency: string;
    }
  | { type: 'currencyNotCovered'; currency: string; limitCurrency: string };

export type Approval = {
  id: Id<'apr'>;
  payment: Payment;
  deciderPartyId: Id<'pty'>;
  reasons: ApprovalReason[];
};

/** A kind of resource whose changes of state are events, by the name the specification gives it. */
export type EventResource =
  | 'agent'
  | 'agentKey'
  | 'apiKey'
  | 'approval'
  | 'delegation'
  | 'externalAccount'
  | 'party'
  | 'payment'
  | 'transfer'
  | 'wallet';

/**
 * One change of state of one resource. `from` is null for a new one: a payment that settles at once goes from nothing
 * to COMPLETED, since nobody could ever have read it as PROCESSING.
 */
export type Event = {
  resource: EventResource;
  resourceId: string;
  from: string | null;
  to: string;
  createdAt: Date;
};

export type ProvisionalParty = { id: Id<'pty'>; contact: Contact; createdAt: Date };

/** What a batch will write. */
export type Changes = {
  changedWallets: Set<Wallet>;
  /** With the time of opening. */
  openedWallets: Map<Wallet, Date>;
  parties: ProvisionalParty[];
  payments: Payment[];
  deposits: Deposit[];
  movements: Movement[];
  approvals: Approval[];
  counterparties: Array<{ payerPartyId: Id<'pty'>; payeePartyId: Id<'pty'> }>;
  events: Event[];
  answers: Array<IdempotencyKey & Answer & { createdAt: Date }>;
};

/** A batch that writes nothing yet. */
export function noChanges(): Changes {
  return {
    changedWallets: new Set(),
    openedWallets: new Map(),
    parties: [],
    payments: [],
    deposits: [],
    movements: [],
    approvals: [],
    counterparties: [],
    events: [],
    answers: [],
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
export function record(
  changes: Changes,
  resource: EventResource,
  resourceId: string,
  from: string | null,
  to: string,
  createdAt: Date,
): void {
  changes.events.push({ resource, resourceId, from, to, createdAt });
}
