import { z } from 'zod';
import {
  amountField,
  currencyField,
  customerIdField,
  descriptionField,
  idField,
  pageQuery,
} from '../http/fields.ts';

export const withdrawAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    externalAccountId: idField('eac'),
    description: descriptionField,
  },
  'must be an object',
);
export type WithdrawAttributes = z.output<typeof withdrawAttributes>;

export const transferPath = z.object({ transferId: idField('trf') });

export const onBehalfOf = z.object({ partyId: customerIdField.optional() });

export const transfersQuery = z.object({ partyId: customerIdField.optional(), ...pageQuery(50) });
export type TransfersQuery = z.output<typeof transfersQuery>;
