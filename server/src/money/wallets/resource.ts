import { z } from 'zod';
import {
  currencyShape,
  relatedShape,
  removedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { walletStatuses } from './schema.ts';

const sumShape = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description, examples: [example] });

export const walletShape = resourceShape(
  'wallet',
  'wal',
  {
    displayName: textShape('Petty cash')
      .nullable()
      .meta({ description: 'Null for a wallet that was opened automatically and has no name yet.' }),
    currency: currencyShape,
    status: z.enum(walletStatuses).meta({
      description: '`frozen`: pays nothing, still receives. `closed`: neither, for good.',
    }),
    walletType: z.literal('standard'),
    isDefault: z.boolean().meta({
      description: 'Whether this wallet pays and receives in its currency if no other one is named.',
    }),
    balance: z.strictObject({
      available: sumShape('What can be spent, in minor units.', 10_000),
      held: sumShape('What is reserved for payments and withdrawals under way.', 1250),
      total: sumShape('`available` and `held` together.', 11_250),
      receivable: sumShape(
        'What the party owes in this currency, because the bank returned deposits that were spent. Each wallet of the party in this currency shows the same sum, and what arrives in any of them settles it first.',
        0,
      ),
      currency: currencyShape,
    }),
    tags: tagsShape,
    createdAt: secondsShape,
    updatedAt: secondsShape.meta({ description: 'Money that moves does not change it.' }),
  },
  { party: relatedShape('party', 'pty') },
);
export type WalletResource = z.output<typeof walletShape>;

export const closedWalletShape = removedShape(walletShape);
