import { z } from 'zod';
import { pageQuery } from '../http/fields.ts';

export const counterpartiesQuery = z.object({
  direction: z.enum(['sent', 'received'], 'must be sent or received').optional(),
  ...pageQuery(50),
});
export type CounterpartiesQuery = z.output<typeof counterpartiesQuery>;
