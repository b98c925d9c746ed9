import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed, single } from '../../http/envelope.ts';
import { requireLasting } from '../../http/permission.ts';
import { changedTags, requireTagsFit } from '../../http/tags.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { webhookUrl } from './address.ts';
import { requireScopes } from './create.ts';
import { lockKnownWebhook } from './get.ts';
import { deleteWebhook, clearFailures, restartProgress, updateWebhookRow } from './queries.ts';
import type { UpdateWebhookAttributes } from './schema.ts';
import { webhookResource } from './view.ts';

/**
 * Changes a webhook of the actor's party. One that is enabled again goes on with what happens from now on, and with what
 * waited for another attempt. A new address begins without the failures of the one before. Throws like `createWebhook`, and `webhook_not_found`.
 */
export function updateWebhook(
  ctx: WriteContext,
  id: Id<'whk'>,
  attributes: UpdateWebhookAttributes,
): Promise<HttpResponse> {
  const { actor } = ctx;
  const { url, enabledEvents, description, status, tags } = attributes;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const webhook = await lockKnownWebhook(tx, actor.partyId, id);
    if (url !== undefined || enabledEvents || status === 'ENABLED') requireLasting(actor);
    if (enabledEvents) requireScopes(ctx, enabledEvents);
    // Whoever moves it to another address could read there what it is sent.
    else if (url !== undefined) requireScopes(ctx, webhook.enabledEvents, 'url');
    const changed = {
      ...webhook,
      url: url === undefined ? webhook.url : webhookUrl(ctx, url),
      enabledEvents: enabledEvents ?? webhook.enabledEvents,
      description: description === undefined ? webhook.description : description,
      tags: changedTags(webhook.tags, tags ?? {}),
      status: status ?? webhook.status,
      disabledReason: status === undefined ? webhook.disabledReason : null,
      updatedAt: now,
    };
    requireTagsFit(changed.tags);
    await updateWebhookRow(tx, changed);
    if (webhook.status === 'DISABLED' && changed.status === 'ENABLED') await restartProgress(tx, id);
    else if (changed.url !== webhook.url) await clearFailures(tx, id);
    return { response: single(webhookResource(changed)) };
  });
}

/** Deletes a webhook of the actor's party: what waits for it is not sent any more. Throws `webhook_not_found`. */
export function removeWebhook(ctx: WriteContext, id: Id<'whk'>): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const webhook = await lockKnownWebhook(tx, actor.partyId, id);
    await deleteWebhook(tx, { partyId: actor.partyId, id, now });
    const gone = { ...webhook, status: 'DISABLED', disabledReason: null, updatedAt: now } as const;
    return { response: removed(webhookResource(gone)) };
  });
}
