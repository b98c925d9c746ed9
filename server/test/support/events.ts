import type { ApiClient } from './client.ts';
import { expect } from 'vitest';
import { until } from '../flows/support.ts';
import { pagination, resource, resources, type Resource } from './http.ts';
import { customer, to } from './server.ts';
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
export async function eventsNow(server: ApiClient, query = ''): Promise<Resource[]> {
  const found: Resource[] = [];
  for (let cursor = ''; ;) {
    const page = await server.get(`/events?limit=100${query}${cursor}`);
    found.push(...resources(page));
    const { nextCursor } = pagination(page);
    if (nextCursor === null) return found;
    cursor = `&cursor=${nextCursor}`;
  }
}

/** Waits until a resource has an event of this name, and returns it. */
export async function eventOf(server: ApiClient, resourceId: string, eventType: string): Promise<Resource> {
  let found: Resource | undefined;
  await until(`${resourceId} has the event ${eventType}`, async () => {
    [found] = await eventsNow(server, `&resourceId=${resourceId}&eventType=${eventType}`);
    return found !== undefined;
  });
  if (!found) throw new Error('no event');
  return found;
}

/**
 * Pays, waits until the payment's completion is listed, and returns that event: the newest one. A transaction of any
 * database of the PostgreSQL, such as another test's, holds events back, so a new server may list none for a while.
 */
export async function newestEvent(server: ApiClient): Promise<Resource> {
  const { id } = resource(await server.pay({ amount: 1, ...to(customer) }));
  return eventOf(server, id, 'payment.completed');
}

/** Returns the resource that an event shows. */
export const payloadOf = (event: Resource): Resource =>
  (event.attributes['payload'] as { object: Resource }).object;
