import type { Id } from '../../lib/id.ts';

// What the engine writes and changes, as a decision sees it.

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

/** The one behind a write: a credential, the user who made it, and the agent that acted. */
export type Maker = {
  agentId: Id<'agt'> | null;
  credentialId: Id<'apy'> | Id<'agk'>;
  userId: Id<'usr'>;
  instanceId: string | null;
};

/** What a client sets of a payment, kept as it was sent. A new attribute is added here; the compiler asks for the rest. */
export type PaymentTerms = {
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
};

export type Payment = Maker &
  PaymentTerms & {
    id: Id<'pay'>;
    status: PaymentStatus;
    payerPartyId: Id<'pty'>;
    payeePartyId: Id<'pty'>;
    initiatorPartyId: Id<'pty'>;
    payerWalletId: Id<'wal'> | null;
    payeeWalletId: Id<'wal'> | null;
    recipientAgentId: Id<'agt'> | null;
    /** The payment request that it fulfills: none does yet. */
    paymentRequestId: Id<'prq'> | null;
    /** The request that made it: its row is also its line of the audit log. Null for those of before migration 10. */
    requestId: Id<'req'> | null;
    /** Digests of the key under which it was asked for, and of what was asked: null where it came without one. */
    keyDigest: string | null;
    fingerprint: Buffer | null;
    /** Had to be approved. */
    reviewed: boolean;
    createdAt: Date;
    updatedAt: Date;
    /** When its money was moved or held; null where it never was. */
    acceptedAt: Date | null;
    /** While it waits to be claimed: when it goes back. */
    dueAt: Date | null;
  };

export type TransferStatus = Exclude<PaymentStatus, 'PENDING_CLAIM'>;

/** Money that enters or leaves. A deposit has no maker. */
export type Transfer = { [K in keyof Maker]: Maker[K] | null } & {
  id: Id<'trf'>;
  type: 'deposit' | 'withdrawal';
  status: TransferStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  partyId: Id<'pty'>;
  walletId: Id<'wal'>;
  externalAccountId: Id<'eac'>;
  externalAccountMask: string;
  expectedAvailableAt: Date | null;
  failure: { code: string; reason: string } | null;
  returned: { code: string; reason: string; at: Date } | null;
  submittedAt: Date;
  settledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  acceptedAt: Date | null;
};

/** A transfer as its table has it. */
export type TransferRow = Omit<Transfer, 'failure' | 'returned'> & {
  failureCode: string | null;
  failureReason: string | null;
  returnCode: string | null;
  returnReason: string | null;
  returnedAt: Date | null;
};

/** The transfer of a row. */
export function transferOf(row: TransferRow): Transfer {
  const { failureCode, failureReason, returnCode, returnReason, returnedAt, ...transfer } = row;
  const failure = failureCode === null ? null : { code: failureCode, reason: failureReason ?? '' };
  const returned =
    returnCode === null || !returnedAt
      ? null
      : { code: returnCode, reason: returnReason ?? '', at: returnedAt };
  return { ...transfer, failure, returned };
}

/** The row of a transfer. */
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

/** What a bank is asked to do for a withdrawal. The states are those of the table `rail_orders`. */
export type RailOrder = {
  transferId: Id<'trf'>;
  rail: string;
  /** The one key under which the bank is ever asked. */
  outboundKey: string;
  state: 'waiting' | 'unknown' | 'taken' | 'withdrawn' | 'ended';
  cancelRequestedAt: Date | null;
  dueAt: Date | null;
  createdAt: Date;
};

export type LimitType = 'perTransactionAmount' | 'dailyAmount' | 'monthlyAmount';

export type ApprovalReason =
  | {
      type: 'limitExceeded';
      limitType: LimitType;
      limitAmount: number;
      /** The amount itself, or what the day or month would have come to with it. */
      actualAmount: number;
      currency: string;
    }
  | { type: 'currencyNotCovered'; currency: string; limitCurrency: string };

/** What waits for a decision. */
export type Target = { type: 'payment'; id: Id<'pay'> } | { type: 'withdrawal'; id: Id<'trf'> };

export type Approval = {
  id: Id<'apr'>;
  status: 'pending' | 'approved' | 'denied' | 'canceled';
  target: Target;
  /** The owner of the exceeded limits: who decides. */
  deciderPartyId: Id<'pty'>;
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'> | null;
  initiatorPartyId: Id<'pty'>;
  reasons: ApprovalReason[];
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** While it is pending: when it ends by itself. */
  dueAt: Date | null;
  decidedBy: Id<'usr'> | null;
  decisionReason: string | null;
};

/** An approval as its table has it. */
export type ApprovalRow = Omit<Approval, 'target'> & { targetType: Target['type']; targetId: Target['id'] };

/** The approval of a row. */
export function approvalOf({ targetType: type, targetId: id, ...approval }: ApprovalRow): Approval {
  return { ...approval, target: { type, id } as Target };
}

/** The row of an approval. */
export function approvalRow({ target, ...approval }: Approval): ApprovalRow {
  return { ...approval, targetType: target.type, targetId: target.id };
}

/**
 * What counts against an agent's or a party's limits: of the last UTC day in which it spent, and of the month of that
 * day, in minor units of the owner's currency.
 */
export type Counter = {
  ownerId: Id<'agt'> | Id<'pty'>;
  /** `2026-11-21`. */
  day: string;
  spentInDay: bigint;
  spentInMonth: bigint;
};
