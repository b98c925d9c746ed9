import { z } from 'zod';
import { paymentStatuses, type TransferTerms } from '../../engine/model/records.ts';
import {
  amountShape,
  currencyShape,
  relatedOrNoneShape,
  relatedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';
import { askedApprovalsShape } from '../../terms/asked-approvals.ts';
import { feeShape } from '../../terms/fee.ts';
import { tagsShape } from '../../http/tags.ts';

/** A deposit, a withdrawal, or a transfer between two wallets of a party. */
export const transferShape = resourceShape(
  'transfer',
  'trf',
  {
    type: z.enum(['deposit', 'withdrawal', 'internal']).meta({ examples: ['withdrawal'] }),
    amount: amountShape,
    currency: currencyShape,
    status: z.enum(paymentStatuses).exclude(['PENDING_CLAIM']),
    description: textShape('Takings of this week').nullable(),
    fee: feeShape,
    tags: tagsShape,
    approvals: askedApprovalsShape,
    externalAccountDisplayMask: textShape('****1234')
      .nullable()
      .meta({ description: 'Null for an internal transfer.' }),
    expectedAvailableAt: secondsShape.nullable(),
    failure: z
      .strictObject({ code: textShape('R03'), reason: textShape('No account, or unable to locate it') })
      .nullable()
      .meta({
        description: 'Why the transfer failed. The money of a withdrawal is available in the wallet again.',
        examples: [null],
      }),
    return: z
      .strictObject({
        code: textShape('R23'),
        reason: textShape('Credit refused by the receiver'),
        returnedAt: secondsShape,
      })
      .nullable()
      .meta({
        description: 'Why the bank returned the transfer after it had completed.',
        examples: [null],
      }),
    submittedAt: secondsShape,
    settledAt: secondsShape.nullable().meta({ examples: [null] }),
    createdAt: secondsShape,
    updatedAt: secondsShape,
  } satisfies Record<keyof TransferTerms, z.ZodType> & Record<string, z.ZodType>,
  {
    party: relatedShape('party', 'pty'),
    initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
      description: 'The agent that made the withdrawal, if one acted.',
      examples: [{ data: null }],
    }),
    wallet: relatedShape('wallet', 'wal').meta({
      description: 'The wallet that the money leaves; for a deposit, the one that it enters.',
    }),
    destWallet: relatedOrNoneShape('wallet', 'wal').meta({
      description: 'The wallet that the money of an internal transfer enters; null for other transfers.',
      examples: [{ data: null }],
    }),
    externalAccount: relatedOrNoneShape('externalAccount', 'eac').meta({
      description: 'Null for an internal transfer.',
    }),
    transaction: relatedShape('transaction', 'txn'),
  },
);
export type TransferResource = z.output<typeof transferShape>;
