import type { Queryable } from '../../../db/sql.ts';
import type { Reencrypted } from '../../external-accounts/operator/reencrypt.ts';
import { openNumber, sealNumber } from '../../external-accounts/secrets.ts';
import type { Keyring } from '../../../lib/keyring.ts';
import { lockSealedOrdersAfter, updateSealedOrder } from './queries.ts';

/**
 * Encrypts the numbers that up to `count` orders above an id keep under the newest secret, in the caller's transaction.
 * A number that cannot be read stays as it is. `next` is null once there are no more.
 */
export async function reencryptOrdersAfter(
  tx: Queryable,
  keyring: Keyring,
  after: string,
  count: number,
): Promise<Reencrypted> {
  const orders = await lockSealedOrdersAfter(tx, after, count);
  let [done, unreadable] = [0, 0];
  for (const order of orders) {
    const number = openNumber(keyring, order);
    if (number === null) unreadable += 1;
    if (number === null || order.secretId === keyring.keyId) continue;
    const sealed = sealNumber(keyring, order.id, number);
    await updateSealedOrder(tx, { transferId: order.transferId, ...sealed });
    done += 1;
  }
  const next = orders.length < count ? null : (orders.at(-1)?.transferId ?? null);
  return { done, unreadable, next };
}
