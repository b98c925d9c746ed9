import { z } from 'zod';
import { objectField } from '../../http/fields.ts';

const longest_s = 315_360_000; // ten years
const rule = `must be a whole number of seconds from 1 to ${longest_s}`;

export const advanceClockAttributes = objectField({
  seconds: z
    .number(rule)
    .refine((value) => Number.isSafeInteger(value) && value >= 1 && value <= longest_s, rule)
    .meta({ type: 'integer', minimum: 1, maximum: longest_s }),
});
export type AdvanceClockAttributes = z.output<typeof advanceClockAttributes>;
