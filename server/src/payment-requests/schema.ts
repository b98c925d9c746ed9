import { z } from 'zod';
import {
  amountField,
  byEmail,
  byPartyId,
  byPhone,
  currencyField,
  descriptionField,
  nameField,
  pageQuery,
} from '../http/fields.ts';
import { tagFilter, tagsField } from '../http/tags.ts';

/** The payer, as the requester names it. */
const payerField = z.discriminatedUnion(
  'type',
  [byEmail, byPhone, byPartyId],
  'must be an object with a `type` of email, phone or party_id, and a `value`',
);
export type Payer = z.output<typeof payerField>;

export const createPaymentRequestAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    description: descriptionField,
    tags: tagsField,
    payerName: nameField.nullable().default(null),
    payer: payerField,
  },
  'must be an object',
);
export type CreatePaymentRequestAttributes = z.output<typeof createPaymentRequestAttributes>;

export const paymentRequestsQuery = z.object({ ...tagFilter, ...pageQuery(50) });
export type PaymentRequestsQuery = z.output<typeof paymentRequestsQuery>;
