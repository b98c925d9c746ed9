import { equalTo, type FilterOf, madeByOwn, type OwnPage, rowFilters } from '../../db/filters.ts';
import { many, one, type Queryable } from '../../db/sql.ts';
import { type Tag, taggedRows } from '../../db/tagged.ts';
import type { PaymentStatus, TransferType } from '../../engine/model/records.ts';
import { columnName, payments } from '../../engine/model/tables.ts';
import { paysOrInitiated, seenBy, type SeenColumn, visible } from '../../engine/model/viewers.ts';
import type { Id } from '../../lib/id.ts';
import { filterNames, type SharedTerms } from '../../terms/payment-terms.ts';
import type { TransactionsQuery } from './schema.ts';

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
  fee: ['fee', 'NULL::bigint', 'transfers.fee'],
  description: ['description', 'description', 'description'],
  payerPartyId: ['payerPartyId', 'party_id', "CASE WHEN type <> 'deposit' THEN party_id END"],
  payeePartyId: ['payeePartyId', 'receiver_party_id', 'party_id'],
  expectedAvailableAt: [{ value: 'NULL::timestamptz' }, 'NULL::timestamptz', 'expected_available_at'],
  createdAt: ['createdAt', 'created_at', 'created_at'],
  updatedAt: ['updatedAt', 'created_at', 'updated_at'],
  initiatorAgentId: ['agentId', 'NULL::uuid', 'transfers.agent_id'],
};
type TableIndex = 0 | 1 | 2;
const tables = ['payments', 'refunds', 'transfers'] as const;

function columnsOf(from: Readonly<Record<string, Sources>>, table: TableIndex): string {
  return Object.entries(from)
    .map(([name, columns]) => `${sourceOf(columns, table)} AS ${columnName(name)}`)
    .join(', ');
}

function sourceOf([inPayments, ...others]: Sources, table: TableIndex): string {
  if (table > 0) return others[table - 1] ?? '';
  return typeof inPayments === 'string'
    ? visible(inPayments, '$partyId::uuid', 'payments')
    : inPayments.value;
}

export type TransactionFilters = Pick<TransactionsQuery, FilterOf<TransactionsQuery>>;

type TransactionsPage = OwnPage & TransactionFilters;

// What each filter asks of a row; the type and a tag choose the ranges.
const filtersOf = (table: TableIndex): string =>
  rowFilters<Exclude<keyof TransactionFilters, 'type' | 'tag'>>(
    equalTo(filterNames, (term: keyof SharedTerms) => [
      payments.columns[term].type,
      sourceOf(sources[term], table),
    ]),
  );

/** Returns one index range in list order, limited to a page. */
function range(table: TableIndex, condition: string): string {
  return `(SELECT ${columnsOf(sources, table)} FROM ${tables[table]}
     WHERE ${condition} AND id < $before AND ${filtersOf(table)} ORDER BY id DESC LIMIT $count)`;
}

// A range for each role of the party (payer, payee, initiator), then merged, so that every page is as fast as the first. A
// payment is in one range only, so there are no duplicates. Refunds have two ranges: the party made the refund, or got it.
const ranges = {
  payment: [
    range(0, 'payer_party_id = $partyId'),
    range(0, 'payee_party_id = $partyId AND accepted_at IS NOT NULL'),
    range(
      0,
      `initiator_party_id = $partyId AND initiator_party_id <> payer_party_id
       AND (payee_party_id IS DISTINCT FROM $partyId OR accepted_at IS NULL)`,
    ),
    range(1, 'party_id = $partyId'),
    range(1, 'receiver_party_id = $partyId'),
  ],
  transfer: [range(2, 'party_id = $partyId')],
};

/** Returns such a range of what the agent made that reads its own only. */
function ownRange(table: TableIndex, column: string, condition: string): string {
  return `(SELECT ${columnsOf(sources, table)} FROM ${tables[table]}
     ${madeByOwn(column, `${condition} AND ${filtersOf(table)}`)})`;
}

