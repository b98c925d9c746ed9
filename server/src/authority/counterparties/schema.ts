import { z } from 'zod';
import { pageQuery } from '../../http/fields.ts';

export const counterpartiesQuery = z.object({
  direction: z
    .enum(['sent', 'received'], 'must be sent or received')
    .optional()
    .meta({ description: 'Only parties that your party has paid (`sent`) or was paid by (`received`).' }),
  ...pageQuery(50),
});
export type CounterpartiesQuery = z.output<typeof counterpartiesQuery>;
