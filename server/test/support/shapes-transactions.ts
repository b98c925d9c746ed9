import { expect } from 'vitest';
import { idOf, integer, orNull, related, relatedOrNone, seconds, text } from './shapes.ts';

function transactionRelationships(of: 'payment' | 'transfer'): object {
  return {
    initiatorAgent: relatedOrNone('agent', 'agt'),
    sourceParty: relatedOrNone('party', 'pty'),
    destinationParty: related('party', 'pty'),
    ...(of === 'payment' ? { payment: related('payment', 'pay') } : { transfer: related('transfer', 'trf') }),
  };
}

const commonAttributes = {
  currency: expect.stringMatching(/^[A-Z]{3}$/) as unknown,
  status: expect.stringMatching(/^[A-Z_]+$/) as unknown,
  description: orNull(text),
  createdAt: seconds,
  updatedAt: seconds,
  direction: expect.toBeOneOf(['INBOUND', 'OUTBOUND']) as unknown,
  expectedAvailableAt: orNull(seconds),
};

/** A transaction as lists show it, of a payment or of a transfer. */
export function transactionShape(of: 'payment' | 'transfer'): object {
  return {
    type: 'transaction',
    id: idOf('txn'),
    attributes: {
      ...commonAttributes,
      amount: integer,
      transactionType: of,
    },
    relationships: transactionRelationships(of),
  };
}

/** A transaction as a read by id shows it. */
export function transactionDetailShape(of: 'payment' | 'transfer'): object {
  return {
    type: 'transaction',
    id: idOf('txn'),
    attributes: {
      ...commonAttributes,
      amount: expect.stringMatching(/^[1-9][0-9]*$/) as unknown,
      memo: null,
      transactionType: of,
      created_at: seconds,
      updated_at: seconds,
      is_delegated: expect.any(Boolean) as unknown,
      customer_name: orNull(text),
      customer_agent_id: orNull(idOf('agt')),
      sender_name: text,
      recipient_name: text,
      transaction_type: of,
      category: expect.toBeOneOf([
        'sent',
        'received',
        'deposit',
        'withdrawal',
        'internal',
        'refund',
      ]) as unknown,
    },
    relationships: {
      ...transactionRelationships(of),
      source_party: relatedOrNone('party', 'pty'),
      destination_party: related('party', 'pty'),
      source_wallet: relatedOrNone('wallet', 'wal'),
      destination_wallet: relatedOrNone('wallet', 'wal'),
    },
  };
}
