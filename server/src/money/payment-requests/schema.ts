import { z } from 'zod';
import {
  amountField,
  counterpartyField,
  currencyField,
  customerQuery,
  descriptionField,
  idField,
  nameField,
  pageQuery,
  objectField,
  oneOfTypes,
} from '../../http/fields.ts';
import { paymentRequestStatuses } from '../../engine/model/payment-request.ts';
import { tagFilter, tagsField } from '../../http/tags.ts';

export type Payer = z.output<typeof counterpartyField>;

export const createPaymentRequestAttributes = objectField({
  amount: amountField,
  currency: currencyField,
  description: descriptionField,
  tags: tagsField,
  walletId: idField('wal').nullable().default(null).meta({
    description:
      'The wallet that receives the money; by default the default wallet or, if that has another currency, the oldest active one.',
  }),
  payerName: nameField.nullable().default(null),
  payer: counterpartyField.meta({ description: 'Who is asked to pay.' }),
});
export type CreatePaymentRequestAttributes = z.output<typeof createPaymentRequestAttributes>;

export const paymentRequestsQuery = z.object({ ...customerQuery, ...tagFilter, ...pageQuery(50) });
export type PaymentRequestsQuery = z.output<typeof paymentRequestsQuery>;

export const incomingQuery = z.object({
  status: z
    .enum(paymentRequestStatuses, `must be one of ${paymentRequestStatuses.join(', ')}`)
    .optional()
    .meta({ description: 'The status of the request; by default any.' }),
  ...customerQuery,
  ...pageQuery(50),
});
export type IncomingQuery = z.output<typeof incomingQuery>;

export const onBehalfOf = z.object(customerQuery);
export const paymentRequestPath = z.object({ paymentRequestId: idField('prq') });

const fromWallet = objectField({
  type: z.literal('wallet'),
  walletId: idField('wal').nullable().default(null).meta({
    description: 'The wallet of your party that pays; by default the one that pays every other payment.',
  }),
}).meta({ title: 'fromWallet' });
const fromExternalAccount = objectField({
  type: z.literal('external_account'),
  externalAccountId: idField('eac'),
}).meta({ title: 'fromExternalAccount' });
const paymentSourceField = z.discriminatedUnion(
  'type',
  [fromWallet, fromExternalAccount],
  oneOfTypes('wallet or external_account'),
);

const expectedCurrencyRule = 'must be a code of three letters in upper case, like USD';
export const fulfilAttributes = objectField({
  paymentSource: paymentSourceField.meta({
    description: 'Where the money comes from: a wallet of your party, or an active external account of it.',
  }),
  expectedAmount: amountField.nullable().default(null).meta({
    description: 'The amount that you expect. If the request asks for another one, nothing is paid.',
  }),
  expectedCurrency: z
    .string(expectedCurrencyRule)
    .regex(/^[A-Z]{3}$/, expectedCurrencyRule)
    .nullable()
    .default(null)
    .meta({
      description: 'The currency that you expect. If the request asks for another one, nothing is paid.',
    }),
});
export type FulfilAttributes = z.output<typeof fulfilAttributes>;
