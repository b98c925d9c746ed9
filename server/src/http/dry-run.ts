import { z } from 'zod';
import type { Fault } from '../errors.ts';

/** The query of a write that has a dry run. */
export const dryRunQuery = z.object({
  dryRun: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((word) => word === 'true')
    .meta({
      description: 'Only say what would happen, and do nothing. No `Idempotency-Key` is needed or used.',
    }),
});
export type DryRunQuery = z.output<typeof dryRunQuery>;

/**
 * Returns the fault of a query that asks for a dry run where there is none, or in another spelling; null if it does not.
 * Ignored, the request would do what the client only wants to try.
 */
export function dryRunFault(sent: object, hasDryRun: boolean): Fault | null {
  const name = Object.keys(sent).find((each) => /^dry[^a-z]?run/iu.test(each));
  if (name === undefined || (hasDryRun && name === 'dryRun')) return null;
  const detail = hasDryRun
    ? 'A dry run is asked for by `dryRun=true`.'
    : 'There is no dry run of this request.';
  return { code: 'invalid_value', detail, source: { parameter: name } };
}
