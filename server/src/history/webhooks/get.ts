import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { findWebhook, lockWebhook, type SecretsRow, type WebhookRow } from './queries.ts';
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
