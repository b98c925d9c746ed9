import { z } from 'zod';
import {
  currencyShape,
  idShape,
  millisShape,
  relatedOrNoneShape,
  resourceShape,
  secondsShape,
} from '../http/shapes.ts';

const limitExceeded = z.strictObject({
  type: z.literal('limitExceeded'),
  limitType: z.enum(['perTransactionAmount', 'dailyAmount', 'monthlyAmount']),
  limitAmount: z.int().meta({ description: 'The limit, in minor units.', examples: [10_000] }),
  actualAmount: z.int().meta({
    description:
      'The amount that exceeds the limit, in minor units. For a daily or monthly limit, the total with this amount.',
    examples: [25_000],
  }),
  currency: currencyShape,
});
const currencyNotCovered = z.strictObject({
  type: z.literal('currencyNotCovered'),
  currency: currencyShape.meta({ examples: ['EUR'] }),
  limitCurrency: currencyShape,
});

/** Why an approval is needed. */
export const reasonShape = z.union([limitExceeded, currencyNotCovered]);

/** A decision that a payment or withdrawal is waiting for. */
export const approvalShape = resourceShape(
  'approval',
  'apr',
  {
    status: z.enum(['pending', 'approved', 'denied', 'canceled']),
    target: z.union([
      z.strictObject({ type: z.literal('payment'), id: idShape('pay') }),
      z.strictObject({ type: z.literal('withdrawal'), id: idShape('trf') }),
    ]),
    reasons: z.array(reasonShape),
    createdAt: millisShape,
    updatedAt: millisShape,
    resolvedAt: secondsShape.nullable(),
  },
  {
    initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
      description: 'The agent that made the payment or withdrawal, if one did.',
      examples: [{ data: null }],
    }),
  },
);
export type ApprovalResource = z.output<typeof approvalShape>;
