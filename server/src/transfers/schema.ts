import { z } from 'zod';
import {
  amountField,
  currencyField,
  customerQuery,
  descriptionField,
  idField,
  pageQuery,
} from '../http/fields.ts';
import { tagFilter, tagsField } from '../http/tags.ts';

export const withdrawAttributes = z.strictObject(
  {
    amount: amountField,
    currency: currencyField,
    externalAccountId: idField('eac'),
    description: descriptionField,
    tags: tagsField,
  },
  'must be an object',
);
export type WithdrawAttributes = z.output<typeof withdrawAttributes>;

export const transferPath = z.object({ transferId: idField('trf') });

export const onBehalfOf = z.object(customerQuery);

export const transfersQuery = z.object({ ...customerQuery, ...tagFilter, ...pageQuery(50) });
export type TransfersQuery = z.output<typeof transfersQuery>;
