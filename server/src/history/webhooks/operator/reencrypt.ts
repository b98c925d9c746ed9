import type { Queryable } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import type { Keyring } from '../../../lib/keyring.ts';
import { lockSealedWebhooksAfter, updateSealedSecrets } from './queries.ts';
import { openSecrets, sealSecret } from '../secrets.ts';

/** Before every time: a previous secret that has ended is read too. */
const never = new Date(0);

/**
 * Encrypts the secrets of up to `count` webhooks above an id under the newest secret of the server, in the caller's
 * transaction. What cannot be read stays as it is. `next` is null once there are no more.
 */
export async function reencryptWebhooksAfter(
  tx: Queryable,
  keyring: Keyring,
  after: string,
  count: number,
): Promise<{ done: number; unreadable: number; next: string | null }> {
  const webhooks = await lockSealedWebhooksAfter(tx, { secretId: keyring.keyId, after, limit: count });
  let done = 0;
  for (const { id, ...row } of webhooks) {
    const [secret, previous = null] = openSecrets(keyring, id, row, never);
    const hasAll = secret !== undefined && (row.previousSecretId === null || previous !== null);
    if (!hasAll) continue;
    await updateSealedSecrets(tx, {
      id,
      ...sealSecret(keyring, id, secret),
      ...sealedPrevious(keyring, id, previous),
    });
    done += 1;
  }
  const next = webhooks.length < count ? null : (webhooks.at(-1)?.id ?? null);
  return { done, unreadable: webhooks.length - done, next };
}

function sealedPrevious(keyring: Keyring, id: Id<'whk'>, secret: string | null) {
  if (secret === null) return { previousSecretId: null, sealedPreviousSecret: null };
  const { secretId, sealedSecret } = sealSecret(keyring, id, secret);
  return { previousSecretId: secretId, sealedPreviousSecret: sealedSecret };
}
