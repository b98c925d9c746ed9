import type { EventReader } from '../../../db/recorded.ts';
import { eventsByIds } from '../../events/deliverable.ts';
import type { RetryRow } from './queries.ts';
import type { Outgoing } from './send.ts';

export const testEventType = 'webhook.test';

/** Returns what waited as it is sent, without events that the party may not read any more. */
export async function outgoingOf(reader: EventReader, retries: readonly RetryRow[]): Promise<Outgoing[]> {
  const ids = retries.filter(({ testBody }) => testBody === null).map(({ eventId }) => eventId);
  const events = new Map((await eventsByIds(reader, ids)).map((event) => [event.id, event]));
  return retries.flatMap(({ eventId: id, resourceId, attempts, asked, testBody: body }): Outgoing[] => {
    const event = body === null ? events.get(id) : { id, type: testEventType, resourceId, body };
    return event ? [{ event, attempts, asked, isAgain: true }] : [];
  });
}
