import { z } from 'zod';
import { shownApiKeyShape } from '../api-keys/resource.ts';
import { amountShape, currencyShape, idShape, resourceShape, textShape } from '../../http/shapes.ts';

export const receivedShape = z
  .strictObject({
    payments: z
      .array(z.strictObject({ paymentId: idShape('pay'), amount: amountShape, currency: currencyShape }))
      .max(100)
      .meta({ description: 'The payments, oldest first, at most 100 of them.' }),
    totals: z
      .array(
        z.strictObject({
          currency: currencyShape,
          amount: amountShape,
          count: z
            .int()
            .min(1)
            .meta({ description: 'Of how many payments.', examples: [1] }),
        }),
      )
      .meta({ description: 'The sums of all of them, by currency.' }),
  })
  .meta({
    description: `What is the party's own from now on: nobody can cancel it, and it does not go back. What no wallet has
room for, or whose payer owes money, is not part of it, and goes back.`,
  });

export const acceptedClaimShape = z.strictObject({
  data: resourceShape(
    'party',
    'pty',
    {
      name: textShape('Casey Customer'),
      status: z.literal('ACTIVE'),
      address: textShape('casey@example.com').meta({ description: 'The address that the token has proved.' }),
    },
    {},
  ).meta({ title: 'claimedParty' }),
  meta: z.strictObject({
    userId: idShape('usr').meta({ description: 'Its first user, the owner.' }),
    received: receivedShape,
    apiKey: shownApiKeyShape.optional(),
  }),
});
export type AcceptedClaim = z.output<typeof acceptedClaimShape>;
