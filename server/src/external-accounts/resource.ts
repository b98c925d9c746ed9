import { z } from 'zod';
import { relatedShape, resourceShape, secondsShape, textShape } from '../http/shapes.ts';

/** A bank account of a party. */
export const externalAccountShape = resourceShape(
  'externalAccount',
  'eac',
  {
    bankName: textShape('Sandbox Bank').nullable(),
    accountName: textShape('Everyday checking').nullable(),
    accountType: z.enum(['checking', 'savings']).nullable(),
    lastFour: textShape('1234').meta({
      description: 'The last four digits of the account number. Empty if the account is disabled.',
    }),
    status: z.enum(['pending', 'active', 'disabled']),
    createdAt: secondsShape,
  },
  { party: relatedShape('party', 'pty') },
);
export type ExternalAccountResource = z.output<typeof externalAccountShape>;

/** The response to a removal. */
export const removedExternalAccountShape = z.strictObject({
  data: externalAccountShape,
  meta: z.strictObject({ deleted: z.literal(true) }),
});
