import type { Wallet } from './wallets.ts';

/** Limits in minor units of USD; null is none. */
export type Limits = { perTransaction: number | null; perDay: number | null; perMonth: number | null };

/** A key and whom the service takes its bearer for. */
export type Actor = {
  key: string;
  party: Party;
  userId: string;
  /** Set where it is the agent's own key. */
  agent: Agent | null;
};

export type Agent = { id: string; key: string; party: Party; limits: Limits };

/** What a customer let a party do through one of its agents. */
export type Delegation = {
  customer: Party;
  agent: Agent;
  permissions: readonly string[];
  perTransaction: number | null;
};

export type Party = {
  id: string;
  name: string;
  email: string;
  userId: string;
  /** Its owner's key, with all scopes. */
  owner: Actor;
  /** A second user, who may approve what the owner asked for; a party without has nobody else. */
  approver: Actor | null;
  readOnly: Actor;
  agent: Agent;
  accountId: string;
  limits: Limits;
  /** Those that delegated to it. */
  customers: Delegation[];
  wallets: Map<string, Wallet>;
  /** Everything that it may see, in the order in which it was acknowledged. */
  things: Thing[];
};

/** Who asked for something: the party, the user behind the key, and the agent whose own key it was, if one's. */
export type Maker = { party: Party; userId: string; agent: Agent | null; byAgentKey: boolean };

type Common = {
  id: string;
  /** Its description, which no other request has. */
  token: string;
  amount: number;
  currency: string;
  maker: Maker;
  /** The approvals that it waited or waits for. */
  approvals: Map<string, ApprovalStatus>;
  /** Whose limits it exceeded: they decide. */
  deciders: readonly Party[];
  /** The UTC day on which it was accepted; null before. */
  acceptedOn: string | null;
  wasReviewed: boolean;
  /** Somebody acts on it: until then nobody else does, so that its state is known exactly. */
  busy: boolean;
  /** Its wallet belongs to an operation that counts on it. */
  isPrivate: boolean;
};

export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'canceled';

export type Payment = Common & {
  type: 'payment';
  payer: Party;
  /** Null where nobody has verified the address: the money is held. */
  payee: Party | null;
  status: 'COMPLETED' | 'PENDING_CLAIM' | 'IN_REVIEW' | 'CANCELED' | 'APPROVAL_DENIED' | 'RETURNED';
};

export type Withdrawal = Common & {
  type: 'withdrawal';
  payer: Party;
  payee: null;
  accountId: string;
  status: 'PROCESSING' | 'IN_REVIEW' | 'CANCELED' | 'APPROVAL_DENIED' | 'COMPLETED' | 'FAILED' | 'RETURNED';
  /** The bank was asked for it back: its own report decides. */
  cancelAsked: boolean;
};

export type Thing = Payment | Withdrawal;
