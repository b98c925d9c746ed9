import type { EventReader } from '../../db/recorded.ts';
import { bodyOf, eventsByIds } from '../../events/deliverable.ts';
import type { DeliverableEvent } from '../../events/deliverable.ts';
import type { Id } from '../../lib/id.ts';
import { webhookResource } from '../view.ts';
import type { DeliveredWebhook, RetryRow } from './queries.ts';
import type { Outgoing } from './send.ts';

/** Returns what waited as it is sent, without events that the party may not read any more. */
export async function outgoingOf(
  reader: EventReader,
  webhook: DeliveredWebhook,
  retries: readonly RetryRow[],
): Promise<Outgoing[]> {
  const ids = retries.filter(({ isTest }) => !isTest).map(({ eventId }) => eventId);
  const events = new Map((await eventsByIds(reader, ids)).map((event) => [event.id, event]));
  return retries.flatMap(({ eventId, attempts, asked, isTest }): Outgoing[] => {
    const event = isTest ? testEvent(webhook, eventId, reader.now) : events.get(eventId);
    return event ? [{ event, attempts, asked, isAgain: true }] : [];
  });
}

function testEvent(webhook: DeliveredWebhook, id: Id<'evt'>, createdAt: Date): DeliverableEvent {
  const type = 'webhook.test';
  const body = bodyOf(id, type, createdAt, webhookResource(webhook));
  return { id, type, resourceId: webhook.id, createdAt, body };
}
