import { expect } from 'vitest';
import { until } from '../flows/support.ts';
import { pagination, type Resource, resources } from './http.ts';
import { get, type ServerAccess } from './moves.ts';
import { idOf, millis, related, text } from './shapes.ts';

/** An event, whatever its resource. */
export const eventShape = {
  type: 'event',
  id: idOf('evt'),
  attributes: {
    eventType: text,
    resourceId: text,
    resourceType: text,
    payload: { object: expect.any(Object) as unknown },
    createdAt: millis,
  },
  relationships: { party: related('party', 'pty') },
};

/** Returns all events that a query shows, newest first. */
export async function eventsNow(server: ServerAccess, query = '', key?: string): Promise<Resource[]> {
  const found: Resource[] = [];
  for (let cursor = ''; ;) {
    const page = await get(server, `/events?limit=100${query}${cursor}`, key);
    found.push(...resources(page));
    const { nextCursor } = pagination(page);
    if (nextCursor === null) return found;
    cursor = `&cursor=${nextCursor}`;
  }
}

/** Waits until a resource has an event of this name, and returns it. */
export async function eventOf(
  server: ServerAccess,
  resourceId: string,
  eventType: string,
  key?: string,
): Promise<Resource> {
  let found: Resource | undefined;
  await until(`${resourceId} has the event ${eventType}`, async () => {
    [found] = await eventsNow(server, `&resourceId=${resourceId}&eventType=${eventType}`, key);
    return found !== undefined;
  });
  if (!found) throw new Error('no event');
  return found;
}

/** Returns the resource that an event shows. */
export function payloadOf(event: Resource): Resource {
  return (event.attributes['payload'] as { object: Resource }).object;
}
