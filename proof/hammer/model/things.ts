import type { Agent, Party } from '../world/cast.ts';

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

/** How the sandbox's bank ends a withdrawal of this amount, unless it is taken back before. */
export function bankEnding(amount: number): 'COMPLETED' | 'FAILED' | 'RETURNED' {
  const cents = amount % 100;
  if ([2, 3, 4, 16].includes(cents)) return 'FAILED';
  return cents === 17 || cents === 23 ? 'RETURNED' : 'COMPLETED';
}

/** The parties that may see it. */
export function partiesOf(thing: Thing): Party[] {
  const { payer, payee, maker } = thing;
  return payee ? [payer, payee, maker.party] : [payer, maker.party];
}

/** Its address: `/payments/pay_…`. */
export function pathOf({ type, id }: Thing): string {
  return type === 'payment' ? `/payments/${id}` : `/transfers/${id}`;
}
