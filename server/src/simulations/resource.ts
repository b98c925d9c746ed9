import { z } from 'zod';
import { millisShape } from '../http/shapes.ts';

/** What the sandbox's clock shows. */
export const clockShape = z
  .strictObject({
    type: z.literal('clock'),
    id: z.literal('clock'),
    attributes: z.strictObject({
      now: millisShape,
      offsetSeconds: z
        .int()
        .min(0)
        .meta({ description: 'How far it is ahead of real time.', examples: [172_800] }),
    }),
  })
  .meta({ title: 'clock' });
export type ClockResource = z.output<typeof clockShape>;
