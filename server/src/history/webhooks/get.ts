import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { page } from '../../http/pages.ts';
import type { Id } from '../../lib/id.ts';
import { findWebhook, listWebhooksBefore, lockWebhook, type SecretsRow, type WebhookRow } from './queries.ts';
import type { WebhooksQuery } from './schema.ts';
import { webhookResource } from './view.ts';

/** Responds with a webhook of the actor's party. Throws `webhook_not_found`. */
export async function readWebhook({ db, actor }: Context, id: Id<'whk'>): Promise<HttpResponse> {
  return single(webhookResource(await getWebhook(db, actor.partyId, id)));
}

/** Returns a webhook of the party. Throws `webhook_not_found`. */
export async function getWebhook(db: Queryable, partyId: Id<'pty'>, id: Id<'whk'>): Promise<WebhookRow> {
  const webhook = await findWebhook(db, partyId, id);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** Returns a page of the webhooks of the actor's party, newest first. */
export function listWebhooks(ctx: Context, query: WebhooksQuery): Promise<HttpResponse> {
  const { db, actor } = ctx;
  const read = (before: string, count: number) =>
    listWebhooksBefore(db, { ...query, partyId: actor.partyId, before, count });
  return page(ctx, 'webhooks', query, read, webhookResource);
}

/** Locks and returns a webhook of the party with its secrets. Throws `webhook_not_found`. */
export async function lockKnownWebhook(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'whk'>,
): Promise<WebhookRow & SecretsRow> {
  const webhook = await lockWebhook(tx, partyId, id);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

function webhookNotFound(): PurserError {
  return fault('webhook_not_found', 'Your party has no webhook of this id.', { parameter: 'webhookId' });
}
