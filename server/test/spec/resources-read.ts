import type { Rule } from './rules.ts';
import * as is from './words.ts';

// Resources that are only read, or that two endpoints write in two spellings: specification, rows R10, R11, R12 and
// R15.

const states = [
  'PROCESSING',
  'PENDING_CLAIM',
  'IN_REVIEW',
  'COMPLETED',
  'FAILED',
  'RETURNED',
  'APPROVAL_DENIED',
  'CANCELED',
];
const direction = is.words('INBOUND', 'OUTBOUND');

/** In camel case, in lists: a payment's or a transfer's, as its relationships show. */
function listed(of: 'payment' | 'transfer'): Rule {
  const payment = of === 'payment';
  return is.resource(
    'transaction',
    'txn',
    {
      amount: is.integer,
      currency: is.currency,
      status: is.words(...states),
      description: is.orNull(is.text),
      createdAt: is.seconds,
      updatedAt: is.beyond(is.seconds), // specified as optional; here it is always present
      transactionType: is.words(of),
      direction,
      expectedAvailableAt: (payment ? is.onlyNull : is.orNull)(is.seconds),
    },
    {
      initiatorAgent: is.agentOrNone,
      sourceParty: payment ? is.to('party', 'pty') : is.toOneOrNone('party', 'pty'),
      destinationParty: is.to('party', 'pty'),
      ...(payment ? { payment: is.to('payment', 'pay') } : { transfer: is.to('transfer', 'trf') }),
    },
  );
}
export const listedTransaction = is.oneOf(listed('payment'), listed('transfer'));

/** In snake case, by id; the amount is a string. */
export const transaction = is.resource(
  'transaction',
  'txn',
  {
    amount: is.digits,
    currency: is.currency,
    status: is.words(...states),
    description: is.orNull(is.text),
    memo: is.onlyNull(is.text),
    createdAt: is.beyond(is.seconds),
    updatedAt: is.beyond(is.seconds),
    transactionType: is.beyond(is.words('payment', 'transfer')),
    expectedAvailableAt: is.beyond(is.orNull(is.seconds)),
    created_at: is.seconds,
    updated_at: is.seconds,
    is_delegated: is.boolean,
    customer_name: is.orNull(is.text),
    customer_agent_id: is.orNull(is.id('agt')),
    sender_name: is.text,
    recipient_name: is.text,
    transaction_type: is.words('payment', 'transfer'),
    category: is.words('sent', 'received', 'deposit', 'withdrawal'),
    direction,
  },
  {
    initiatorAgent: is.agentOrNone,
    sourceParty: is.beyond(is.toOneOrNone('party', 'pty')),
    destinationParty: is.beyond(is.to('party', 'pty')),
    payment: is.beyond(is.maybe(is.to('payment', 'pay'))),
    transfer: is.beyond(is.maybe(is.to('transfer', 'trf'))),
    source_party: is.toOneOrNone('party', 'pty'),
    destination_party: is.to('party', 'pty'),
    source_wallet: is.toOneOrNone('wallet', 'wal'),
    destination_wallet: is.toOneOrNone('wallet', 'wal'),
  },
);

const limitExceeded = is.object({
  type: is.words('limitExceeded'),
  limitType: is.words('perTransactionAmount', 'dailyAmount', 'monthlyAmount'),
  limitAmount: is.integer,
  actualAmount: is.integer,
  currency: is.currency,
});
const currencyNotCovered = is.beyond(
  is.object({ type: is.words('currencyNotCovered'), currency: is.currency, limitCurrency: is.currency }),
);
const target = (type: string, prefix: string): Rule => is.object({ type: is.words(type), id: is.id(prefix) });

export const approval = is.resource(
  'approval',
  'apr',
  {
    status: is.words('pending', 'approved', 'denied', 'canceled'),
    target: is.oneOf(target('payment', 'pay'), is.beyond(target('withdrawal', 'trf'))),
    reasons: is.listOf(is.oneOf(limitExceeded, currencyNotCovered)),
    createdAt: is.millis,
    updatedAt: is.millis,
    resolvedAt: is.orNull(is.seconds),
  },
  { initiatorAgent: is.beyond(is.to('agent', 'agt')) }, // in the sandbox, only agents have limits
);

const invitation = {
  email: is.text,
  role: is.words('MEMBER', 'ADMIN'),
  tags: is.tags,
};

export const newInvitation = is.resource('invitation', 'inv', {
  ...invitation,
  status: is.words('PENDING'),
  expiresAt: is.seconds,
  createdAt: is.seconds,
  acceptedAt: is.onlyNull(is.seconds),
});

export const listedInvitation = is.resource('invitation', 'inv', {
  ...invitation,
  status: is.words('PENDING', 'EXPIRED'),
  expiresAt: is.beyond(is.seconds),
  createdAt: is.beyond(is.seconds),
  acceptedAt: is.beyond(is.onlyNull(is.seconds)),
  expires_at: is.seconds,
  created_at: is.seconds,
  accepted_at: is.onlyNull(is.seconds),
});
