import { z } from 'zod';
import {
  amountField,
  currencyField,
  descriptionField,
  emailField,
  idField,
  phoneField,
} from '../http/fields.ts';

/** The recipient of a payment. */
const counterpartyField = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('email'), value: emailField }),
    z.strictObject({ type: z.literal('phone'), value: phoneField }),
    z.strictObject({ type: z.literal('party_id'), value: idField('pty') }),
    z.strictObject({ type: z.literal('agent_id'), value: idField('agt') }),
  ],
  'must be an object with a `type` of email, phone, party_id or agent_id, and a `value`',
);

export const createPaymentAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    counterparty: counterpartyField,
    customerPartyId: idField('pty').optional(),
    description: descriptionField,
  },
  'must be an object',
);
export type CreatePaymentAttributes = z.output<typeof createPaymentAttributes>;

export const paymentPath = z.object({ paymentId: idField('pay') });
/** `partyId` reads on behalf of a customer who delegated `payments.read`. */
export const onBehalfOf = z.object({ partyId: idField('pty').optional() });
