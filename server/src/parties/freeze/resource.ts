import { z } from 'zod';
import { amountShape, currencyShape, idShape, relatedShape, resourceShape } from '../../http/shapes.ts';

function underWayShape<T extends z.ZodType>(item: T, description: string) {
  return z
    .strictObject({
      count: z
        .int()
        .min(0)
        .max(1_000)
        .meta({ description: 'How many there are; 1000 stands for 1000 or more.', examples: [1] }),
      newest: z.array(item).meta({ description: 'The newest 20 of them.' }),
    })
    .meta({ description });
}

function itemShape<T extends 'payment' | 'transfer', S extends string>(type: T, status: S) {
  return z.strictObject({
    type: z.literal(type),
    id: idShape(type === 'payment' ? 'pay' : 'trf'),
    status: z.literal(status),
    amount: amountShape,
    currency: currencyShape,
  });
}

/** Whether a party is frozen, and which of its money is still under way. */
export const partyFreezeShape = resourceShape(
  'partyFreeze',
  'pty',
  {
    status: z.enum(['ACTIVE', 'FROZEN']),
    underWay: z.strictObject({
      withdrawals: underWayShape(
        itemShape('transfer', 'PROCESSING'),
        'Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you cancel them.',
      ),
      reviews: underWayShape(
        z.union([itemShape('payment', 'IN_REVIEW'), itemShape('transfer', 'IN_REVIEW')]),
        'Payments and withdrawals that wait for an approval. While the party is frozen, they can only be denied or canceled.',
      ),
      claims: underWayShape(
        itemShape('payment', 'PENDING_CLAIM'),
        'Payments that wait to be claimed. They can be claimed unless you cancel them.',
      ),
    }),
  },
  { party: relatedShape('party', 'pty') },
);
export type PartyFreezeResource = z.output<typeof partyFreezeShape>;
