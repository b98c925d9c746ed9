import { z } from 'zod';
import { relatedShape, resourceShape, secondsShape, textShape } from '../http/shapes.ts';

/** A party's account at a bank. */
export const externalAccountShape = resourceShape(
  'externalAccount',
  'eac',
  {
    bankName: textShape('Sandbox Bank').nullable(),
    accountName: textShape('Everyday checking').nullable(),
    accountType: z.enum(['checking', 'savings']).nullable(),
    lastFour: textShape('1234').meta({
      description: 'All that is ever shown of its number; empty once disabled.',
    }),
    status: z.enum(['pending', 'active', 'disabled']),
    createdAt: secondsShape,
  },
  { party: relatedShape('party', 'pty') },
);
export type ExternalAccountResource = z.output<typeof externalAccountShape>;

/** What the removal answers. */
export const removedExternalAccountShape = z.strictObject({
  data: externalAccountShape,
  meta: z.strictObject({ deleted: z.literal(true) }),
});
