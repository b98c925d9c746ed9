import { z } from 'zod';
import { paymentStatuses } from '../engine/model/records.ts';
import {
  amountShape,
  currencyShape,
  relatedOrNoneShape,
  relatedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../http/shapes.ts';
import { tagsShape } from '../http/tags.ts';

/** A deposit or a withdrawal. */
export const transferShape = resourceShape(
  'transfer',
  'trf',
  {
    type: z.enum(['deposit', 'withdrawal']).meta({ examples: ['withdrawal'] }),
    amount: amountShape,
    currency: currencyShape,
    status: z.enum(paymentStatuses).exclude(['PENDING_CLAIM']),
    description: textShape('Takings of this week').nullable(),
    tags: tagsShape,
    externalAccountDisplayMask: textShape('****1234'),
    expectedAvailableAt: secondsShape.nullable(),
    failure: z
      .strictObject({ code: textShape('R03'), reason: textShape('No account, or unable to locate it') })
      .nullable()
      .meta({
        description: 'Why the withdrawal failed. Its money is available in the wallet again.',
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
        description: 'Why the bank returned the withdrawal after it had completed.',
        examples: [null],
      }),
    submittedAt: secondsShape,
    settledAt: secondsShape.nullable().meta({ examples: [null] }),
    createdAt: secondsShape,
    updatedAt: secondsShape,
  },
  {
    party: relatedShape('party', 'pty'),
    initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
      description: 'The agent that made the withdrawal, if one acted.',
      examples: [{ data: null }],
    }),
    wallet: relatedShape('wallet', 'wal'),
    externalAccount: relatedShape('externalAccount', 'eac'),
    transaction: relatedShape('transaction', 'txn'),
  },
);
export type TransferResource = z.output<typeof transferShape>;
