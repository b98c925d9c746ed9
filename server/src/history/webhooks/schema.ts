import { z } from 'zod';
import { eventTypeNames } from '../events/names.ts';
import { idField, overlapField, pageQuery, textField, timeField, objectField } from '../../http/fields.ts';
import { tagChangesField, tagsField } from '../../http/tags.ts';
import { hasAtMost, isPrintable } from '../../lib/text.ts';

export const maxWebhooks = 128;

const urlRule = 'must be an https address of at most 2048 characters without control characters';
const isUrl = (text: string): boolean =>
  hasAtMost(2048, text) && isPrintable(text) && /^https?:\/\/./i.test(text);
const urlField = z
  .string(urlRule)
  .refine(isUrl, urlRule)
  .meta({
    minLength: 1,
    maxLength: 2048,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://.+$',
    examples: ['https://example.com/purser'],
    description: 'An https address without user, password and fragment, which everybody could reach.',
  });
const typeRule = 'must be the name of an event, or * alone for all';
const eventsRule = 'must be a list of names of events, or * alone for all';
const eventsField = z
  .array(z.enum(['*', ...eventTypeNames] as [string, ...string[]], typeRule), eventsRule)
  .min(1, eventsRule)
  .max(200, eventsRule)
  .refine((names) => names.length === 1 || !names.includes('*'), eventsRule)
  .meta({ description: 'The names of the events that it gets, or `*` alone for all.' })
  .transform((names) => [...new Set(names)]);
const descriptionField = textField(0, 100).nullable();
const sourcesRule = 'must be ["own"]';
const sourcesField = z
  .array(z.enum(['own'], sourcesRule), sourcesRule)
  .length(1, sourcesRule)
  .meta({ description: 'Whose events it gets. `own`: the events of your party.' });
const statusRule = 'must be ENABLED or DISABLED';

export const createWebhookAttributes = objectField({
  url: urlField,
  enabledEvents: eventsField,
  description: descriptionField.default(null),
  sources: sourcesField.optional(),
  tags: tagsField,
});
export type CreateWebhookAttributes = z.output<typeof createWebhookAttributes>;

export const updateWebhookAttributes = objectField({
  url: urlField.optional(),
  enabledEvents: eventsField.optional(),
  description: descriptionField.optional(),
  sources: sourcesField.optional(),
  status: z.enum(['ENABLED', 'DISABLED'], statusRule).optional(),
  tags: tagChangesField.optional(),
});
export type UpdateWebhookAttributes = z.output<typeof updateWebhookAttributes>;

export const rotateSecretAttributes = objectField({
  expiresInSeconds: overlapField('For how long the previous secret signs beside the new one.'),
});
export type RotateSecretAttributes = z.output<typeof rotateSecretAttributes>;

export const redeliverAttributes = objectField({ createdAfter: timeField, createdBefore: timeField });
export type RedeliverAttributes = z.output<typeof redeliverAttributes>;

export const webhookPath = z.object({ webhookId: idField('whk') });
export const webhookEventPath = z.object({ webhookId: idField('whk'), eventId: idField('evt') });

export const webhooksQuery = z.object({
  status: z
    .enum(['ENABLED', 'DISABLED'], statusRule)
    .optional()
    .meta({ description: 'Only webhooks with this status.' }),
  ...pageQuery(50),
});
export type WebhooksQuery = z.output<typeof webhooksQuery>;

export const deliveriesQuery = z.object({
  status: z
    .enum(['DELIVERED', 'FAILED'], 'must be DELIVERED or FAILED')
    .optional()
    .meta({ description: 'Only attempts that succeeded, or only those that failed.' }),
  eventId: idField('evt').optional().meta({ description: 'Only attempts to deliver this event.' }),
  ...pageQuery(50),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;
