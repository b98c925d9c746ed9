import { z } from 'zod';
import { anyIdField, customerQuery, idField, pageQuery, timeField } from '../../http/fields.ts';
import { eventTypeNames } from './names.ts';

const typeRule = 'must be the name of an event, like payment.completed';

const eventType = z
  .enum(eventTypeNames as [string, ...string[]], typeRule)
  .optional()
  .meta({ description: 'Only events of this name.' });

export const eventsQuery = z.object({
  eventType,
  resourceId: anyIdField('Only events of this resource.').optional(),
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
