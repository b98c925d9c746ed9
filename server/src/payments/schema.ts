import { z } from 'zod';
import type { Counterparty } from '../engine/rules/recipient.ts';
import {
  amountField,
  currencyField,
  descriptionField,
  emailField,
  idField,
  phoneField,
} from '../http/fields.ts';

/** Whom to pay. */
const counterpartyField = z.discriminatedUnion(
  'type',
  [
    z
      .strictObject({ type: z.literal('email'), value: emailField })
      .transform(({ type, value }): Counterparty => ({ type, contact: { kind: type, value } })),
    z
      .strictObject({ type: z.literal('phone'), value: phoneField })
      .transform(({ type, value }): Counterparty => ({ type, contact: { kind: type, value } })),
    z
      .strictObject({ type: z.literal('party_id'), value: idField('pty') })
      .transform(({ type, value }): Counterparty => ({ type, partyId: value })),
    z
      .strictObject({ type: z.literal('agent_id'), value: idField('agt') })
      .transform(({ type, value }): Counterparty => ({ type, agentId: value })),
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
/** `partyId`: read on behalf of a customer who delegated `payments.read`. */
export const onBehalfOf = z.object({ partyId: idField('pty').optional() });
