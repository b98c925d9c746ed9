import { z } from 'zod';
import { bareResourceShape, currencyShape, idShape, millisShape, secondsShape } from '../http/shapes.ts';

const limitExceeded = z.strictObject({
  type: z.literal('limitExceeded'),
  limitType: z.enum(['perTransactionAmount', 'dailyAmount', 'monthlyAmount']),
  limitAmount: z.int().meta({ examples: [10_000] }),
  actualAmount: z.int().meta({
    description: 'The amount, or what the UTC day or month would have come to with it. Minor units.',
    examples: [25_000],
  }),
  currency: currencyShape,
});
const currencyNotCovered = z.strictObject({
  type: z.literal('currencyNotCovered'),
  currency: currencyShape.meta({ examples: ['EUR'] }),
  limitCurrency: currencyShape,
});

/** A decision that a payment or withdrawal waits for. */
export const approvalShape = bareResourceShape('approval', 'apr', {
  status: z.enum(['pending', 'approved', 'denied', 'canceled']),
  target: z.union([
    z.strictObject({ type: z.literal('payment'), id: idShape('pay') }),
    z.strictObject({ type: z.literal('withdrawal'), id: idShape('trf') }),
  ]),
  reasons: z.array(z.union([limitExceeded, currencyNotCovered])),
  createdAt: millisShape,
  updatedAt: millisShape,
  resolvedAt: secondsShape.nullable(),
});
export type ApprovalResource = z.output<typeof approvalShape>;
