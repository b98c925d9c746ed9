import { z } from 'zod';
import { objectField } from '../../../http/fields.ts';
import { changedLimitsField } from '../../../terms/limits.ts';
import { rulesField } from '../../../terms/rules.ts';

const countRule = 'must be an integer from 1 to 10000';

export const backtestAttributes = objectField({
  payments: z
    .int(countRule)
    .min(1, countRule)
    .max(10_000, countRule)
    .meta({ description: 'How many of the latest payments and withdrawals are looked at.' })
    .default(1_000),
  limits: changedLimitsField.optional(),
  rules: rulesField.optional(),
});
export type BacktestAttributes = z.output<typeof backtestAttributes>;
