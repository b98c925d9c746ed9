import { z } from 'zod';
import type { Movement } from '../../../engine/model/changes.ts';
import {
  currencyShape,
  idShape,
  millisShape,
  relatedShape,
  resourceShape,
  textShape,
} from '../../../http/shapes.ts';
import { sharedShapes } from '../../../terms/payment-terms.ts';

const balanceShape = (description: string, example: number) =>
  z
    .int()
    .min(-Number.MAX_SAFE_INTEGER)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description, examples: [example] });

const lineKinds = [
  'payment',
  'claim',
  'refund',
  'deposit',
  'withdrawal',
  'return',
  'internal',
  'fee',
  'recovery',
] as const satisfies ReadonlyArray<Movement['kind']>;

/** A movement that changed what the wallet has. */
const statementLineShape = z.strictObject({
  time: millisShape.meta({ description: 'When the money moved.' }),
  kind: z.enum(lineKinds).meta({
    description:
      '`claim`: a payment that waited to be claimed. `return`: of a withdrawal. `internal`: between two wallets of the party. `recovery`: paid back what the party owed.',
    examples: ['payment'],
  }),
  amount: balanceShape('Minor units; below zero if the money left the wallet.', -1250),
  balance: balanceShape('What the wallet had after this line, in minor units.', 8750),
  counterparty: z
    .strictObject({ id: idShape('pty'), name: textShape('Casey Customer') })
    .nullable()
    .meta({
      description:
        'The party of the other wallet: your own party for a transfer between wallets. Null for a bank.',
    }),
  ...sharedShapes,
  transactionId: idShape('txn'),
  paymentId: idShape('pay').nullable().meta({ description: 'The payment, or the one that was refunded.' }),
  refundId: idShape('rfd')
    .nullable()
    .meta({ examples: [null] }),
  transferId: idShape('trf')
    .nullable()
    .meta({ examples: [null] }),
});
export type StatementLine = z.output<typeof statementLineShape>;

/** What a wallet had at the beginning and at the end of a period, and every movement between. */
export const statementShape = resourceShape(
  'statement',
  'wal',
  {
    currency: currencyShape,
    from: millisShape,
    to: millisShape.meta({
      description: 'Where the statement ends: no later movement is ever dated before it.',
    }),
    openingBalance: balanceShape('What the wallet had before the period, in minor units.', 10_000),
    closingBalance: balanceShape('What it had at its end.', 8750),
    lines: z.array(statementLineShape).meta({ description: 'The oldest first.' }),
  },
  { wallet: relatedShape('wallet', 'wal') },
);
export type StatementResource = z.output<typeof statementShape>;
