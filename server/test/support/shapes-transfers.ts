import { expect } from 'vitest';
import {
  askedApprovals,
  boolean,
  currency,
  fullList,
  having,
  idOf,
  integer,
  millis,
  oneOf,
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

/** A transfer in any state. */
export const transferShape = (type: 'deposit' | 'withdrawal') =>
  resource(
    'transfer',
    'trf',
    {
      type,
      amount: integer,
      currency,
      status: words(
        'PROCESSING',
        'IN_REVIEW',
        'COMPLETED',
        'FAILED',
        'RETURNED',
        'APPROVAL_DENIED',
        'CANCELED',
      ),
      description: orNull(text),
      tags,
      approvals: askedApprovals,
      externalAccountDisplayMask: expect.stringMatching(/^\*{4}[0-9]{4}$/) as unknown,
      expectedAvailableAt: orNull(seconds),
      failure: orNull({ code: text, reason: text }),
      return: orNull({ code: text, reason: text, returnedAt: seconds }),
      submittedAt: seconds,
      settledAt: orNull(seconds),
      createdAt: seconds,
      updatedAt: seconds,
    },
    {
      party: related('party', 'pty'),
      initiatorAgent: relatedOrNone('agent', 'agt'),
      wallet: related('wallet', 'wal'),
      destWallet: relatedToNone,
      externalAccount: related('externalAccount', 'eac'),
      transaction: related('transaction', 'txn'),
    },
  );

/** A transfer between two wallets. */
export const internalTransferShape = having(
  transferShape('deposit'),
  { type: 'internal', status: 'COMPLETED', externalAccountDisplayMask: null, settledAt: seconds },
  { destWallet: related('wallet', 'wal'), externalAccount: relatedToNone },
);

/** The reason for exceeding a limit: which limit, and by how much. */
export function exceeded(limitType: unknown, limitAmount: unknown, actualAmount: unknown) {
  return { type: 'limitExceeded', limitType, limitAmount, actualAmount, currency: 'USD' };
}

const limitExceeded = {
  ...exceeded(words('perTransactionAmount', 'dailyAmount', 'monthlyAmount'), integer, integer),
  currency,
};
const currencyNotCovered = { type: 'currencyNotCovered', currency, limitCurrencies: [currency] };

export const approvalShape = resource(
  'approval',
  'apr',
  {
    status: words('pending', 'approved', 'denied', 'canceled'),
    target: oneOf({ type: 'payment', id: idOf('pay') }, { type: 'withdrawal', id: idOf('trf') }),
    deciderPartyId: idOf('pty'),
    reasons: fullList(oneOf(limitExceeded, currencyNotCovered)),
    payee: orNull({ name: text, verified: boolean, ...payeeShape }),
    createdAt: millis,
    updatedAt: millis,
    resolvedAt: orNull(seconds),
    blockedBy: orNull(
      fullList({ type: words('counterpartyNotAllowed', 'currencyNotAllowed'), partyId: idOf('pty') }),
    ),
    decidedBy: orNull(
      fullList({ userId: idOf('usr'), credentialId: idOf('apy'), at: seconds, invitedByMaker: boolean }),
    ),
  },
  { initiatorAgent: relatedOrNone('agent', 'agt') },
);

/** An approval in a state, of a target, with its reasons. */
export function approvalAbout(
  target: { type: 'payment' | 'withdrawal'; id: unknown },
  status: string,
  reasons: object[],
) {
  const resolvedAt = status === 'pending' ? null : seconds;
  return having(approvalShape, { status, target, reasons, resolvedAt });
}
