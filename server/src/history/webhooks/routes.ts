import { action, type Endpoint, get, patch, post, remove } from '../../http/endpoint.ts';
import { exampleTimeLater, listShape, removedShape, singleShape } from '../../http/shapes.ts';
import { createWebhook } from './create.ts';
import { listDeliveries } from './attempts/list.ts';
import { readWebhook } from './get.ts';
import { listWebhooksBefore } from './queries.ts';
import { webhookResource } from './view.ts';
import { page } from '../../http/pages.ts';
import { redeliverEvent, redeliverRange, sendTest } from './redeliver.ts';
import {
  createdWebhookShape,
  deliveryShape,
  redeliveriesShape,
  redeliveryShape,
  rotatedWebhookShape,
  webhookShape,
} from './resource.ts';
import { rotateSecret } from './rotate.ts';
import {
  createWebhookAttributes,
  deliveriesQuery,
  redeliverAttributes,
  rotateSecretAttributes,
  updateWebhookAttributes,
  webhookEventPath,
  webhookPath,
  webhooksQuery,
  maxWebhooks,
} from './schema.ts';
import { removeWebhook, updateWebhook } from './update.ts';

const changed = {
  scope: 'webhooks.update',
  idempotency: 'required',
  type: 'webhook',
} as const;
const ofOne = { ...changed, params: webhookPath, refuses: ['webhook_not_found', 'conflict'] } as const;

export const webhookRoutes: Endpoint[] = [
  post('/webhooks', {
    summary: 'Create a webhook',
    description: `Sends the events of your party to an address of yours, from now on, signed as Standard Webhooks says.
This response is the only one with the secret. A delivery that fails is tried again for three days. The key must have
the scopes by which the resources of the events are read, and not expire. A party has at most ${maxWebhooks} webhooks.`,
    response: singleShape(createdWebhookShape),
    status: 201,
    refuses: ['conflict'],
    example: {
      url: 'https://example.com/purser',
      enabledEvents: ['payment.completed', 'payment.returned'],
      description: 'Bookkeeping',
    },
    scope: 'webhooks.create',
    idempotency: 'required',
    type: 'webhook',
    attributes: createWebhookAttributes,
    run: (ctx, { attributes }) => createWebhook(ctx, attributes),
  }),
  get('/webhooks', {
    summary: 'List webhooks',
    description: 'With `status`, only the enabled or only the disabled webhooks.',
    response: listShape(webhookShape),
    scope: 'webhooks.read',
    agents: 'refused',
    query: webhooksQuery,
    run: (ctx, { query }) => page(ctx, 'webhooks', query, listWebhooksBefore, webhookResource),
  }),
  get('/webhooks/:webhookId', {
    summary: 'Retrieve a webhook',
    response: singleShape(webhookShape),
    refuses: ['webhook_not_found'],
    scope: 'webhooks.read',
    agents: 'refused',
    params: webhookPath,
    run: (ctx, { params }) => readWebhook(ctx, params.webhookId),
  }),
  patch('/webhooks/:webhookId', {
    ...changed,
    summary: 'Change a webhook',
    description: `Changes what is sent, and enables or disables the webhook. One that is enabled again gets what happens
from then on, and what waited for another attempt, within 30 days; have what it missed delivered again. To change \`url\` or
\`enabledEvents\`, the key needs the scopes to read what the events show; to change them or to enable it, it must not expire.`,
    response: singleShape(webhookShape),
    refuses: ['webhook_not_found'],
    example: { status: 'ENABLED' },
    params: webhookPath,
    attributes: updateWebhookAttributes,
    run: (ctx, { params, attributes }) => updateWebhook(ctx, params.webhookId, attributes),
  }),
  remove('/webhooks/:webhookId', {
    summary: 'Delete a webhook',
    response: removedShape(webhookShape),
    refuses: ['webhook_not_found'],
    scope: 'webhooks.delete',
    idempotency: 'required',
    params: webhookPath,
    run: (ctx, { params }) => removeWebhook(ctx, params.webhookId),
  }),
  action('/webhooks/:webhookId/rotate-secret', {
    ...changed,
    summary: 'Rotate the secret of a webhook',
    shows: { attributes: { previousSecretExpiresAt: exampleTimeLater } },
    description: `Replaces the secret. For \`expiresInSeconds\` both sign each delivery, so that a receiver can change
over without losing any. This response is the only one with the new secret.`,
    response: singleShape(rotatedWebhookShape),
    refuses: ['webhook_not_found'],
    example: { expiresInSeconds: 3600 },
    params: webhookPath,
    attributes: rotateSecretAttributes,
    run: (ctx, { params, attributes }) => rotateSecret(ctx, params.webhookId, attributes),
  }),
  action('/webhooks/:webhookId/test', {
    ...ofOne,
    summary: 'Send a test event',
    description: 'Sends an event `webhook.test` with the webhook as its object, to this webhook only.',
    response: redeliveriesShape,
    run: (ctx, { params }) => sendTest(ctx, params.webhookId),
  }),
  get('/webhooks/:webhookId/deliveries', {
    summary: 'List deliveries',
    description: `Returns the attempts to deliver to a webhook, newest first: what was sent, what the receiver answered,
and when the next attempt follows. The body that was sent is the event itself (GET /events/{eventId}).`,
    response: listShape(deliveryShape),
    refuses: ['webhook_not_found'],
    scope: 'webhooks.read',
    agents: 'refused',
    params: webhookPath,
    query: deliveriesQuery,
    run: (ctx, { params, query }) => listDeliveries(ctx, params.webhookId, query),
  }),
  action('/webhooks/:webhookId/events/:eventId/redeliver', {
    ...changed,
    summary: 'Deliver an event again',
    description: 'Its attempts are among the deliveries of the webhook, with this `eventId`.',
    response: singleShape(redeliveryShape),
    refuses: ['webhook_not_found', 'event_not_found', 'conflict'],
    params: webhookEventPath,
    run: (ctx, { params }) => redeliverEvent(ctx, params.webhookId, params.eventId),
  }),
  post('/webhooks/:webhookId/redeliver', {
    ...ofOne,
    summary: 'Deliver a range of events again',
    description: `Delivers the events that the webhook is enabled for, from \`createdAfter\` on and before
\`createdBefore\`; at most 10,000 at once, of a period in which at most 100,000 events of the party happened.`,
    response: redeliveriesShape,
    example: { createdAfter: '2026-11-21T00:00:00Z', createdBefore: '2026-11-22T00:00:00Z' },
    attributes: redeliverAttributes,
    run: (ctx, { params, attributes }) => redeliverRange(ctx, params.webhookId, attributes),
  }),
];
