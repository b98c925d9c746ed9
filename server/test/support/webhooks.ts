import { expect } from 'vitest';
import { resource } from './http.ts';
import { post } from './moves.ts';
import type { ServerAccess } from './moves.ts';
import { idOf, millis, orNull, related, seconds, tags, text } from './shapes.ts';

/** Creates a webhook to an address where nothing answers, of the main party unless `key` is another's. */
export async function newWebhook(server: ServerAccess, key = server.parties.main.apiKey): Promise<string> {
  const values = { url: 'https://receiver.example.net/hook', enabledEvents: ['party.frozen'] };
  return resource(await post(server, '/webhooks', values, { key })).id;
}

const attributes = {
  url: text,
  enabledEvents: [text],
  description: orNull(text),
  status: 'ENABLED',
  disabledReason: null as string | null,
  tags,
  createdAt: seconds,
  updatedAt: seconds,
};
const relationships = { party: related('party', 'pty') };

/** A webhook that is enabled for one event. */
export const webhookShape = { type: 'webhook', id: idOf('whk'), attributes, relationships };

/** Returns a webhook with more attributes. */
export function webhookWith(more: object): object {
  return { ...webhookShape, attributes: { ...attributes, ...more } };
}

/** An attempt that found no receiver. */
export const failedDeliveryShape = {
  type: 'webhookDelivery',
  id: idOf('whd'),
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
