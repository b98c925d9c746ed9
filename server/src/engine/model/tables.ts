import { bool, bytea, date, type Encoding, int8, json, text, timestamptz, uuid } from '../../db/arrays.ts';
import type { ApprovalRow, Counter, FeePayout, Payment, Refund, TransferRow, WriteOff } from './records.ts';
import type { RailOrder } from './rail-order.ts';
import type { PaymentRequest } from './payment-request.ts';
import type { Wallet } from './state.ts';

/**
 * A table whose rows the engine loads and stores. Each column is listed once, under its name in the code, with its
 * encoding: `payerPartyId` is the column payer_party_id.
 */
export type Table<T> = {
  name: string;
  columns: { readonly [K in keyof T & string]-?: Encoding<NonNullable<T[K]>> };
};

const timestamps = { createdAt: timestamptz, updatedAt: timestamptz };
const maker = { agentId: uuid, credentialId: uuid, userId: uuid, instanceId: text };

export const wallets: Table<Wallet> = {
  name: 'wallets',
  columns: {
    id: uuid,
    partyId: uuid,
    rail: text,
    currency: text,
    status: text,
    isDefault: bool,
    isReceivable: bool,
    posted: int8,
    held: int8,
    datedTo_us: int8,
  },
};

export const limitCounters: Table<Counter> = {
  name: 'limit_counters',
  columns: {
    spenderId: uuid,
    ownerPartyId: uuid,
    currency: text,
    day: date,
    spentInDay: int8,
    spentInMonth: int8,
  },
};

export const payments: Table<Payment> = {
  name: 'payments',
  columns: {
    id: uuid,
    status: text,
    amount: int8,
    currency: text,
    description: text,
    tags: json,
    payerPartyId: uuid,
    payeePartyId: uuid,
    firstPayeePartyId: uuid,
    recipientAddress: text,
    initiatorPartyId: uuid,
    payerWalletId: uuid,
    payeeWalletId: uuid,
    recipientAgentId: uuid,
    paymentRequestId: uuid,
    requestId: uuid,
    keyDigest: uuid,
    fingerprint: bytea,
    reviewed: bool,
    fee: int8,
    refundedAmount: int8,
    acceptedAt: timestamptz,
    dueAt: timestamptz,
    ...maker,
    ...timestamps,
  },
};

/** What changes of a payment after it was made, in the engine's one UPDATE of payments. */
export const changingPayment = [
  'status',
  'payeePartyId',
  'firstPayeePartyId',
  'payerWalletId',
  'payeeWalletId',
  'updatedAt',
  'acceptedAt',
  'dueAt',
  'refundedAmount',
] as const satisfies ReadonlyArray<keyof Payment>;

export const feePayouts: Table<FeePayout> = {
  name: 'fee_payouts',
  columns: {
    id: uuid,
    amount: int8,
    currency: text,
    reference: text,
    operator: text,
    createdAt: timestamptz,
  },
};

export const writeOffs: Table<WriteOff> = {
  name: 'write_offs',
  columns: {
    id: uuid,
    partyId: uuid,
    amount: int8,
    currency: text,
    reason: text,
    operator: text,
    createdAt: timestamptz,
  },
};

export const refunds: Table<Refund> = {
  name: 'refunds',
  columns: {
    id: uuid,
    paymentId: uuid,
    amount: int8,
    currency: text,
    description: text,
    partyId: uuid,
    receiverPartyId: uuid,
    sourceWalletId: uuid,
    destinationWalletId: uuid,
    paymentAgentId: uuid,
    credentialId: uuid,
    userId: uuid,
    instanceId: text,
    createdAt: timestamptz,
  },
};

export const paymentRequests: Table<PaymentRequest> = {
  name: 'payment_requests',
  columns: {
    id: uuid,
    partyId: uuid,
    status: text,
    amount: int8,
    currency: text,
    payerIdentifierType: text,
    payerIdentifier: text,
    addressee: text,
    payerPartyId: uuid,
    paymentId: uuid,
    walletId: uuid,
    expiresAt: timestamptz,
    updatedAt: timestamptz,
  },
};

export const transfers: Table<TransferRow> = {
  name: 'transfers',
  columns: {
    id: uuid,
    type: text,
    status: text,
    amount: int8,
    currency: text,
    fee: int8,
    description: text,
    tags: json,
    partyId: uuid,
    walletId: uuid,
    destinationWalletId: uuid,
    externalAccountId: uuid,
    externalAccountMask: text,
    paymentId: uuid,
    expectedAvailableAt: timestamptz,
    failureCode: text,
    failureReason: text,
    returnCode: text,
    returnReason: text,
    returnedAt: timestamptz,
    submittedAt: timestamptz,
    settledAt: timestamptz,
    acceptedAt: timestamptz,
    ...maker,
    ...timestamps,
  },
};

export const railOrders: Table<RailOrder> = {
  name: 'rail_orders',
  columns: {
    transferId: uuid,
    rail: text,
    outboundKey: text,
    state: text,
    reference: text,
    bankName: text,
    accountName: text,
    accountType: text,
    sealedNumber: bytea,
    secretId: text,
    cancelRequestedAt: timestamptz,
    dueAt: timestamptz,
    createdAt: timestamptz,
  },
};

export const approvals: Table<ApprovalRow> = {
  name: 'approvals',
  columns: {
    id: uuid,
    status: text,
    targetType: text,
    targetId: uuid,
    deciderPartyId: uuid,
    payerPartyId: uuid,
    payeePartyId: uuid,
    payeeName: text,
    payeeAddress: text,
    payeeVerified: bool,
    initiatorPartyId: uuid,
    agentId: uuid,
    reasons: json,
    ofParty: bool,
    resolvedAt: timestamptz,
    dueAt: timestamptz,
    decidedBy: uuid,
    decidedWith: uuid,
    decisionReason: text,
    announcedAt: timestamptz,
    firstDecidedBy: uuid,
    firstDecidedWith: uuid,
    firstDecidedAt: timestamptz,
    firstSignedIn: bool,
    ...timestamps,
  },
};

/** What becomes of a pair of counterparties that is stored already. */
export const widenPair = `ON CONFLICT (payer_party_id, payee_party_id) DO UPDATE SET
  first_paid_at = least(counterparties.first_paid_at, excluded.first_paid_at),
  last_paid_at = greatest(counterparties.last_paid_at, excluded.last_paid_at)`;

/** Returns the column's name in SQL for its name in the code. */
export function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a SELECT list of the limits in a row, as `limitsOf` reads them. */
export const limitColumns = (alias: string): string =>
  ['per_transaction', 'per_day', 'per_month', 'currency_limits'].map((name) => `${alias}.${name}`).join(', ');

/** Returns a SELECT list of all columns. `alias` is the table's alias in the query. */
export function selectList<T>({ name, columns }: Table<T>, alias: string = name): string {
  const encodings: Array<[string, Encoding<never>]> = Object.entries(columns);
  // In the code a date is text, not a point in time.
  const selected = encodings.map(([each, { type }]) => {
    const column = `${alias}.${columnName(each)}`;
    return type === 'date' ? `${column}::text` : column;
  });
  return selected.join(', ');
}