// The same for an agent that reads its own only: a range for each table.
const ownRanges = {
  payment: [
    ownRange(0, 'agent_id', seenBy('$partyId::uuid', 'payments')),
    ownRange(1, 'payment_agent_id', '$partyId::uuid IN (party_id, receiver_party_id)'),
  ],
  transfer: [ownRange(2, 'agent_id', 'party_id = $partyId')],
};

function tagged(table: TableIndex, resource: string, wanted = 'true'): string {
  const found = taggedRows(tables[table], resource, `${filtersOf(table)} AND ${wanted}`);
  return `SELECT ${columnsOf(sources, table)} FROM ${found} ${tables[table]}`;
}
const taggedRanges = { payment: [tagged(0, 'payment')], transfer: [tagged(2, 'transfer')] };
const ownTaggedRanges = {
  payment: [tagged(0, 'payment', 'payments.agent_id = $own')],
  transfer: [tagged(2, 'transfer', 'transfers.agent_id = $own')],
};

function listsOf<More>(name: string, { payment, transfer }: typeof ranges) {
  const listOf = (type: string, parts: readonly string[]) =>
    many<TransactionRow, TransactionsPage & More>(
      `transactions_list_${type}${name}`,
      `SELECT * FROM (${parts.join(' UNION ALL ')}) t ORDER BY id DESC LIMIT $count`,
    );
  return {
    payment: listOf('payment', payment),
    transfer: listOf('transfer', transfer),
    all: listOf('all', [...payment, ...transfer]),
  };
}
const lists = listsOf<unknown>('', ranges);
const taggedLists = listsOf<Tag>('_tagged', taggedRanges);
const ownLists = listsOf<unknown>('_own', ownRanges);
const ownTaggedLists = listsOf<Tag>('_own_tagged', ownTaggedRanges);

/** Returns a page of the transactions of the party, or of the agent that reads its own only, newest first. */
export function listTransactionsBefore(db: Queryable, query: TransactionsPage): Promise<TransactionRow[]> {
  const { type, tag, own } = query;
  if (tag) return (own ? ownTaggedLists : taggedLists)[type](db, { ...query, ...tag });
  return (own ? ownLists : lists)[type](db, query);
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
  /** Whose own it is: of a refund, the agent that made the payment. */
  madeBy: Id<'agt'> | null;
};

const detailSources = {
  ...sources,
  sourceWalletId: ['payerWalletId', 'source_wallet_id', "CASE WHEN type <> 'deposit' THEN wallet_id END"],
  destinationWalletId: [
    'payeeWalletId',
    'destination_wallet_id',
    "CASE type WHEN 'deposit' THEN wallet_id ELSE destination_wallet_id END",
  ],
  payeeAddress: ['recipientAddress', 'NULL', 'NULL'],
  agentId: ['agentId', 'NULL::uuid', 'NULL::uuid'],
  madeBy: ['agentId', 'payment_agent_id', 'transfers.agent_id'],
  isDelegated: [
    { value: `initiator_party_id <> payer_party_id AND ${paysOrInitiated('$partyId::uuid', 'payments')}` },
    'false',
    'false',
  ],
} as const;

/** Returns a transaction of the party with the details that only a read by id shows, or null. */
export const findTransaction = one<TransactionDetailRow, { partyId: Id<'pty'>; id: Id<'txn'> }>(
  'transactions_by_id',
  `SELECT t.*, t.payee_party_id = $partyId AS viewer_is_payee, coalesce(payer.name, payee.name) AS sender_name,
          coalesce(payee.name, t.payee_address) AS recipient_name
   FROM (
     SELECT ${columnsOf(detailSources, 0)} FROM payments WHERE id = $id AND ${seenBy('$partyId::uuid', 'payments')}
     UNION ALL
     SELECT ${columnsOf(detailSources, 1)} FROM refunds WHERE id = $id AND $partyId IN (party_id, receiver_party_id)
     UNION ALL
     SELECT ${columnsOf(detailSources, 2)} FROM transfers WHERE id = $id AND party_id = $partyId
   ) t
   LEFT JOIN parties payee ON payee.id = t.payee_party_id
   LEFT JOIN parties payer ON payer.id = t.payer_party_id`,
);
