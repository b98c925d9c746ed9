import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import { taggedRows } from '../db/tagged.ts';
import type { Tag } from '../db/tagged.ts';
import type { PaymentStatus, TransferType } from '../engine/model/records.ts';
import { paysOrInitiated, seenBy, visible } from '../engine/model/tables.ts';
import type { SeenColumn } from '../engine/model/tables.ts';
import type { Id } from '../lib/id.ts';
import type { SharedTerms } from '../payment-terms/terms.ts';

/** A payment, a refund or a transfer, as a transaction. */
export type TransactionRow = SharedTerms & {
  id: Id<'txn'>;
  type: 'payment' | 'refund' | TransferType;
  /** The payment, or the one that was refunded; null for a transfer. */
  paymentId: Id<'pay'> | null;
  status: PaymentStatus;
  amount: bigint;
  currency: string;
  /** Null without one, and for the payee of a payment. */
  fee: bigint | null;
  /** Null for a deposit, which comes from an external account. */
  payerPartyId: Id<'pty'> | null;
  /** Null for a payment in review to an address that leads to no party. */
  payeePartyId: Id<'pty'> | null;
  expectedAvailableAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The agent that made it; null for the payee of a payment. */
  initiatorAgentId: Id<'agt'> | null;
};

/** What an attribute is in each table: of payments a column, which the party may not see, or a value of no column. */
type Sources = readonly [inPayments: SeenColumn | { value: string }, inRefunds: string, inTransfers: string];

// UNION ALL matches columns by their position.
const sources: Readonly<Record<keyof TransactionRow, Sources>> = {
  id: ['id', 'id', 'id'],
  type: [{ value: "'payment'" }, "'refund'", 'type'],
  paymentId: ['id', 'payment_id', 'NULL::uuid'],
  status: ['status', "'COMPLETED'", 'status'],
  amount: ['amount', 'amount', 'amount'],
  currency: ['currency', 'currency', 'currency'],
  fee: ['fee', 'NULL::bigint', 'fee'],
  description: ['description', 'description', 'description'],
  payerPartyId: ['payerPartyId', 'party_id', "CASE WHEN type <> 'deposit' THEN party_id END"],
  payeePartyId: ['payeePartyId', 'receiver_party_id', 'party_id'],
  expectedAvailableAt: [{ value: 'NULL::timestamptz' }, 'NULL::timestamptz', 'expected_available_at'],
  createdAt: ['createdAt', 'created_at', 'created_at'],
  updatedAt: ['updatedAt', 'created_at', 'updated_at'],
  initiatorAgentId: ['agentId', 'NULL::uuid', 'agent_id'],
};
const paymentColumns = columnsOf(sources, 0);
const refundColumns = columnsOf(sources, 1);
const transferColumns = columnsOf(sources, 2);

function columnsOf(from: Readonly<Record<string, Sources>>, table: 0 | 1 | 2): string {
  return Object.entries(from)
    .map(([name, columns]) => `${sourceOf(columns, table)} AS "${name}"`)
    .join(', ');
}

function sourceOf([inPayments, ...others]: Sources, table: 0 | 1 | 2): string {
  if (table > 0) return others[table - 1] ?? '';
  return typeof inPayments === 'string' ? visible(inPayments, '$1::uuid', 'payments') : inPayments.value;
}

// One index range for each role of the party (payer, payee, initiator), each in list order and limited to a page, then
// merged, so that every page is as fast as the first. A payment is in one range only, so there are no duplicates. The two
// ranges of refunds are those that the party made, and those that it got.
const payments = `
  (SELECT ${paymentColumns} FROM payments WHERE payer_party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3)
  UNION ALL
  (SELECT ${paymentColumns} FROM payments WHERE payee_party_id = $1 AND accepted_at IS NOT NULL AND id < $2 ORDER BY id DESC LIMIT $3)
  UNION ALL
  (SELECT ${paymentColumns} FROM payments WHERE initiator_party_id = $1 AND initiator_party_id <> payer_party_id
     AND (payee_party_id IS DISTINCT FROM $1 OR accepted_at IS NULL) AND id < $2 ORDER BY id DESC LIMIT $3)
  UNION ALL
  (SELECT ${refundColumns} FROM refunds WHERE party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3)
  UNION ALL
  (SELECT ${refundColumns} FROM refunds WHERE receiver_party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3)`;
