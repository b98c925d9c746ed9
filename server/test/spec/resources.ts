import type { Rule } from './rules.ts';
import * as is from './words.ts';

// Resources attribute by attribute, in the order and the spelling of specification, rows R1–R9, R13 and R14. What an
// omitted or unknown value shows (null), and every word of a state, is decided; so is all that is marked `beyond`.

const party = is.to('party', 'pty');
const agent = is.to('agent', 'agt');
const customerLimits = is.orNull(is.object({ perTransaction: is.integer }));
const permissions = is.listOf(
  is.words(
    'payments.create',
    'payments.read',
    'wallets.read',
    'wallets.update',
    'external_accounts.create',
    'party.read',
    'party.update',
  ),
);
const description = is.orNull(is.text);

export const newApiKey = is.resource(
  'apiKey',
  'apy',
  {
    apiKeyPrefix: is.text,
    name: is.text,
    scopes: is.listOf(is.text),
    environment: is.words('sandbox'),
    status: is.words('ACTIVE'),
    createdAt: is.seconds,
    lastUsedAt: is.onlyNull(is.seconds),
    revokedAt: is.onlyNull(is.seconds),
    createdBy: is.id('usr'),
    revokedBy: is.onlyNull(is.id('usr')),
    apiKey: { text: /^sk_pur_sandbox_[0-9A-Za-z]{39}$/, expected: 'a whole key' },
  },
  { party },
);

export const changedAgent = is.resource(
  'agent',
  'agt',
  {
    name: is.text,
    description,
    status: is.words('ACTIVE'),
    limits: is.orNull(
      is.object({
        perTransaction: is.maybe(is.integer),
        perDay: is.beyond(is.maybe(is.integer)),
        perMonth: is.beyond(is.maybe(is.integer)),
      }),
    ),
    createdAt: is.seconds,
    createdBy: is.id('usr'),
    updatedAt: is.seconds,
    updatedBy: is.id('usr'),
  },
  { party },
);

export const agentKey = is.resource(
  'agentKey',
  'agk',
  {
    agentKeyPrefix: is.text,
    status: is.words('ACTIVE'),
    createdAt: is.seconds,
    lastUsedAt: is.orNull(is.seconds),
    revokedAt: is.onlyNull(is.seconds),
    createdBy: is.id('usr'),
    revokedBy: is.onlyNull(is.id('usr')),
  },
  { party, agent },
);

export const customerInvitation = is.resource(
  'customerInvitation',
  'adi',
  {
    recipient: is.object({ type: is.words('email', 'phone', 'party_id'), value: is.text }),
    status: is.words('PENDING'),
    permissions,
    limits: customerLimits,
    expiresAt: is.millis,
    createdAt: is.seconds,
    updatedAt: is.seconds,
  },
  {
    agent: is.to('agent', 'agt', {
      name: is.text,
      description: is.orNull(is.text),
      status: is.words('ACTIVE'),
    }),
    customerParty: is.toOneOrNone('party', 'pty'),
  },
);

export const customer = is.resource(
  'customer',
  'pty',
  { name: is.text, email: is.orNullSometime(is.text), createdAt: is.seconds },
  {
    delegation: is.to('delegation', 'dlg', {
      status: is.words('ACTIVE'),
      permissions,
      createdAt: is.seconds,
    }),
    agents: is.toMany('agent', 'agt', {
      name: is.text,
      status: is.words('ACTIVE'),
      permissions,
      limits: customerLimits,
    }),
  },
);

export const customerOfAgent = is.resource(
  'customer',
  'pty',
  {
    name: is.text,
    email: is.orNullSometime(is.text),
    status: is.words('ACTIVE'),
    permissions,
    limits: customerLimits,
    createdAt: is.seconds,
    updatedAt: is.seconds,
  },
  { agent: is.to('agent', 'agt', { name: is.text }) },
);

const moved = ['PROCESSING', 'IN_REVIEW', 'APPROVAL_DENIED', 'CANCELED', 'COMPLETED', 'FAILED', 'RETURNED'];

function payment(...states: string[]): Rule {
  return is.resource(
    'payment',
    'pay',
    {
      amount: is.integer,
      currency: is.currency,
      status: is.words(...states),
      description,
      createdAt: is.seconds,
      updatedAt: is.seconds,
    },
    {
      sender: party,
      recipient: party,
      recipientAgent: is.toOneOrNone('agent', 'agt'),
      transaction: is.to('transaction', 'txn'),
      paymentRequest: is.toNone('paymentRequest', 'prq'),
    },
  );
}
export const newPayment = payment('PROCESSING', 'IN_REVIEW');
export const readPayment = payment(...moved, 'PENDING_CLAIM');

const paymentRequestAttributes = {
  amount: is.integer,
  currency: is.currency,
  status: is.words('OPEN'),
  description,
  requesterName: is.orNullSometime(is.text),
  requesterEmail: is.orNullSometime(is.text),
  payerName: is.orNull(is.text),
  payerEmail: is.orNull(is.text),
  payerPhone: is.orNull(is.text),
  payerPartyId: is.onlyNull(is.id('pty')),
  payerIdentifierType: is.words('email', 'phone', 'party_id'),
  payerIdentifier: is.text,
  paymentLinkUrl: is.url,
  transactionId: is.onlyNull(is.id('txn')),
  createdAt: is.millis,
  updatedAt: is.millis,
};
const requestParties = { requesterParty: party, payerParty: is.toNone('party', 'pty') };
export const paymentRequest = is.resource('paymentRequest', 'prq', paymentRequestAttributes, requestParties);
export const listedPaymentRequest = is.resource('paymentRequest', 'prq', paymentRequestAttributes, {
  ...requestParties,
  wallet: is.toOneOrNone('wallet', 'wal'),
  payment: is.toNone('payment', 'pay'),
});

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
      wallet: is.to('wallet', 'wal'),
      externalAccount: is.to('externalAccount', 'eac'),
      transaction: is.to('transaction', 'txn'),
    },
  );
}
export const newWithdrawal = transfer(false, 'PROCESSING', 'IN_REVIEW');
export const listedTransfer = transfer(true, ...moved);

export const counterparty = is.resource('party', 'pty', {
  name: is.text,
  email: is.orNull(is.text),
  status: is.words('ACTIVE'),
});

export const removedExternalAccount = is.resource(
  'externalAccount',
  'eac',
  {
    bankName: is.onlyNull(is.text),
    accountName: is.onlyNull(is.text),
    accountType: is.onlyNull(is.text),
    lastFour: { text: /^$/, expected: 'empty' },
    status: is.words('disabled'),
    createdAt: is.seconds,
  },
  { party },
);
