import type { Rule } from './rules.ts';
import * as is from './words.ts';

// The resources about money, described as in resources.ts: payments, payment requests and transfers.

const party = is.to('party', 'pty');
const description = is.orNull(is.text);

const moved = ['PROCESSING', 'IN_REVIEW', 'APPROVAL_DENIED', 'CANCELED', 'COMPLETED', 'FAILED', 'RETURNED'];

function payment(paymentRequest: Rule, ...states: string[]): Rule {
  return is.resource(
    'payment',
    'pay',
    {
      amount: is.integer,
      currency: is.currency,
      status: is.words(...states),
      description,
      refundedAmount: is.beyond(is.integer),
      tags: is.tags,
      createdAt: is.seconds,
      updatedAt: is.seconds,
    },
    {
      sender: party,
      initiatorAgent: is.agentOrNone,
      senderAgent: is.agentOrNone,
      recipient: party,
      recipientAgent: is.toOneOrNone('agent', 'agt'),
      transaction: is.to('transaction', 'txn'),
      paymentRequest,
    },
  );
}
export const newPayment = payment(is.toNone('paymentRequest', 'prq'), 'PROCESSING', 'IN_REVIEW');
export const readPayment = payment(is.toOneOrNone('paymentRequest', 'prq'), ...moved, 'PENDING_CLAIM');

const paymentRequestAttributes = {
  amount: is.integer,
  currency: is.currency,
  status: is.words('OPEN'),
  description,
  tags: is.tags,
  payerCanPay: is.beyond(is.boolean),
  payerCanDecline: is.beyond(is.boolean),
  requesterName: is.orNullSometime(is.text),
  requesterEmail: is.orNullSometime(is.text),
  payerName: is.orNull(is.text),
  payerEmail: is.orNull(is.text),
  payerPhone: is.orNull(is.text),
  payerPartyId: is.onlyNull(is.id('pty')),
  payerIdentifierType: is.words('email', 'phone', 'party_id', 'agent_id'),
  payerIdentifier: is.text,
  paymentLinkUrl: is.url,
  transactionId: is.onlyNull(is.id('txn')),
  createdAt: is.millis,
  updatedAt: is.millis,
};
const requestParties = {
  initiatorAgent: is.agentOrNone,
  requesterParty: party,
  payerParty: is.toNone('party', 'pty'),
  payerAgent: is.agentOrNone,
};
export const paymentRequest = is.resource('paymentRequest', 'prq', paymentRequestAttributes, requestParties);
const paidOrNot = {
  status: is.words('OPEN', 'COMPLETED'),
  payerPartyId: is.orNull(is.id('pty')),
  transactionId: is.orNull(is.id('txn')),
};
export const listedPaymentRequest = is.resource(
  'paymentRequest',
  'prq',
  { ...paymentRequestAttributes, ...paidOrNot },
  {
    ...requestParties,
    payerParty: is.toOneOrNone('party', 'pty'),
    wallet: is.toOneOrNone('wallet', 'wal'),
    payment: is.toOneOrNone('payment', 'pay'),
  },
);

/** With `ended`, a transfer in lists; without, the response that created it. */
function transfer(ended: boolean, ...states: string[]): Rule {
  const later = ended ? is.orNull : is.onlyNull;
  return is.resource(
    'transfer',
    'trf',
    {
      type: is.words('withdrawal', ...(ended ? ['deposit'] : [])),
      amount: is.integer,
      currency: is.currency,
      status: is.words(...states),
      description,
      tags: is.tags,
      externalAccountDisplayMask: is.text,
      expectedAvailableAt: is.orNull(is.seconds),
      failure: later(is.object({ code: is.beyond(is.text), reason: is.beyond(is.text) })),
      return: later(
        is.object({
          code: is.beyond(is.text),
          reason: is.beyond(is.text),
          returnedAt: is.beyond(is.seconds),
        }),
      ),
      submittedAt: is.seconds,
      settledAt: later(is.seconds),
      createdAt: is.seconds,
      updatedAt: is.seconds,
    },
    {
      party,
      initiatorAgent: is.agentOrNone,
      wallet: is.to('wallet', 'wal'),
      destWallet: is.beyond(is.toNone('wallet', 'wal')),
      externalAccount: is.to('externalAccount', 'eac'),
      transaction: is.to('transaction', 'txn'),
    },
  );
}
export const newWithdrawal = transfer(false, 'PROCESSING', 'IN_REVIEW');
export const listedTransfer = transfer(true, ...moved);
