import { z } from 'zod';
import { millisShape, relatedShape, resourceShape, textShape } from '../../http/shapes.ts';

const anything = z.unknown().meta({ description: 'As its own endpoint shows it.' });
const object = z
  .looseObject({
    type: textShape('payment'),
    id: textShape('pay_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'),
    attributes: z.record(z.string(), anything).meta({ examples: [{ status: 'COMPLETED' }] }),
  })
  .catchall(anything)
  .meta({
    title: 'eventObject',
    description:
      'The resource as a read by your party showed it when the event happened, in the form of its own endpoint. What it embeds of other resources, such as their names, is as it is today.',
  });

export const eventShape = resourceShape(
  'event',
  'evt',
  {
    eventType: textShape('payment.completed').meta({
      description:
        'What happened: the resource and a verb. The list of them grows: ignore what you do not know.',
    }),
    resourceId: textShape('pay_0198f3c2a4b17d6e8f90a1b2c3d4e5f6'),
    resourceType: textShape('payment'),
    payload: z.strictObject({ object }),
    createdAt: millisShape,
  },
  { party: relatedShape('party', 'pty').meta({ description: 'The party that gets the event.' }) },
);
export type EventResourceObject = z.output<typeof eventShape>;
