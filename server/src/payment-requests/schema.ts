import { z } from 'zod';
import {
  amountField,
  currencyField,
  descriptionField,
  emailField,
  idField,
  nameField,
  pageQuery,
  phoneField,
} from '../http/fields.ts';

/** The payer, as the requester names it. */
const payerField = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('email'), value: emailField }),
    z.strictObject({ type: z.literal('phone'), value: phoneField }),
    z.strictObject({ type: z.literal('party_id'), value: idField('pty') }),
  ],
  'must be an object with a `type` of email, phone or party_id, and a `value`',
);
export type Payer = z.output<typeof payerField>;

export const createPaymentRequestAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    description: descriptionField,
    payerName: nameField.nullable().default(null),
    payer: payerField,
  },
  'must be an object',
);
export type CreatePaymentRequestAttributes = z.output<typeof createPaymentRequestAttributes>;

export const paymentRequestsQuery = z.object(pageQuery(50));
export type PaymentRequestsQuery = z.output<typeof paymentRequestsQuery>;
