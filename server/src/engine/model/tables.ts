import { bool, bytea, date, type Encoding, int8, json, text, timestamptz, uuid } from '../../db/arrays.ts';
import { approvalsOf, type AskedApproval } from './asked-approvals.ts';
import type { ApprovalRow, Counter, Payment, TransferRow } from './records.ts';
import type { FeePayout } from './fee-payout.ts';
import type { RailOrder } from './rail-order.ts';
import type { PaymentRequest } from './payment-request.ts';
import type { Refund } from './refund.ts';
import type { Wallet } from './state.ts';
import type { WriteOff } from './write-off.ts';

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

/**
 * Whom the columns of a payment are shown to. `all`: its payer, its initiator and, from its acceptance on, its payee.
 * An approval is read by the payer and the initiator, of whom one decides.
 */
export type Viewers = 'all' | 'payer and initiator' | 'initiator, and payer in an approval' | 'nobody';

/** Who sees each column of a payment. What some of them do not see is null for them, so it has to be nullable. */
export const viewers = {
  id: 'all',
  status: 'all',
  amount: 'all',
  currency: 'all',
  description: 'all',
  tags: 'payer and initiator',
  payerPartyId: 'all',
  payeePartyId: 'all',
  firstPayeePartyId: 'nobody',
  recipientAddress: 'payer and initiator',
  initiatorPartyId: 'nobody',
  payerWalletId: 'all',
  payeeWalletId: 'all',
  recipientAgentId: 'all',
  paymentRequestId: 'all',
  requestId: 'nobody',
  keyDigest: 'nobody',
  fingerprint: 'nobody',
  reviewed: 'nobody',
  fee: 'payer and initiator',
  refundedAmount: 'all',
  acceptedAt: 'nobody',
  dueAt: 'all',
  agentId: 'payer and initiator',
  credentialId: 'nobody',
  userId: 'nobody',
  instanceId: 'initiator, and payer in an approval',
  createdAt: 'all',
  updatedAt: 'all',
} as const satisfies {
  [K in keyof Payment]: null extends Payment[K] ? Viewers : Extract<Viewers, 'all' | 'nobody'>;
};

/** A column that somebody sees. */
export type SeenColumn = {
  [K in keyof Payment]: (typeof viewers)[K] extends 'nobody' ? never : K;
}[keyof Payment];

/** A payment as a party sees it, with the approvals for which it waits. */
export type SeenPayment = Pick<Payment, SeenColumn> & { approvals: readonly AskedApproval[] | null };

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

/**
 * Returns the SQL condition under which a party sees a payment: it pays or initiated the payment, or it is paid and the
 * payment was accepted. A payee learns nothing of what is in review, or ended there.
 */
export function seenBy(party: string, payment: string): string {
  return `(${paysOrInitiated(party, payment)}
    OR ${party} = ${payment}.payee_party_id AND ${payment}.accepted_at IS NOT NULL)`;
}

/** Returns the SQL of a column of a payment as a party sees it, also to filter by it: null if the party does not see it. */
export function visible(column: SeenColumn, party: string, payment: string): string {
  return viewers[column] === 'initiator, and payer in an approval'
    ? `CASE WHEN ${party} = ${payment}.initiator_party_id THEN ${payment}.${columnName(column)} END`
    : visibleInApproval(column, party, payment);
}

/** Returns the SQL of a column of a payment as a party sees it that reads an approval of the payment. */
export function visibleInApproval(column: SeenColumn, party: string, payment: string): string {
  const value = `${payment}.${columnName(column)}`;
  return viewers[column] === 'all' ? value : `CASE WHEN ${paysOrInitiated(party, payment)} THEN ${value} END`;
}

/**
 * Returns the SQL of a column of what is joined to a row: of a payment as `seen`, or of another table that has the column
 * too.
 */
export function orOfOthers(
  column: SeenColumn,
  seen: string,
  others: ReadonlyArray<readonly [table: { columns: object }, alias: string]>,
): string {
  const values = others
    .filter(([{ columns }]) => column in columns)
    .map(([, alias]) => `${alias}.${columnName(column)}`);
  return `coalesce(${[seen, ...values].join(', ')})`;
}

/** Returns the SQL condition under which a party pays or initiated a payment. */
export function paysOrInitiated(party: string, payment: string): string {
  return `${party} IN (${payment}.payer_party_id, ${payment}.initiator_party_id)`;
}

const shown = (Object.keys(viewers) as Array<keyof Payment>).filter(
  (column): column is SeenColumn => viewers[column] !== 'nobody',
);

/**
 * Returns a SELECT list of a payment as a party sees it, a `SeenPayment`. The view shows approvals only to who pays or asked
 * for it; `approvals` is their SQL, by default of those that are pending.
 */
export function visiblePayment(party: string, payment: string, approvals = approvalsOf(payment)): string {
  const columns = shown.map((column) => `${visible(column, party, payment)} AS ${columnName(column)}`);
  return [...columns, `${approvals} AS approvals`].join(', ');
}

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
