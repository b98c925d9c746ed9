import type { ApiClient } from './client.ts';
import { expect } from 'vitest';
import { eventOf } from './events.ts';
import { resource } from './http.ts';
import { idOf, millis, related, seconds, tags, text } from './shapes.ts';

/** Creates a webhook to an address where nothing answers. */
export async function newWebhook(server: ApiClient): Promise<string> {
  const values = { url: 'https://receiver.example.net/hook', enabledEvents: ['party.frozen'] };
  return resource(await server.post('/webhooks', values)).id;
}

/** Returns a webhook that was sent a test event, and an event that can be delivered to it again. */
export async function sentWebhook(server: ApiClient): Promise<{ webhookId: string; eventId: string }> {
  const { stranger } = server.parties;
  const webhookId = await newWebhook(server);
  const counterparty = { type: 'party_id', value: stranger.partyId };
  const paid = resource(await server.pay({ amount: 1, counterparty }));
  const { id: eventId } = await eventOf(server, paid.id, 'payment.completed');
  await server.post(`/webhooks/${webhookId}/test`);
  return { webhookId, eventId };
}

const attributes = {
  url: text,
  enabledEvents: [text],
  description: text,
  sources: ['own'],
  status: 'ENABLED',
  disabledReason: null as string | null,
  tags,
  createdAt: seconds,
  createdBy: idOf('usr'),
  updatedAt: seconds,
};
const relationships = { party: related('party', 'pty') };

/** A webhook that is enabled for one event. */
export const webhookShape = { type: 'webhook', id: idOf('whk'), attributes, relationships };

/** Returns a webhook with more attributes. */
export function webhookWith(more: object): object {
  return { ...webhookShape, attributes: { ...attributes, ...more } };
}

/** A request to deliver an event again. */
export const redeliveryShape = {
  type: 'redelivery',
  id: idOf('rdy'),
  attributes: { status: 'PENDING', attemptCount: 0, maxAttempts: 10, createdAt: seconds, updatedAt: seconds },
  relationships: { webhook: related('webhook', 'whk'), event: related('event', 'evt') },
};

/** An attempt that found no receiver. */
export const failedDeliveryShape = {
  type: 'webhookDelivery',
  id: idOf('dlv'),
  attributes: {
    eventType: text,
    status: 'FAILED',
    attempt: expect.any(Number) as unknown,
    request: { url: text, webhookId: idOf('evt'), webhookTimestamp: expect.any(Number) as unknown },
    response: null,
    error: text,
    durationMs: expect.any(Number) as unknown,
    nextAttemptAt: millis,
    createdAt: millis,
  },
  relationships: { webhook: related('webhook', 'whk') },
};
