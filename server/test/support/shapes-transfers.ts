import { expect } from 'vitest';
import { idOf, integer, millis, orNull, related, relatedOrNone, seconds, tags, text } from './shapes.ts';

/** A transfer in any state. */
export function transferShape(type: 'deposit' | 'withdrawal') {
  return {
    type: 'transfer',
    id: idOf('trf'),
    attributes: {
      type,
      amount: integer,
      currency: expect.stringMatching(/^[A-Z]{3}$/) as unknown,
      status: expect.toBeOneOf([
        'PROCESSING',
        'IN_REVIEW',
        'COMPLETED',
        'FAILED',
        'RETURNED',
        'APPROVAL_DENIED',
        'CANCELED',
      ]) as unknown,
      description: orNull(text),
      tags,
      externalAccountDisplayMask: expect.stringMatching(/^\*{4}[0-9]{4}$/) as unknown,
      expectedAvailableAt: orNull(seconds),
      failure: orNull({ code: text, reason: text }),
      return: orNull({ code: text, reason: text, returnedAt: seconds }),
      submittedAt: seconds,
      settledAt: orNull(seconds),
      createdAt: seconds,
      updatedAt: seconds,
    },
    relationships: {
      party: related('party', 'pty'),
      initiatorAgent: relatedOrNone('agent', 'agt'),
      wallet: related('wallet', 'wal'),
      destWallet: { data: null },
      externalAccount: related('externalAccount', 'eac'),
      transaction: related('transaction', 'txn'),
    },
  };
}

/** A transfer between two wallets. */
export const internalTransferShape = {
  ...transferShape('deposit'),
  attributes: {
    ...transferShape('deposit').attributes,
    type: 'internal',
    status: 'COMPLETED',
    externalAccountDisplayMask: null,
    settledAt: seconds,
  },
  relationships: {
    ...transferShape('deposit').relationships,
    destWallet: related('wallet', 'wal'),
    externalAccount: { data: null },
  },
};

/** The reason for exceeding a limit: which limit, and by how much. */
export function exceeded(limitType: string, limitAmount: number, actualAmount: number): object {
  return { type: 'limitExceeded', limitType, limitAmount, actualAmount, currency: 'USD' };
}

/** An approval in a state, of a target, with its reasons. */
export function approvalAbout(
  target: { type: 'payment' | 'withdrawal'; id: unknown },
  status: string,
  reasons: object[],
): object {
  return {
    type: 'approval',
    id: idOf('apr'),
    attributes: {
      status,
      target,
      reasons,
      createdAt: millis,
      updatedAt: millis,
      resolvedAt: status === 'pending' ? null : seconds,
    },
    relationships: { initiatorAgent: relatedOrNone('agent', 'agt') },
  };
}
