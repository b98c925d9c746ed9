import { z } from 'zod';
import { relatedShape, resourceShape, secondsShape, textShape, removedShape } from '../http/shapes.ts';
import { noTagsShape } from '../http/tags.ts';

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
    connectionStatus: z.enum(['active', 'disconnected']).meta({
      description: '`active` if the account can be used, otherwise `disconnected`.',
    }),
    availableMethods: z.array(z.literal('standard')).meta({
      description:
        'How money can be withdrawn to it: `standard`, a bank transfer. Empty if it cannot be used.',
      examples: [['standard']],
    }),
    tags: noTagsShape,
    createdAt: secondsShape,
  },
  { party: relatedShape('party', 'pty') },
);
export type ExternalAccountResource = z.output<typeof externalAccountShape>;

/** The response to a removal. */
export const removedExternalAccountShape = removedShape(externalAccountShape);
