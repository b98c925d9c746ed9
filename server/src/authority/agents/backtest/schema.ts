import { z } from 'zod';
import { limitsField } from '../../../terms/limits.ts';
import { rulesField } from '../../../terms/rules.ts';

const countRule = 'must be an integer from 1 to 10000';

export const backtestAttributes = z.strictObject(
  {
    payments: z
      .int(countRule)
      .min(1, countRule)
      .max(10_000, countRule)
      .meta({ description: 'How many of the latest payments and withdrawals are looked at.' })
      .default(1_000),
    limits: limitsField.optional(),
    rules: rulesField.optional(),
  },
  'must be an object',
);
export type BacktestAttributes = z.output<typeof backtestAttributes>;
