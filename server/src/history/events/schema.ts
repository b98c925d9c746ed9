import { z } from 'zod';
import { customerQuery, idField, pageQuery, timeField } from '../../http/fields.ts';
import { idPrefixes } from '../../lib/id.ts';
import { eventTypeNames } from './names.ts';

const typeRule = 'must be the name of an event, like payment.completed';
const resourceForm = new RegExp(`^(?:${idPrefixes.join('|')})_[0-9a-f]{32}$`);
const resourceRule = 'must be an id, such as pay_ and 32 lower-case hex digits';

const eventType = z
  .enum(eventTypeNames as [string, ...string[]], typeRule)
  .optional()
  .meta({ description: 'Only events of this name.' });

export const eventsQuery = z.object({
  eventType,
  resourceId: z
    .string(resourceRule)
    .regex(resourceForm, resourceRule)
    .meta({ description: 'Only events of this resource.' })
    .transform((text) => text.slice(4))
    .optional(),
  createdAfter: timeField.optional().meta({ description: 'Only events from this time on.' }),
  createdBefore: timeField.optional().meta({ description: 'Only events before this time.' }),
  ...customerQuery,
  ...pageQuery(50),
});
export type EventsQuery = z.output<typeof eventsQuery>;

export const eventPath = z.object({ eventId: idField('evt') });

export const onBehalfOf = z.object(customerQuery);

export const streamQuery = z.object({ eventType, ...customerQuery });
export type StreamQuery = z.output<typeof streamQuery>;
