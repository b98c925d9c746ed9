import type { Tx } from '../../db/tx.ts';
import type { Context, WriteContext } from '../../context.ts';
import { fault } from '../../errors.ts';
import { bodyOf, eventsByIds, idsOfEventsBetween, maxRead } from '../events/deliverable.ts';
import { scopesFor } from '../events/names.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single, singleWith } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { type Id, newId } from '../../lib/id.ts';
import { testEventType } from './delivery/outgoing.ts';
import { maxAttempts } from './delivery/schedule.ts';
import { lockKnownWebhook } from './get.ts';
import { redeliverNow, type WebhookRow } from './queries.ts';
import type { RedeliverAttributes } from './schema.ts';
import { redeliveryResource, webhookResource } from './view.ts';

const maxEvents = 10_000;
const tooMany = `A range has at most ${maxEvents} events for the webhook, and ${maxRead} of the party: ask for less.`;

/**
 * Delivers an event to a webhook again, enabled or not for it, if the key could read it. Throws `webhook_not_found`,
 * `event_not_found`.
 */
export function redeliverEvent(ctx: WriteContext, id: Id<'whk'>, eventId: Id<'evt'>): Promise<HttpResponse> {
  return again(ctx, id, async (tx, _webhook, now) => {
    const known = await eventsByIds(readerOf(ctx, tx, now), [eventId]);
    const found = known.filter(({ type }) => mayRead(ctx, type));
    if (found.length === 0)
      throw fault('event_not_found', 'There is no such event.', { parameter: 'eventId' });
    await redeliverNow(tx, id, found, { testBody: null, now });
    return single(redeliveryResource(id, eventId, { maxAttempts, now }));
  });
}

/**
 * Delivers the events of a range of time to a webhook again: those whose names it is enabled for. Throws
 * `webhook_not_found`, and `invalid_value` if the range ends before it begins or has too many.
 */
export function redeliverRange(
  ctx: WriteContext,
  id: Id<'whk'>,
  { createdAfter: after, createdBefore: before }: RedeliverAttributes,
): Promise<HttpResponse> {
  const source = { pointer: '/data/attributes/createdBefore' };
  if (after > before) {
    const detail = '`createdBefore` must not be earlier than `createdAfter`.';
    throw fault('invalid_value', detail, source);
  }
  return again(ctx, id, async (tx, webhook, now) => {
    const range = { after, before, clockOffset_ms: ctx.clockOffset_ms, most: maxEvents };
    const found = await idsOfEventsBetween(readerOf(ctx, tx, now), webhook.enabledEvents, range);
    if (!found) throw fault('invalid_value', tooMany, source);
    return countOf(webhook, await redeliverNow(tx, id, found, { testBody: null, now }));
  });
}

/** Sends an event of the name `webhook.test` to a webhook, and to no other. Throws `webhook_not_found`. */
export function sendTest(ctx: WriteContext, id: Id<'whk'>): Promise<HttpResponse> {
  const event = { id: newId('evt'), resourceId: id };
  return again(ctx, id, async (tx, webhook, now) => {
    const testBody = bodyOf(event.id, testEventType, now, webhookResource(webhook));
    return countOf(webhook, await redeliverNow(tx, id, [event], { testBody, now }));
  });
}

function countOf(webhook: WebhookRow, events: number): HttpResponse {
  return singleWith(webhookResource(webhook), { events });
}

function again(
  ctx: WriteContext,
  id: Id<'whk'>,
  work: (tx: Tx, webhook: WebhookRow, now: Date) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const webhook = await lockKnownWebhook(tx, partyId, id);
    if (webhook.status === 'DISABLED') throw fault('conflict', 'The webhook is disabled: enable it first.');
    return { response: await work(tx, webhook, now) };
  });
}

function mayRead({ actor }: Context, eventType: string): boolean {
  return [...scopesFor([eventType])].every((scope) => actor.scopes.has(scope));
}

function readerOf({ actor: { partyId }, baseUrl }: Context, tx: Tx, now: Date) {
  return { db: tx, partyId, viewer: { partyId, readsOwn: false }, own: null, now, baseUrl: baseUrl() };
}
