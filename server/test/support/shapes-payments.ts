import { expect } from 'vitest';
import {
  askedApprovals,
  boolean,
  currency,
  having,
  idOf,
  integer,
  millis,
  orNull,
  payeeShape,
  related,
  relatedOrNone,
  relatedToNone,
  resource,
  seconds,
  tags,
  text,
  words,
} from './shapes.ts';

// What tests expect of payments and of what shows them: refunds, payment requests and transactions.

/** What the client says of a payment, where its transaction shows it too. */
const sharedTerms = { description: orNull(text) };

const status = words(
  'PROCESSING',
  'PENDING_CLAIM',
  'IN_REVIEW',
  'COMPLETED',
  'FAILED',
  'RETURNED',
  'APPROVAL_DENIED',
  'CANCELED',
);
const party = related('party', 'pty');
const partyOrNone = relatedOrNone('party', 'pty');
const agentOrNone = relatedOrNone('agent', 'agt');
const walletOrNone = relatedOrNone('wallet', 'wal');

export const paymentShape = resource(
  'payment',
  'pay',
  {
    amount: integer,
    currency,
    status,
    ...sharedTerms,
    refundedAmount: expect.toSatisfy((value) => Number.isSafeInteger(value) && Number(value) >= 0) as unknown,
    tags,
    approvals: askedApprovals,
    expiresAt: orNull(seconds),
    createdAt: seconds,
    updatedAt: seconds,
  },
  {
    sender: party,
    initiatorAgent: agentOrNone,
    senderAgent: agentOrNone,
    recipient: party,
    recipientAgent: agentOrNone,
    transaction: related('transaction', 'txn'),
    paymentRequest: relatedToNone,
  },
);

/** A payment that fulfils a payment request. */
export const fulfillingPaymentShape = having(
  paymentShape,
  {},
  { paymentRequest: related('paymentRequest', 'prq') },
);

/** A preview of what would be accepted from a wallet that the caller may read. */
export function previewShape(type: 'paymentPreview' | 'transferPreview') {
  const nothing = { approvals: [], errors: [] };
  return {
    type,
    attributes: {
      outcome: 'accepted',
      amount: integer,
      currency,
      ...(type === 'paymentPreview' && {
        payee: { name: orNull(text), verified: orNull(boolean), ...payeeShape },
        claim: orNull({ onlyIfUnverified: boolean, expiresAt: seconds }),
      }),
      funds: words('checked', 'notChecked'),
      ...nothing,
    },
  };
}

export const refundShape = resource(
  'refund',
  'rfd',
  {
    amount: integer,
    currency,
    status: 'COMPLETED',
    description: orNull(text),
    createdAt: seconds,
  },
  { payment: related('payment', 'pay'), transaction: related('transaction', 'txn') },
);

type PayerType = 'email' | 'phone' | 'party_id' | 'agent_id';
const payerIds: Readonly<Partial<Record<PayerType, unknown>>> = {
  party_id: idOf('pty'),
  agent_id: idOf('agt'),
};

const requestWith = <Listed extends object>(payer: PayerType, listed: Listed) =>
  resource(
    'paymentRequest',
    'prq',
    {
      amount: integer,
      currency,
      status: words('OPEN', 'PROCESSING', 'COMPLETED', 'CANCELED', 'DECLINED', 'EXPIRED'),
      description: orNull(text),
      tags,
      payerCanPay: boolean,
      payerCanDecline: boolean,
      requesterName: text,
      requesterEmail: orNull(text),
      payerName: orNull(text),
      payerEmail: payer === 'email' ? text : null,
      payerPhone: payer === 'phone' ? text : null,
      payerPartyId: null,
      payerIdentifierType: payer,
      payerIdentifier: payerIds[payer] ?? text,
      paymentLinkUrl: expect.stringMatching(/^https?:\/\/.+\/pay\/[A-Za-z0-9_-]{32}$/) as unknown,
      transactionId: null,
      createdAt: millis,
      updatedAt: millis,
    },
    {
      initiatorAgent: agentOrNone,
      requesterParty: party,
      payerParty: relatedToNone,
      payerAgent: payer === 'agent_id' ? related('agent', 'agt') : relatedToNone,
      ...listed,
    },
  );

/** A payment request as POST /payment-requests returns it, for a payer of this type. */
export const paymentRequestShape = (payer: PayerType) => requestWith(payer, {});

/** The same in lists, not paid. */
export const listedPaymentRequestShape = (payer: PayerType) =>
  requestWith(payer, { wallet: walletOrNone, payment: relatedToNone });

const transactionParties = (of: 'payment' | 'transfer') => ({
  initiatorAgent: agentOrNone,
  sourceParty: of === 'payment' ? party : partyOrNone,
  destinationParty: party,
  ...(of === 'payment' ? { payment: related('payment', 'pay') } : { transfer: related('transfer', 'trf') }),
});

const transactionAttributes = (of: 'payment' | 'transfer') => ({
  currency,
  status,
  ...sharedTerms,
  createdAt: seconds,
  updatedAt: seconds,
  transactionType: of,
  direction: words('INBOUND', 'OUTBOUND'),
  expectedAvailableAt: of === 'payment' ? null : orNull(seconds),
});

/** A transaction as lists show it, of a payment or of a transfer. */
export function transactionShape(of: 'payment' | 'transfer') {
  const attributes = { ...transactionAttributes(of), amount: integer };
  return resource('transaction', 'txn', attributes, transactionParties(of));
}

/** A transaction as a read by id shows it: also with underscores, and its amount is a text. */
export const transactionDetailShape = (of: 'payment' | 'transfer') =>
  resource(
    'transaction',
    'txn',
    {
      ...transactionAttributes(of),
      amount: expect.stringMatching(/^[1-9][0-9]*$/) as unknown,
      memo: null,
      created_at: seconds,
      updated_at: seconds,
      is_delegated: boolean,
      customer_name: orNull(text),
      customer_agent_id: orNull(idOf('agt')),
      sender_name: text,
      recipient_name: text,
      transaction_type: of,
      category: words('sent', 'received', 'deposit', 'withdrawal', 'internal', 'refund'),
    },
    {
      ...transactionParties(of),
      source_party: of === 'payment' ? party : partyOrNone,
      destination_party: party,
      source_wallet: walletOrNone,
      destination_wallet: walletOrNone,
    },
  );
