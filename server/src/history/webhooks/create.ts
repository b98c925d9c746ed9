import type { Context, WriteContext } from '../../context.ts';
import { fault } from '../../errors.ts';
import { scopesFor } from '../events/names.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { requireLasting } from '../../http/permission.ts';
import { write } from '../../idempotency/write.ts';
import { newId } from '../../lib/id.ts';
import { lockAdditions } from '../../identity/parties/lock.ts';
import { webhookUrl } from './address.ts';
import { countWebhooks, insertWebhook, type WebhookRow } from './queries.ts';
import { type CreateWebhookAttributes, maxWebhooks } from './schema.ts';
import { newSecret, sealSecret } from './secrets.ts';
import { webhookResource } from './view.ts';

/**
 * Creates a webhook of the actor's party, which gets what happens from now on. Only this response shows its secret.
 * Throws `invalid_value` for an address that not everybody could reach, `insufficient_scope` if the key may not read
 * what the events show, `forbidden` if it expires, and `conflict` if the party has too many.
 */
export function createWebhook(ctx: WriteContext, attributes: CreateWebhookAttributes): Promise<HttpResponse> {
  const { actor, keyring } = ctx;
  const { partyId, userId } = actor;
  return write(ctx, { targetId: null }, async (tx, now) => {
    requireLasting(actor);
    const url = webhookUrl(ctx, attributes.url);
    requireScopes(ctx, attributes.enabledEvents);
    await lockAdditions(tx, partyId);
    if ((await countWebhooks(tx, partyId)) >= maxWebhooks) {
      throw fault('conflict', `A party has at most ${maxWebhooks} webhooks. Delete some first.`);
    }
    const webhook: WebhookRow = {
      ...attributes,
      id: newId('whk'),
      partyId,
      url,
      status: 'ENABLED',
      disabledReason: null,
      createdAt: now,
      createdBy: userId,
      updatedAt: now,
    };
    const signingSecret = newSecret();
    await insertWebhook(tx, { ...webhook, ...sealSecret(keyring, webhook.id, signingSecret) });
    const resource = webhookResource(webhook);
    const shown = { ...resource, attributes: { ...resource.attributes, signingSecret } };
    return { response: single(shown, 201), targetId: webhook.id, stored: { data: resource } };
  });
}

/**
 * Throws `insufficient_scope` unless the key may read all that events of these names show. `attribute` is what it sent that
 * asks for this.
 */
export function requireScopes(
  { actor }: Context,
  enabledEvents: readonly string[],
  attribute: 'enabledEvents' | 'url' = 'enabledEvents',
): void {
  const missing = [...scopesFor(enabledEvents)].filter((scope) => !actor.scopes.has(scope)).toSorted();
  if (missing.length === 0) return;
  throw fault('insufficient_scope', `These events need the scopes ${missing.join(', ')}.`, {
    pointer: `/data/attributes/${attribute}`,
  });
}
