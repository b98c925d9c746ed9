import { z } from 'zod';
import {
  amountField,
  amountFrom,
  currencyField,
  customerQuery,
  descriptionField,
  idField,
  pageQuery,
} from '../../http/fields.ts';
import { type NachaCode, nachaReasons } from '../../gateways/sandbox-outcomes.ts';
import { tagFilter, tagsField } from '../../http/tags.ts';

export const withdrawAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    externalAccountId: idField('eac'),
    walletId: idField('wal').optional().meta({
      description:
        'The wallet that pays; by default the default wallet or, if that has another currency, the oldest active one.',
    }),
    description: descriptionField,
    tags: tagsField,
  },
  'must be an object',
);
export type WithdrawAttributes = z.output<typeof withdrawAttributes>;

const leastDeposit = 100;

export const depositAttributes = z.strictObject(
  {
    amount: amountFrom(leastDeposit),
    currency: currencyField,
    externalAccountId: idField('eac'),
    walletId: idField('wal').optional().meta({
      description:
        'The wallet that receives; by default the default wallet or, if that has another currency, the oldest active one.',
    }),
    description: descriptionField,
    tags: tagsField,
  },
  'must be an object',
);
export type DepositAttributes = z.output<typeof depositAttributes>;

export const simulateDepositAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    walletId: idField('wal').optional().meta({
      description:
        'The wallet that receives; by default the default wallet or, if that has another currency, the oldest active one.',
    }),
    description: descriptionField,
  },
  'must be an object',
);
export type SimulateDepositAttributes = z.output<typeof simulateDepositAttributes>;

const codes = Object.keys(nachaReasons) as NachaCode[];

export const simulatedReasonAttributes = z.strictObject(
  {
    code: z
      .enum(codes, `must be one of ${codes.join(', ')}`)
      .optional()
      .meta({ description: 'A return code of NACHA; by default the usual one for the kind of transfer.' }),
  },
  'must be an object',
);

export const internalTransferAttributes = z.strictObject(
  {
    sourceWalletId: idField('wal'),
    destWalletId: idField('wal'),
    amount: amountField,
    description: descriptionField,
    tags: tagsField,
  },
  'must be an object',
);
export type InternalTransferAttributes = z.output<typeof internalTransferAttributes>;

export const transferPath = z.object({ transferId: idField('trf') });

export const onBehalfOf = z.object(customerQuery);

export const transfersQuery = z.object({ ...customerQuery, ...tagFilter, ...pageQuery(50) });
export type TransfersQuery = z.output<typeof transfersQuery>;
