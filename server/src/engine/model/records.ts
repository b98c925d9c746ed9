import type { Id } from '../../lib/id.ts';
import type { BrokenRule, RuleReason } from './agent-rules.ts';

// The rows that the engine writes and changes, as decisions see them.

export const paymentStatuses = [
  'PROCESSING',
  'PENDING_CLAIM',
  'IN_REVIEW',
  'COMPLETED',
  'FAILED',
  'RETURNED',
  'APPROVAL_DENIED',
  'CANCELED',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The statuses of a payment or withdrawal that was undone: it is no earlier purchase for later ones. */
export const undoneStatuses: readonly PaymentStatus[] = ['CANCELED', 'FAILED', 'APPROVAL_DENIED', 'RETURNED'];

/** Who made a request: the credential, the user who created that credential, and the acting agent. */
export type Maker = {
  agentId: Id<'agt'> | null;
  credentialId: Id<'apy'> | Id<'agk'>;
  userId: Id<'usr'>;
  instanceId: string | null;
};

/** Labels that a party puts on a resource, by name. Null if there are none; never empty. */
export type Tags = Readonly<Record<string, string>>;

/** What the client says about a payment, stored as sent. Add a new attribute as CONTRIBUTING.md says. */
export type PaymentTerms = {
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  tags: Tags | null;
};

export type Payment = Maker &
  PaymentTerms & {
    id: Id<'pay'>;
    status: PaymentStatus;
    payerPartyId: Id<'pty'>;
    /**
     * Set once: when it is made or, if it went to review with an address that led to no party, when it is accepted. While
     * it is in review or waits to be claimed, another party may take its place, once.
     */
    payeePartyId: Id<'pty'> | null;
    /** The payee in whose place another one is paid; null if none is. */
    firstPayeePartyId: Id<'pty'> | null;
    /** The address of a payment that went to review while it led to no party. The approval looks it up again. */
    recipientAddress: string | null;
    initiatorPartyId: Id<'pty'>;
    /** Null until the money moves or is held, unless the request named it. */
    payerWalletId: Id<'wal'> | null;
    /** Null until the money moves to the payee. */
    payeeWalletId: Id<'wal'> | null;
    /** The agent that the request named as recipient. */
    recipientAgentId: Id<'agt'> | null;
    /** The payment request that it fulfils. */
    paymentRequestId: Id<'prq'> | null;
    /** The request that created it: the row is then its own audit line. Null if `audit_lines` has the line. */
    requestId: Id<'req'> | null;
    /** The digest of the idempotency key; null if the request came without a key. */
    keyDigest: string | null;
    /** The fingerprint of the request; null if it came without a key. */
    fingerprint: Buffer | null;
    /** Whether it had to be approved. */
    reviewed: boolean;
    createdAt: Date;
    updatedAt: Date;
    /** What the operator charges the payer for it, in minor units, beside the amount; null if nothing. */
    fee: bigint | null;
    /** The sum of its refunds, in minor units; null if there is none. */
    refundedAmount: bigint | null;
    /** When its money was moved or held; null if it never was. */
    acceptedAt: Date | null;
    /** While it waits to be claimed: when the money is returned. */
    dueAt: Date | null;
  };

export type TransferStatus = Exclude<PaymentStatus, 'PENDING_CLAIM'>;

/** `internal`: between two wallets of one party. */
export type TransferType = 'deposit' | 'withdrawal' | 'internal';

/** What the client says of a transfer, stored as sent. */
export type TransferTerms = {
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  tags: Tags | null;
};

/** Money that enters or leaves over a rail, or goes from one wallet of a party to another. Deposits may have no maker. */
export type Transfer = { [K in keyof Maker]: Maker[K] | null } & TransferTerms & {
    id: Id<'trf'>;
    type: TransferType;
    status: TransferStatus;
    /** What the operator charges for a withdrawal, in minor units, beside the amount; null if nothing. */
    fee: bigint | null;
    partyId: Id<'pty'>;
    /** For a withdrawal in review, the wallet that will pay; for a deposit under way, the one that will receive. */
    walletId: Id<'wal'>;
    /** The other wallet of an internal transfer; null for every other one. */
    destinationWalletId: Id<'wal'> | null;
    /** Null for an internal transfer. */
    externalAccountId: Id<'eac'> | null;
    /** The payment that waits for this deposit; null for every other transfer. */
    paymentId: Id<'pay'> | null;
    /** The account number as clients see it, such as `****6789`; empty for an internal transfer. */
    externalAccountMask: string;
    /** When the rail usually completes it; null in review and if no bank is asked. */
    expectedAvailableAt: Date | null;
    /** Set exactly while the status is FAILED. */
    failure: { code: string; reason: string } | null;
    /** Set exactly while the status is RETURNED. */
    returned: { code: string; reason: string; at: Date } | null;
    /** When it was accepted; in review, when it was requested. */
    submittedAt: Date;
    /** When it completed. */
    settledAt: Date | null;
    createdAt: Date;
    updatedAt: Date;
    /** When its money was moved or held; null if it never was. */
    acceptedAt: Date | null;
  };

export type TransferRow = Omit<Transfer, 'failure' | 'returned'> & {
  failureCode: string | null;
  failureReason: string | null;
  returnCode: string | null;
  returnReason: string | null;
  returnedAt: Date | null;
};

export function transferOf(row: TransferRow): Transfer {
  const { failureCode, failureReason, returnCode, returnReason, returnedAt, ...transfer } = row;
  const failure = failureCode === null ? null : { code: failureCode, reason: failureReason ?? '' };
  const returned =
    returnCode === null || !returnedAt
      ? null
      : { code: returnCode, reason: returnReason ?? '', at: returnedAt };
  return { ...transfer, failure, returned };
}

export function transferRow({ failure, returned, ...transfer }: Transfer): TransferRow {
  return {
    ...transfer,
    failureCode: failure?.code ?? null,
    failureReason: failure?.reason ?? null,
    returnCode: returned?.code ?? null,
    returnReason: returned?.reason ?? null,
    returnedAt: returned?.at ?? null,
  };
}

export type LimitType = 'perTransactionAmount' | 'dailyAmount' | 'monthlyAmount';

/** Why an approval is needed. Amounts are in minor units. */
export type ApprovalReason =
  | {
      type: 'limitExceeded';
      limitType: LimitType;
      limitAmount: number;
      /** The amount itself, or the sum of the day or month including it. */
      actualAmount: number;
      currency: string;
    }
  | {
      type: 'currencyNotCovered';
      currency: string;
      /** All currencies that the limits cover. */
      limitCurrencies: string[];
    }
  | RuleReason;

/** A reason as an approval keeps it: of a limit or rule that is on a grant, or one that a party set for itself or its agent. */
export type KeptReason = (ApprovalReason | BrokenRule) & { onGrant?: true };

/** Who reads: a party, or an agent of it that reads its own only. */
export type Viewer = { partyId: Id<'pty'>; readsOwn: boolean };

/**
 * Returns the reasons of an approval that a party reads. Its decider reads all. The other party reads only the
 * reasons that come from a grant, which both know: the decider's own limits, spending and rules stay its own. An agent
 * that reads its own only is not told what another agent paid.
 */
export function reasonsFor(
  { partyId, readsOwn }: Viewer,
  { deciderPartyId, reasons }: { deciderPartyId: Id<'pty'>; reasons: readonly KeptReason[] },
): ApprovalReason[] {
  return reasons
    .filter(({ onGrant }) => onGrant || deciderPartyId === partyId)
    .map((reason) => (readsOwn ? withoutOthers(reason) : reason))
    .map(({ onGrant: _onGrant, ...reason }) => plainReason(reason));
}

function plainReason(reason: ApprovalReason | BrokenRule): ApprovalReason {
  if (!('ofOtherAgent' in reason)) return reason;
  const { ofOtherAgent: _ofOtherAgent, ...plain } = reason;
  return plain;
}

/** Returns a reason without the earlier payment or withdrawal that it names, if another agent made that. */
export function withoutOthers(reason: KeptReason): KeptReason {
  if (reason.type !== 'possibleDuplicate' || !('ofOtherAgent' in reason)) return reason;
  const { earlierPaymentId: _payment, earlierTransferId: _transfer, ...rest } = reason;
  return rest;
}

/** Every reason by its type: each layer ties its part to it. */
export type Reasons = { [T in ApprovalReason['type']]: Extract<ApprovalReason, { type: T }> };

/** The payment or withdrawal that an approval, a cancellation or an expiry is about. */
export type Target = { type: 'payment'; id: Id<'pay'> } | { type: 'withdrawal'; id: Id<'trf'> };

/** The payee of a payment in review as of its request; all null for a withdrawal. */
export type AskedPayee = {
  /** Null also until the statement that stores it has read it. */
  payeeName: string | null;
  /** The address by which the payer named it; null if it named a party or an agent. */
  payeeAddress: string | null;
  /** Whether the payee had proved an address. */
  payeeVerified: boolean | null;
};

export type Approval = AskedPayee & {
  id: Id<'apr'>;
  status: 'pending' | 'approved' | 'denied' | 'canceled';
  target: Target;
  /** The owner of the exceeded limits. It decides. */
  deciderPartyId: Id<'pty'>;
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'> | null;
  initiatorPartyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  reasons: KeptReason[];
  /** Whether a reason is a limit or rule that is set on a party or a grant, not on the agent. */
  ofParty: boolean;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** While it is pending: when it expires. */
  dueAt: Date | null;
  decidedBy: Id<'usr'> | null;
  /** The key or session of who decided. */
  decidedWith: Id<'apy'> | null;
  decisionReason: string | null;
  /** When the mails to its deciders were written; null until then. */
  announcedAt: Date | null;
  /** The first of two who approve; kept when the second has decided. All null if nobody was. */
  firstDecidedBy: Id<'usr'> | null;
  firstDecidedWith: Id<'apy'> | null;
  firstDecidedAt: Date | null;
  /** Whether the first one used a session of a sign-in. */
  firstSignedIn: boolean | null;
};

export type ApprovalRow = Omit<Approval, 'target'> & { targetType: Target['type']; targetId: Target['id'] };

export function approvalOf({ targetType: type, targetId: id, ...approval }: ApprovalRow): Approval {
  return { ...approval, target: { type, id } as Target };
}

export function approvalRow({ target, ...approval }: Approval): ApprovalRow {
  return { ...approval, targetType: target.type, targetId: target.id };
}

/** Whose spending is counted, for which party that limits it, and in which currency. */
export type CounterId = {
  spenderId: Id<'agt'> | Id<'pty'>;
  /** The party that has set the limits. If it is a customer, only what the agent spends of its money counts. */
  ownerPartyId: Id<'pty'>;
  currency: string;
};

export function counterKey({ spenderId, ownerPartyId, currency }: CounterId): string {
  return `${spenderId} ${ownerPartyId} ${currency}`;
}

/** Returns the counter of a `counterKey`. */
export function counterOf(key: string): CounterId {
  const [spenderId, ownerPartyId, currency] = key.split(' ');
  return { spenderId, ownerPartyId, currency } as CounterId;
}

/**
 * A limit counter: what was spent in the last UTC day in which anything was, and in that day's month. Amounts are in minor
 * units.
 */
export type Counter = CounterId & {
  /** The UTC day, as `2026-11-21`. */
  day: string;
  spentInDay: bigint;
  spentInMonth: bigint;
};

/** What the payee of a payment gave back. An agent makes none. It never changes. */
export type Refund = Omit<Maker, 'agentId'> & {
  id: Id<'rfd'>;
  paymentId: Id<'pay'>;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  /** Who refunds: the payee of the payment. */
  partyId: Id<'pty'>;
  /** Who gets the money back: the payer of the payment. */
  receiverPartyId: Id<'pty'>;
  sourceWalletId: Id<'wal'>;
  destinationWalletId: Id<'wal'>;
  /** The agent that made the payment. */
  paymentAgentId: Id<'agt'> | null;
  createdAt: Date;
};

/** Fees that the operator had collected and has paid out to itself. */
export type FeePayout = {
  id: Id<'fpo'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** What the bank knows it by; it pays out once. */
  reference: string;
  operator: string;
  createdAt: Date;
};

/** What a party owed and the operator has written off. */
export type WriteOff = {
  id: Id<'wof'>;
  partyId: Id<'pty'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
  reason: string;
  operator: string;
  createdAt: Date;
};
