import type { Wallet } from './wallets.ts';

/** Limits in minor units of one currency; null is none. */
export type AmountLimits = { perTransaction: number | null; perDay: number | null; perMonth: number | null };

/** Limits in USD, the default currency of all parties, and in the other currencies that are named. */
export type Limits = AmountLimits & { currencies?: Readonly<Record<string, AmountLimits>> };

/** Tags by name. */
export type Tags = Readonly<Record<string, string>>;

/** A key and the actor that it authenticates. */
export type Actor = {
  key: string;
  party: Party;
  userId: string;
  /** Set where the key is an agent's own. */
  agent: Agent | null;
  /** With which its user signs in; only of users who may decide. */
  email?: string;
};

export type Agent = { id: string; key: string; party: Party; limits: Limits };

/** The permissions that a customer delegated to a party's agent. */
export type Delegation = {
  customer: Party;
  agent: Agent;
  permissions: readonly string[];
  limits: Limits;
};

export type Party = {
  id: string;
  name: string;
  email: string;
  userId: string;
  /** The owner with a key that has all scopes. */
  owner: Actor;
  /** A second user, who may approve the owner's transactions; null where the owner is the only user. */
  approver: Actor | null;
  readOnly: Actor;
  agent: Agent;
  accountId: string;
  limits: Limits;
  /** Delegations from customers to this party. */
  customers: Delegation[];
  wallets: Map<string, Wallet>;
  /** All transactions that it may see, in the order of their acknowledgement. */
  transactions: Transaction[];
  /** Its payment requests and party invitations, by the path of their list. */
  others: Array<{ path: string; id: string; tags: Tags }>;
};

/**
 * Who made a transaction: the party, the key's user, the acting agent if any, and whether the agent used its own key.
 */
export type Maker = { party: Party; userId: string; agent: Agent | null; byAgentKey: boolean };

type Common = {
  id: string;
  /** Its description, which is unique. */
  token: string;
  amount: number;
  currency: string;
  tags: Tags;
  maker: Maker;
  /** Its approvals by id, past ones included. */
  approvals: Map<string, ApprovalStatus>;
  /** The parties whose limits it exceeded: they decide. */
  deciders: readonly Party[];
  /** The UTC day on which it was accepted; null until then. */
  acceptedOn: string | null;
  wasReviewed: boolean;
  /** An operation is acting on it. Others must not, so that its state is known exactly. */
  reserved: boolean;
  /** An operation relies on the exact balance of its wallet, so other operations must not act on it. */
  isExclusive: boolean;
  /** An operation may revoke its agent at any time, with which its review ends. */
  mayEnd: boolean;
};

export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'canceled';

export type Payment = Common & {
  type: 'payment';
  payer: Party;
  /** Null where no party has verified the address: the money is held. */
  payee: Party | null;
  /** How its payer named the payee. */
  named: { type: string; value: string };
  /** The parties that had paid the payee before it was requested, and those that may have by its response. */
  known: { toSome: ReadonlySet<Party>; toMost: ReadonlySet<Party> };
  /** How much of it was refunded. */
  refunded: number;
  status:
    | 'COMPLETED'
    | 'PENDING_CLAIM'
    | 'IN_REVIEW'
    | 'CANCELED'
    | 'APPROVAL_DENIED'
    | 'RETURNED'
    | 'FAILED';
};

export type Withdrawal = Common & {
  type: 'withdrawal';
  payer: Party;
  payee: null;
  accountId: string;
  status: 'PROCESSING' | 'IN_REVIEW' | 'CANCELED' | 'APPROVAL_DENIED' | 'COMPLETED' | 'FAILED' | 'RETURNED';
  /** A cancel was requested from the bank, whose report decides. */
  cancelRequested: boolean;
};

export type Transaction = Payment | Withdrawal;

/** What a checkpoint has read of a party's events. */
export type SeenEvents = {
  /** The newest event that was read; empty before the first. */
  newest: string;
  /** How many events say of a payment that it is complete, by the payment's id. */
  payments: Map<string, number>;
  /** How many say that it was made. */
  made: Map<string, number>;
  /** The ids of the events that a webhook of the party gets. */
  hooked: Set<string>;
};
