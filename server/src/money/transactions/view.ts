import { related } from '../../http/envelope.ts';
import { type Id, provisionalPartyIdOf, publicId } from '../../lib/id.ts';
import { feeToJson } from '../../terms/fee.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import { sharedToJson } from '../../terms/payment-terms.ts';
import type { TransactionDetailRow, TransactionRow } from './queries.ts';
import type { TransactionDetail, TransactionResource } from './resource.ts';

/**
 * Returns a transaction as the list shows it: camelCase names, the amount a number, the direction as `viewer` sees it.
 */
export function transactionResource(row: TransactionRow, viewer: Id<'pty'>): TransactionResource {
  return {
    type: 'transaction',
    id: publicId('txn', row.id),
    attributes: {
      amount: amountToJson(row.amount),
      currency: row.currency,
      status: row.status,
      ...sharedToJson(row),
      ...feeToJson(row),
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
      transactionType: transactionType(row),
      direction: direction(row, row.payeePartyId === viewer),
      expectedAvailableAt: row.expectedAvailableAt && isoSeconds(row.expectedAvailableAt),
    },
    relationships: relationships(row),
  };
}

function relationships(row: TransactionRow): TransactionResource['relationships'] {
  return {
    initiatorAgent: related('agent', 'agt', row.initiatorAgentId),
    sourceParty: related('party', 'pty', row.payerPartyId),
    destinationParty: related('party', 'pty', recipientId(row)),
    ...(row.paymentId
      ? { payment: related('payment', 'pay', row.paymentId) }
      : { transfer: related('transfer', 'trf', row.id as string as Id<'trf'>) }),
  };
}

/** Returns a transaction as a read by id shows it: in both spellings, the amount a string of minor units. */
export function transactionDetail(row: TransactionDetailRow): TransactionDetail {
  const seenDirection = direction(row, row.viewerIsPayee);
  return {
    type: 'transaction',
    id: publicId('txn', row.id),
    attributes: {
      amount: row.amount.toString(),
      currency: row.currency,
      status: row.status,
      ...sharedToJson(row),
      ...feeToJson(row),
      memo: null,
      created_at: isoSeconds(row.createdAt),
      updated_at: isoSeconds(row.updatedAt),
      is_delegated: row.isDelegated,
      customer_name: row.isDelegated ? row.senderName : null,
      customer_agent_id: row.isDelegated && row.agentId ? publicId('agt', row.agentId) : null,
      sender_name: row.senderName,
      recipient_name: row.recipientName,
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
      transactionType: transactionType(row),
      expectedAvailableAt: row.expectedAvailableAt && isoSeconds(row.expectedAvailableAt),
      transaction_type: transactionType(row),
      category: row.type === 'payment' ? (seenDirection === 'INBOUND' ? 'received' : 'sent') : row.type,
      direction: seenDirection,
    },
    relationships: {
      ...relationships(row),
      source_party: related('party', 'pty', row.payerPartyId),
      destination_party: related('party', 'pty', recipientId(row)),
      source_wallet: related('wallet', 'wal', row.sourceWalletId),
      destination_wallet: related('wallet', 'wal', row.destinationWalletId),
    },
  };
}

function recipientId({ id, payeePartyId }: TransactionRow): Id<'pty'> {
  return payeePartyId ?? provisionalPartyIdOf(id);
}

function transactionType(row: TransactionRow): 'payment' | 'transfer' {
  return row.paymentId ? 'payment' : 'transfer';
}

/** Returns INBOUND for whoever gets a payment or refund and for a deposit; OUTBOUND for the other side and every other transfer. */
function direction(row: TransactionRow, viewerIsPayee: boolean): 'INBOUND' | 'OUTBOUND' {
  if (row.paymentId) return viewerIsPayee ? 'INBOUND' : 'OUTBOUND';
  return row.type === 'deposit' ? 'INBOUND' : 'OUTBOUND';
}
