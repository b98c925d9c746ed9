import { z } from 'zod';
import {
  amountField,
  byEmail,
  byPartyId,
  byPhone,
  currencyField,
  customerQuery,
  descriptionField,
  idField,
} from '../http/fields.ts';
import { tagsField } from '../http/tags.ts';

/** The recipient of a payment. */
const counterpartyField = z.discriminatedUnion(
  'type',
  [
    byEmail,
    byPhone,
    byPartyId,
    z.strictObject({ type: z.literal('agent_id'), value: idField('agt') }).meta({ title: 'byAgentId' }),
  ],
  'must be an object with a `type` of email, phone, party_id or agent_id, and a `value`',
);

export const createPaymentAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    counterparty: counterpartyField,
    customerPartyId: idField('pty')
      .optional()
      .meta({ description: 'The customer whose wallet pays; by default your own party.' }),
    description: descriptionField,
    tags: tagsField,
    intendedRepeat: z
      .boolean('must be true or false')
      .meta({
        description:
          'Whether this repeats an earlier payment on purpose. Lets it pass a rule about duplicates that is `overridable`.',
      })
      .default(false),
  },
  'must be an object',
);
export type CreatePaymentAttributes = z.output<typeof createPaymentAttributes>;

export const paymentPath = z.object({ paymentId: idField('pay') });
export const onBehalfOf = z.object(customerQuery);
