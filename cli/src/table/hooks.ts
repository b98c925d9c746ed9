import type { Row } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import { exits, misused } from '../stop.ts';
import { asText, clean, counted } from '../text.ts';
import { readValue } from '../values.ts';
import { showSecret } from './agents.ts';

const time = (name: string) => ({ name, kind: 'text', about: '' }) as const;

async function redeliver(context: Context): Promise<number> {
  const { args, call, flags } = context;
  const { webhookId } = args;
  const { eventId, createdAfter, createdBefore = '0s' } = flags;
  if (eventId !== undefined)
    return sayOnTheWay(context, await call('redeliverWebhookEvent', { webhookId, eventId }));
  if (createdAfter === undefined) throw misused('Say which: --event-id EVENT, or --created-after 1h.');
  const times = {
    createdAfter: await readValue(time('createdAfter'), createdAfter),
    createdBefore: await readValue(time('createdBefore'), createdBefore),
  };
  return sayOnTheWay(context, await call('redeliverWebhook', { webhookId, ...times }));
}

/** Shows a webhook, and says where to see what became of the events that go to it. */
function sayOnTheWay({ show, terminal, json }: Context, webhook: Row): number {
  show(webhook);
  const { events } = (webhook['meta'] ?? {}) as { events?: unknown };
  if (terminal.isTerminal && !json && typeof events === 'number')
    terminal.note(
      `${counted(events, 'event')} to be sent: purser webhooks deliveries ${clean(asText(webhook['id']))}`,
    );
  return exits.done;
}

/** Webhooks, events, and the audit log. */
export const hookCommands: readonly Command[] = [
  {
    name: 'webhooks list',
    about: 'list webhooks',
    operation: 'listWebhooks',
    columns: ['id', 'status', 'url~', 'EVENTS=enabledEvents~', 'createdAt?'],
  },
  { name: 'webhooks get', about: 'show a webhook', operation: 'getWebhook', positions: ['webhookId'] },
  {
    name: 'webhooks create',
    about: 'send events to an address: purser webhooks create https://example.com/hook --enabled-events "*"',
    operation: 'createWebhook',
    positions: ['url'],
    run: async (context) =>
      showSecret(context, await context.call('createWebhook', context.args), 'signingSecret'),
  },
  {
    name: 'webhooks update',
    about: 'change a webhook, or enable it again',
    operation: 'updateWebhook',
    positions: ['webhookId'],
  },
  {
    name: 'webhooks remove',
    about: 'remove a webhook',
    operation: 'deleteWebhook',
    positions: ['webhookId'],
    asks: ({ webhookId }) => `remove webhook ${String(webhookId)}?`,
  },
  {
    name: 'webhooks deliveries',
    about: 'list attempts to deliver',
    operation: 'listWebhookDeliveries',
    positions: ['webhookId'],
    columns: [
      'id',
      'status',
      'EVENT=eventType~',
      'ANSWER=response.statusCode',
      'error~',
      'attempt?',
      'createdAt?',
    ],
  },
  {
    name: 'webhooks rotate-secret',
    about: 'replace the secret; the new one is shown once',
    operation: 'rotateSecretWebhook',
    positions: ['webhookId'],
    run: async (context) =>
      showSecret(context, await context.call('rotateSecretWebhook', context.args), 'signingSecret'),
  },
  {
    name: 'webhooks test',
    about: 'send a test event to a webhook',
    operation: 'testWebhook',
    positions: ['webhookId'],
    run: async (context) => sayOnTheWay(context, await context.call('testWebhook', context.args)),
  },
  {
    name: 'webhooks redeliver',
    about: 'send an event again (--event-id), or all of a time (--created-after 1h)',
    operation: 'redeliverWebhook',
    also: ['redeliverWebhookEvent'],
    positions: ['webhookId'],
    without: ['createdAfter', 'createdBefore'],
    flags: [
      { name: 'event-id', value: 'event', about: 'this one event' },
      { name: 'created-after', value: 'time', about: 'all from this time on, such as 1h ago' },
      { name: 'created-before', value: 'time', about: 'all before this time; by default until now' },
    ],
    run: redeliver,
  },
  {
    name: 'events list',
    about: 'list what happened, newest first',
    operation: 'listEvents',
    columns: ['id', 'EVENT=eventType', 'resourceId?', 'createdAt'],
  },
  {
    name: 'events get',
    about: 'show an event, with the resource as it was',
    operation: 'getEvent',
    positions: ['eventId'],
  },
  {
    name: 'audit-log list',
    about: 'list who did what, newest first',
    operation: 'listAuditLog',
    columns: ['createdAt', 'decision', 'action~', 'targetId?', 'keyPrefix?', 'AGENT=agent.id?', 'reason~?'],
  },
];
