import { z } from 'zod';
import { customerQuery, idField, pageQuery } from '../../http/fields.ts';
import { tagFilter } from '../../http/tags.ts';
import { sharedFilters } from '../../terms/payment-terms.ts';

export const transactionPath = z.object({ transaction_id: idField('txn') });
export const onBehalfOf = z.object(customerQuery);
export const transactionsQuery = z.object({
  type: z
    .enum(['payment', 'transfer', 'all'], 'must be payment, transfer or all')
    .default('all')
    .meta({ description: 'Only payments, only transfers, or all.' }),
  ...sharedFilters,
  ...customerQuery,
  ...tagFilter,
  ...pageQuery(50),
});
export type TransactionsQuery = z.output<typeof transactionsQuery>;