const transfers = `
  (SELECT ${transferColumns} FROM transfers WHERE party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3)`;

const lists = {
  payment: listOf('payment', payments),
  transfer: listOf('transfer', transfers),
  all: listOf('all', `${payments} UNION ALL ${transfers}`),
};

function listOf(name: string, from: string) {
  const text = `SELECT * FROM (${from}) t ORDER BY id DESC LIMIT $3`;
  return statement<TransactionRow>(`transactions_list_${name}`, text);
}

const taggedPayments = `SELECT ${paymentColumns} FROM ${taggedRows('payments', 'payment', 4)} payments`;
const taggedTransfers = `SELECT ${transferColumns} FROM ${taggedRows('transfers', 'transfer', 4)} t`;
const taggedLists = {
  payment: listOf('payment_tagged', taggedPayments),
  transfer: listOf('transfer_tagged', taggedTransfers),
  all: listOf('all_tagged', `${taggedPayments} UNION ALL ${taggedTransfers}`),
};

/** Returns up to `count` transactions of the party below an id, with this tag if one is given, newest first. */
export function listTransactionsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  type: keyof typeof lists,
  tag: Tag | null,
  before: string,
  count: number,
): Promise<TransactionRow[]> {
  const position = [partyId, before, count];
  return tag
    ? rows(db, taggedLists[type], [...position, tag.name, tag.value])
    : rows(db, lists[type], position);
}

export type TransactionDetailRow = TransactionRow & {
  viewerIsPayee: boolean;
  /** For a deposit, the name of the party itself, which owns the external account. */
  senderName: string;
  /** For a payment in review to an address that leads to no party, the address. */
  recipientName: string;
  sourceWalletId: Id<'wal'> | null;
  destinationWalletId: Id<'wal'> | null;
  /** Whether the viewer has part in a delegation: the payee of a payment learns nothing of it. */
  isDelegated: boolean;
  agentId: Id<'agt'> | null;
};

const detailSources = {
  ...sources,
  sourceWalletId: ['payerWalletId', 'source_wallet_id', "CASE WHEN type <> 'deposit' THEN wallet_id END"],
  destinationWalletId: [
    'payeeWalletId',
    'destination_wallet_id',
    "CASE type WHEN 'deposit' THEN wallet_id ELSE destination_wallet_id END",
  ],
  recipientAddress: ['recipientAddress', 'NULL', 'NULL'],
  agentId: ['agentId', 'NULL::uuid', 'NULL::uuid'],
  isDelegated: [
    { value: `initiator_party_id <> payer_party_id AND ${paysOrInitiated('$1::uuid', 'payments')}` },
    'false',
    'false',
  ],
} as const;

const byId = statement<TransactionDetailRow>(
  'transactions_by_id',
  `SELECT t.*, t."payeePartyId" = $1 AS "viewerIsPayee", coalesce(payer.name, payee.name) AS "senderName",
          coalesce(payee.name, t."recipientAddress") AS "recipientName"
   FROM (
     SELECT ${columnsOf(detailSources, 0)} FROM payments WHERE id = $2 AND ${seenBy('$1::uuid', 'payments')}
     UNION ALL
     SELECT ${columnsOf(detailSources, 1)} FROM refunds WHERE id = $2 AND $1 IN (party_id, receiver_party_id)
     UNION ALL
     SELECT ${columnsOf(detailSources, 2)} FROM transfers WHERE id = $2 AND party_id = $1
   ) t
   LEFT JOIN parties payee ON payee.id = t."payeePartyId"
   LEFT JOIN parties payer ON payer.id = t."payerPartyId"`,
);

/** Returns a transaction of the party with the details that only a read by id shows, or null. */
export function findTransaction(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'txn'>,
): Promise<TransactionDetailRow | null> {
  return firstRow(db, byId, [partyId, id]);
}
