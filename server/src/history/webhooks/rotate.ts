import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import { lockKnownWebhook } from './get.ts';
import { updateSecrets } from './queries.ts';
import type { RotateSecretAttributes } from './schema.ts';
import { newSecret, sealSecret } from './secrets.ts';
import { webhookResource } from './view.ts';

/**
 * Replaces the secret of a webhook. The previous one signs beside it for `expiresInSeconds` more; one that was replaced
 * before signs no longer. Only this response shows the new secret. Throws `webhook_not_found`.
 */
export function rotateSecret(
  ctx: WriteContext,
  id: Id<'whk'>,
  { expiresInSeconds }: RotateSecretAttributes,
): Promise<HttpResponse> {
  const { actor, keyring } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const webhook = await lockKnownWebhook(tx, actor.partyId, id);
    const overlaps = expiresInSeconds > 0;
    const previousExpiresAt = overlaps ? new Date(now.getTime() + expiresInSeconds * 1000) : null;
    const signingSecret = newSecret();
    const secrets = {
      ...sealSecret(keyring, id, signingSecret),
      previousSecretId: overlaps ? webhook.secretId : null,
      sealedPreviousSecret: overlaps ? webhook.sealedSecret : null,
      previousExpiresAt,
    };
    await updateSecrets(tx, { ...secrets, partyId: actor.partyId, id, now });
    const resource = webhookResource({ ...webhook, updatedAt: now });
    const previousSecretExpiresAt = previousExpiresAt && isoSeconds(previousExpiresAt);
    const stored = { ...resource, attributes: { ...resource.attributes, previousSecretExpiresAt } };
    const shown = { ...stored, attributes: { ...stored.attributes, signingSecret } };
    return { response: single(shown), stored: { data: stored } };
  });
}
