import { z } from 'zod';

/** The query of a write that has a dry run. */
export const dryRunQuery = z.object({
  dryRun: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((word) => word === 'true')
    .meta({ description: 'Only say what would happen, and do nothing. No `Idempotency-Key` is read.' }),
});
export type DryRunQuery = z.output<typeof dryRunQuery>;
