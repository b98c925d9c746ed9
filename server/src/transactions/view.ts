import { related } from '../http/envelope.ts';
import { publicId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { amountToJson } from '../lib/money.ts';
import { isoSeconds } from '../lib/time.ts';
import type { TransactionDetailRow, TransactionRow } from './queries.ts';
import type { TransactionDetail, TransactionResource } from './resource.ts';

/** The form in lists: camelCase, the amount a number. `viewer` decides the direction. */
export function transactionResource(row: TransactionRow, viewer: Id<'pty'>): TransactionResource {
  return {
    type: 'transaction',
    id: publicId('txn', row.id),
    attributes: {
      amount: amountToJson(row.amount),
      currency: row.currency,
      status: row.status,
      description: row.description,
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
      transactionType: transactionType(row),
      direction: direction(row, row.payeePartyId === viewer),
      expectedAvailableAt: row.expectedAvailableAt && isoSeconds(row.expectedAvailableAt),
    },
    relationships: {
      sourceParty: related('party', 'pty', row.payerPartyId),
      destinationParty: related('party', 'pty', row.payeePartyId),
      ...(row.type === 'payment'
        ? { payment: related('payment', 'pay', row.id as string as Id<'pay'>) }
        : { transfer: related('transfer', 'trf', row.id as string as Id<'trf'>) }),
    },
  };
}

/** The form by id: snake_case, the amount a string of minor units, with names. */
export function transactionDetail(row: TransactionDetailRow): TransactionDetail {
  const seenAs = direction(row, row.viewerIsPayee);
  return {
    type: 'transaction',
    id: publicId('txn', row.id),
    attributes: {
      amount: row.amount.toString(),
      currency: row.currency,
      status: row.status,
      description: row.description,
      memo: null,
      created_at: isoSeconds(row.createdAt),
      updated_at: isoSeconds(row.updatedAt),
      is_delegated: row.isDelegated,
      customer_name: row.isDelegated ? row.senderName : null,
      customer_agent_id: row.isDelegated && row.agentId ? publicId('agt', row.agentId) : null,
      sender_name: row.senderName,
      recipient_name: row.recipientName,
      transaction_type: transactionType(row),
      category: row.type === 'payment' ? (seenAs === 'INBOUND' ? 'received' : 'sent') : row.type,
      direction: seenAs,
    },
    relationships: {
      source_party: related('party', 'pty', row.payerPartyId),
      destination_party: related('party', 'pty', row.payeePartyId),
      source_wallet: related('wallet', 'wal', row.sourceWalletId),
      destination_wallet: related('wallet', 'wal', row.destinationWalletId),
    },
  };
}

function transactionType(row: TransactionRow): 'payment' | 'transfer' {
  return row.type === 'payment' ? 'payment' : 'transfer';
}

/** Money comes in for the payee and with a deposit; for the payer, and whoever acts for it, it goes out. */
function direction(row: TransactionRow, viewerIsPayee: boolean): 'INBOUND' | 'OUTBOUND' {
  if (row.type === 'payment') return viewerIsPayee ? 'INBOUND' : 'OUTBOUND';
  return row.type === 'deposit' ? 'INBOUND' : 'OUTBOUND';
}
