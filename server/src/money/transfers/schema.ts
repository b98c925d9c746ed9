import { z } from 'zod';
import {
  amountField,
  amountFrom,
  currencyField,
  customerQuery,
  descriptionField,
  idField,
  intendedRepeatField,
  pageQuery,
  objectField,
} from '../../http/fields.ts';
import { type NachaCode, nachaReasons } from '../../gateways/sandbox-outcomes.ts';
import { tagFilter, tagsField } from '../../http/tags.ts';

export const withdrawAttributes = objectField({
  amount: amountField,
  currency: currencyField,
  externalAccountId: idField('eac'),
  walletId: idField('wal').optional().meta({
    description:
      'The wallet that pays; by default the default wallet or, if that has another currency, the oldest active one.',
  }),
  description: descriptionField,
  tags: tagsField,
  intendedRepeat: intendedRepeatField,
});
export type WithdrawAttributes = z.output<typeof withdrawAttributes>;

const leastDeposit = 100;

export const depositAttributes = objectField({
  amount: amountFrom(leastDeposit),
  currency: currencyField,
  externalAccountId: idField('eac'),
  walletId: idField('wal').optional().meta({
    description:
      'The wallet that receives; by default the default wallet or, if that has another currency, the oldest active one.',
  }),
  description: descriptionField,
  tags: tagsField,
});
export type DepositAttributes = z.output<typeof depositAttributes>;

export const simulateDepositAttributes = objectField({
  amount: amountField,
  currency: currencyField,
  walletId: idField('wal').optional().meta({
    description:
      'The wallet that receives; by default the default wallet or, if that has another currency, the oldest active one.',
  }),
  description: descriptionField,
});
export type SimulateDepositAttributes = z.output<typeof simulateDepositAttributes>;

const codes = Object.keys(nachaReasons) as NachaCode[];

export const simulatedReasonAttributes = objectField({
  code: z
    .enum(codes, `must be one of ${codes.join(', ')}`)
    .optional()
    .meta({ description: 'A return code of NACHA; by default the usual one for the kind of transfer.' }),
});

export const internalTransferAttributes = objectField({
  sourceWalletId: idField('wal'),
  destWalletId: idField('wal'),
  amount: amountField,
  description: descriptionField,
  tags: tagsField,
});
export type InternalTransferAttributes = z.output<typeof internalTransferAttributes>;

export const transferPath = z.object({ transferId: idField('trf') });

export const onBehalfOf = z.object(customerQuery);

export const transfersQuery = z.object({ ...customerQuery, ...tagFilter, ...pageQuery(50) });
