import { z } from 'zod';
import { reasonShape } from '../../../terms/reasons.ts';
import { exampleId, millisShape, targetShape } from '../../../http/shapes.ts';

const count = z
  .int()
  .min(0)
  .meta({ examples: [40] });

/** What rules and limits would have made of past payments. It has no id, because nothing is stored. */
export const backtestShape = z.strictObject({
  data: z.strictObject({
    type: z.literal('backtest'),
    attributes: z.strictObject({
      payments: count.meta({ description: 'How many payments and withdrawals were looked at.' }),
      passed: count,
      waited: count.meta({ description: 'How many would have waited for an approval.' }),
      refused: count,
      from: millisShape.nullable().meta({ description: 'When the oldest of them was made.' }),
      to: millisShape.nullable(),
      examples: z
        .array(
          z.strictObject({
            target: targetShape,
            outcome: z.enum(['waited', 'refused']),
            reasons: z.array(reasonShape),
          }),
        )
        .nullable()
        .meta({
          description:
            'The latest that would have been refused or waited, up to 10 of each, with all reasons. Null if the key of the request lacks the scope `payments.read`.',
        }),
    }),
  }),
});

/** What the response shows to the rules of the documented request. */
export const exampleBacktest = {
  payments: 1_000,
  passed: 997,
  waited: 0,
  refused: 3,
  from: '2026-10-21T09:30:00.000Z',
  to: '2026-11-21T09:30:00.000Z',
  examples: [
    {
      target: { type: 'payment', id: exampleId('pay') },
      outcome: 'refused',
      reasons: [{ type: 'rateExceeded', period: 'hour', limit: 20, actual: 21, onBreach: 'refuse' }],
    },
  ],
} satisfies z.output<typeof backtestShape>['data']['attributes'];
