import { z } from 'zod';
import {
  idShape,
  millisShape,
  relatedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';

const attributes = {
  url: textShape('https://example.com/purser'),
  enabledEvents: z.array(textShape('payment.completed')),
  description: textShape('Bookkeeping').meta({
    description: 'Empty if it has none.',
    examples: ['Bookkeeping'],
  }),
  sources: z
    .array(z.enum(['own']))
    .meta({ description: 'Whose events it gets. `own`: the events of your party.' }),
  status: z.enum(['ENABLED', 'DISABLED']),
  disabledReason: z
    .enum(['FAILING', 'GONE'])
    .nullable()
    .meta({
      description: 'Why Purser disabled it: 5 days without a success, or the receiver answered 410.',
      examples: [null],
    }),
  tags: tagsShape,
  createdAt: secondsShape,
  createdBy: idShape('usr').meta({ description: 'The user who made it, who may have left since.' }),
  updatedAt: secondsShape,
};
const relationships = { party: relatedShape('party', 'pty') };
const secret = textShape('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').meta({
  description: 'The secret that signs deliveries. No other response shows it.',
});

export const webhookShape = resourceShape('webhook', 'whk', attributes, relationships);
export type WebhookResource = z.output<typeof webhookShape>;

/** A new webhook. A replay lacks the secret. */
export const createdWebhookShape = resourceShape(
  'webhook',
  'whk',
  { ...attributes, signingSecret: secret.optional() },
  relationships,
).meta({ title: 'createdWebhook' });

/** A webhook with a new secret. A replay lacks the secret. */
export const rotatedWebhookShape = resourceShape(
  'webhook',
  'whk',
  {
    ...attributes,
    signingSecret: secret.optional(),
    previousSecretExpiresAt: secondsShape.nullable().meta({
      description: 'Until when the previous secret signs too; null if it signs no longer.',
    }),
  },
  relationships,
).meta({ title: 'rotatedWebhook' });

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

export const deliveryShape = resourceShape(
  'webhookDelivery',
  'dlv',
  {
    eventType: textShape('payment.completed'),
    status: z.enum(['DELIVERED', 'FAILED']),
    attempt: count.meta({ description: 'Which attempt it was, from 1.', examples: [1] }),
    request: z.strictObject({
      url: textShape('https://example.com/purser'),
      webhookId: idShape('evt').meta({ description: 'The header `webhook-id`: the id of the event.' }),
      webhookTimestamp: count.meta({
        description: 'The header `webhook-timestamp`.',
        examples: [1795253400],
      }),
    }),
    response: z
      .strictObject({
        statusCode: count.meta({ examples: [200] }),
        body: textShape('ok').meta({ description: 'The first 1024 characters.' }),
      })
      .nullable()
      .meta({ description: 'What the receiver answered; null if it did not.' }),
    error: z
      .enum(['forbidden_address', 'timeout', 'network', 'tls'])
      .nullable()
      .meta({ examples: [null] }),
    durationMs: count.meta({ examples: [12] }),
    nextAttemptAt: millisShape.nullable().meta({ examples: [null] }),
    createdAt: millisShape,
  },
  { webhook: relatedShape('webhook', 'whk') },
);
export type DeliveryResource = z.output<typeof deliveryShape>;

const accepted = count.meta({ description: 'How many events will be delivered again.', examples: [1] });

/** The response to a request that delivers several events again, or a test event. */
export const redeliveriesShape = z
  .strictObject({ data: webhookShape, meta: z.strictObject({ events: accepted }) })
  .meta({ title: 'redeliveriesResponse' });

/** A request to deliver an event again. What became of it is among the deliveries of the webhook. */
export const redeliveryShape = resourceShape(
  'redelivery',
  'rdy',
  {
    status: z.enum(['PENDING']),
    attemptCount: count.meta({ examples: [0] }),
    maxAttempts: count.meta({ description: 'After this many attempts it is given up.', examples: [10] }),
    createdAt: secondsShape,
    updatedAt: secondsShape,
  },
  { webhook: relatedShape('webhook', 'whk'), event: relatedShape('event', 'evt') },
);
export type RedeliveryResource = z.output<typeof redeliveryShape>;
