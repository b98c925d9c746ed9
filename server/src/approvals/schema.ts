import { z } from 'zod';
import { pageQuery } from '../http/fields.ts';

const statuses = ['pending', 'approved', 'denied', 'canceled'] as const;

export const approvalsQuery = z.object({
  status: z.enum(statuses, 'must be pending, approved, denied or canceled').default('pending'),
  ...pageQuery(50),
});
export type ApprovalsQuery = z.output<typeof approvalsQuery>;
