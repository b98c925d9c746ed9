import { z } from 'zod';
import { relatedShape, resourceShape, secondsShape, textShape, removedShape } from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { accountStatuses, accountTypes } from './schema.ts';

export const externalAccountShape = resourceShape(
  'externalAccount',
  'eac',
  {
    bankName: textShape('Sandbox Bank').nullable(),
    accountName: textShape('Everyday checking').nullable(),
    accountType: z.enum(accountTypes).nullable().meta({
      description: 'Null for an account with an IBAN, and if the account is disabled.',
    }),
    lastFour: textShape('1234').meta({
      description: 'The last four characters of the number. Empty if the account is disabled.',
    }),
    status: z.enum(accountStatuses),
    connectionStatus: z.enum(['active', 'disconnected']).meta({
      description: '`active` if the account can be used, otherwise `disconnected`.',
    }),
    availableMethods: z.array(z.literal('standard')).meta({
      description:
        'How money can be withdrawn to it: `standard`, a bank transfer. Empty if it cannot be used.',
      examples: [['standard']],
    }),
    tags: tagsShape,
    createdAt: secondsShape,
  },
  { party: relatedShape('party', 'pty') },
);
export type ExternalAccountResource = z.output<typeof externalAccountShape>;

export const removedExternalAccountShape = removedShape(externalAccountShape);

/** The micro-deposits of a pending account of a sandbox. */
export const microDepositsShape = resourceShape(
  'microDeposits',
  'eac',
  {
    amounts: z
      .array(
        z
          .int()
          .min(1)
          .max(99)
          .meta({ examples: [32] }),
      )
      .meta({ description: 'Both amounts in minor units.', examples: [[32, 45]] }),
  },
  { externalAccount: relatedShape('externalAccount', 'eac') },
);
export type MicroDepositsResource = z.output<typeof microDepositsShape>;
