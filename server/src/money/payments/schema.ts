import { z } from 'zod';
import {
  intendedRepeatField,
  amountField,
  counterpartyField,
  currencyField,
  customerQuery,
  descriptionField,
  idField,
  pageQuery,
  textField,
  timeField,
  objectField,
} from '../../http/fields.ts';
import { paymentStatuses } from '../../engine/model/records.ts';
import { tagFilter, tagsField } from '../../http/tags.ts';
import { sharedFields, sharedFilters } from '../../terms/payment-terms.ts';

export const createPaymentAttributes = objectField({
  amount: amountField,
  currency: currencyField,
  counterparty: counterpartyField.meta({
    description: 'Who is paid: an address, with or without an account behind it, a party or an agent.',
  }),
  customerPartyId: idField('pty')
    .optional()
    .meta({ description: 'The customer whose wallet pays; by default your own party.' }),
  walletId: idField('wal').optional().meta({
    description:
      "The payer's wallet that pays; by default its default wallet or, if that has another currency, its oldest active one.",
  }),
  ...sharedFields,
  tags: tagsField,
  intendedRepeat: intendedRepeatField,
});
export type CreatePaymentAttributes = z.output<typeof createPaymentAttributes>;

export const refundAttributes = objectField({
  amount: amountField.optional().meta({
    description: "Minor units of the payment's currency; by default all that is left of the payment.",
  }),
  description: descriptionField,
});
export type RefundAttributes = z.output<typeof refundAttributes>;

export const paymentPath = z.object({ paymentId: idField('pay') });
export const onBehalfOf = z.object(customerQuery);

export const paymentsQuery = z.object({
  status: z
    .enum(paymentStatuses, 'must be a status of a payment')
    .optional()
    .meta({ description: 'Only payments with this status.' }),
  direction: z
    .enum(['INBOUND', 'OUTBOUND'], 'must be INBOUND or OUTBOUND')
    .optional()
    .meta({ description: 'Only payments that the party receives, or only those that it pays or initiated.' }),
  agentId: idField('agt').optional().meta({ description: 'Only payments that this agent made.' }),
  counterpartyPartyId: idField('pty').optional().meta({
    description: 'Only payments received from this party, or paid to it.',
  }),
  instanceId: textField(1, 1024)
    .optional()
    .meta({ description: 'Only payments that the party initiated in this conversation.' }),
  createdAfter: timeField.optional().meta({ description: 'Only payments from this time on.' }),
  createdBefore: timeField.optional().meta({ description: 'Only payments before this time.' }),
  ...sharedFilters,
  ...customerQuery,
  ...tagFilter,
  ...pageQuery(50),
});
export type PaymentsQuery = z.output<typeof paymentsQuery>;
