import { z } from 'zod';
import { paymentStatuses, type PaymentTerms } from '../../engine/model/records.ts';
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
import { sharedShapes } from '../../terms/payment-terms.ts';

const initiatorAgentShape = relatedOrNoneShape('agent', 'agt').meta({
  description: 'The agent that made the payment, if one did. The recipient does not see it.',
  examples: [{ data: null }],
});

export const paymentShape = resourceShape(
  'payment',
  'pay',
  {
    amount: amountShape,
    currency: currencyShape,
    status: z.enum(paymentStatuses).meta({
      description:
        '`PENDING_CLAIM`: held for a recipient who is not known yet. `IN_REVIEW`: waits for an approval, no money is held.',
    }),
    ...sharedShapes,
    fee: feeShape,
    refundedAmount: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ description: 'How much was refunded, in minor units. All of it: `RETURNED`.', examples: [0] }),
    tags: tagsShape.meta({
      description:
        'The tags of the paying side: its party and its initiator see them, the recipient sees none.',
    }),
    approvals: askedApprovalsShape,
    expiresAt: secondsShape.nullable().meta({
      description:
        'While it is `PENDING_CLAIM`: when it is returned, if nobody has claimed it. Otherwise null.',
      examples: [null],
    }),
    createdAt: secondsShape,
    updatedAt: secondsShape,
  } satisfies Record<keyof PaymentTerms, z.ZodType> & Record<string, z.ZodType>,
  {
    sender: relatedShape('party', 'pty').meta({
      description: 'The party whose wallet pays, even if another party initiated the payment.',
    }),
    initiatorAgent: initiatorAgentShape,
    senderAgent: initiatorAgentShape.meta({ description: 'The same as `initiatorAgent`.' }),
    recipient: relatedShape('party', 'pty').meta({
      description:
        'The party that is paid. In review, for an address that leads to no party: the id that its party gets, unless the address leads to another party when the payment is approved.',
    }),
    recipientAgent: relatedOrNoneShape('agent', 'agt').meta({
      description: 'The agent that was paid, if the payment named one.',
      examples: [{ data: null }],
    }),
    transaction: relatedShape('transaction', 'txn'),
    paymentRequest: relatedOrNoneShape('paymentRequest', 'prq').meta({
      description: 'The payment request that this payment fulfils.',
      examples: [{ data: null }],
    }),
  },
);
export type PaymentResource = z.output<typeof paymentShape>;

export const refundShape = resourceShape(
  'refund',
  'rfd',
  {
    amount: amountShape,
    currency: currencyShape,
    status: z.literal('COMPLETED'),
    description: textShape('The atlas came back').nullable(),
    createdAt: secondsShape,
  },
  {
    payment: relatedShape('payment', 'pay').meta({ description: 'The payment that was refunded.' }),
    transaction: relatedShape('transaction', 'txn'),
  },
);
export type RefundResource = z.output<typeof refundShape>;
