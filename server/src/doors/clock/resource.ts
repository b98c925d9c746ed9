import { z } from 'zod';
import { millisShape } from '../../http/shapes.ts';

export const clockShape = z
  .strictObject({
    type: z.literal('clock'),
    id: z.literal('clock'),
    attributes: z.strictObject({
      now: millisShape,
      offsetSeconds: z
        .int()
        .min(0)
        .meta({ description: 'How many seconds the clock is ahead of real time.', examples: [172_800] }),
    }),
  })
  .meta({ title: 'clock' });
export type ClockResource = z.output<typeof clockShape>;
