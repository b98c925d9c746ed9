import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { type Id, newId, publicId } from '../../lib/id.ts';
import { isoMillis, isoSeconds } from '../../lib/time.ts';
import type { DeliveryRow } from './attempts/queries.ts';
import type { WebhookRow } from './queries.ts';
import type { DeliveryResource, RedeliveryResource, WebhookResource } from './resource.ts';

export function webhookResource(row: WebhookRow): WebhookResource {
  return {
    type: 'webhook',
    id: publicId('whk', row.id),
    attributes: {
      url: row.url,
      enabledEvents: row.enabledEvents,
      description: row.description ?? '',
      sources: ['own'],
      status: row.status,
      disabledReason: row.disabledReason,
      tags: tagsToJson(row.tags),
      createdAt: isoSeconds(row.createdAt),
      createdBy: publicId('usr', row.createdBy),
      updatedAt: isoSeconds(row.updatedAt),
    },
    relationships: { party: related('party', 'pty', row.partyId) },
  };
}

export function deliveryResource(row: DeliveryRow): DeliveryResource {
  const { responseStatus } = row;
  return {
    type: 'webhookDelivery',
    id: publicId('dlv', row.id),
    attributes: {
      eventType: row.eventType,
      status: row.status,
      attempt: row.attempt,
      request: {
        url: row.url,
        webhookId: publicId('evt', row.eventId),
        webhookTimestamp: Math.floor(row.sentAt.getTime() / 1000),
      },
      response: responseStatus === null ? null : { statusCode: responseStatus, body: row.responseBody ?? '' },
      error: row.error,
      durationMs: row.durationMs,
      nextAttemptAt: row.nextAttemptAt && isoMillis(row.nextAttemptAt),
      createdAt: isoMillis(row.createdAt),
    },
    relationships: { webhook: related('webhook', 'whk', row.webhookId) },
  };
}

export function redeliveryResource(
  webhookId: Id<'whk'>,
  eventId: Id<'evt'>,
  { maxAttempts, now }: { maxAttempts: number; now: Date },
): RedeliveryResource {
  const at = isoSeconds(now);
  return {
    type: 'redelivery',
    id: publicId('rdy', newId('rdy')),
    attributes: { status: 'PENDING', attemptCount: 0, maxAttempts, createdAt: at, updatedAt: at },
    relationships: { webhook: related('webhook', 'whk', webhookId), event: related('event', 'evt', eventId) },
  };
}
