import { z } from 'zod';
import { amountShape, currencyShape, idShape, singleShape } from '../../http/shapes.ts';

function kindShape<T extends z.ZodType>(item: T, description: string) {
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

const everyKind = z.strictObject({
  withdrawals: kindShape(
    itemShape('transfer', 'PROCESSING'),
    'Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you cancel them.',
  ),
  reviews: kindShape(
    z.discriminatedUnion('type', [
      itemShape('payment', 'IN_REVIEW').meta({ title: 'paymentInReview' }),
      itemShape('transfer', 'IN_REVIEW').meta({ title: 'withdrawalInReview' }),
    ]),
    'Payments and withdrawals that wait for an approval. What is stopped can only be denied or canceled.',
  ),
  claims: kindShape(
    itemShape('payment', 'PENDING_CLAIM'),
    'Payments that wait to be claimed. They can be claimed unless you cancel them.',
  ),
});
export type UnderWay = z.output<typeof everyKind>;

/** What was accepted or requested before a stop and has not reached its end. */
const underWayShape = everyKind
  .nullable()
  .meta({ description: 'Null if the key of the request lacks the scope `payments.read`.' });

/** Returns the shape of the response to a suspension: the resource, and what is under way in `meta`. */
export function suspendedShape<R extends z.ZodType>(resource: R) {
  return singleShape(resource).extend({ meta: z.strictObject({ underWay: underWayShape }) });
}
