import type { Queryable } from '../../../db/sql.ts';
import type { Keyring } from '../../../lib/keyring.ts';
import { lockSealedAfter, type SealedRow, updateSealed } from './queries.ts';
import { digestOf, openAmounts, openNumber, sealSecrets } from '../secrets.ts';

/**
 * What one part did: how many numbers it encrypted again, how many it could not read, the newest secret included, and
 * where the next part starts.
 */
export type Reencrypted = { done: number; unreadable: number; next: string | null };

/**
 * Encrypts the numbers of up to `count` accounts above an id under the newest secret, in the caller's transaction. An
 * account whose secret is gone, or whose number was altered, stays as it is. `next` is null once there are no more.
 */
export async function reencryptAfter(
  tx: Queryable,
  keyring: Keyring,
  after: string,
  count: number,
): Promise<Reencrypted> {
  const accounts = await lockSealedAfter(tx, after, count);
  let [done, unreadable] = [0, 0];
  for (const account of accounts) {
    const { sealedAmounts, secretId } = account;
    const number = openNumber(keyring, account);
    const amounts = openAmounts(keyring, account);
    if (number === null || (sealedAmounts !== null && amounts === null)) unreadable += 1;
    else if (secretId !== keyring.keyId) {
      await reencrypt(tx, keyring, account, { number, amounts });
      done += 1;
    }
  }
  const next = accounts.length < count ? null : (accounts.at(-1)?.id ?? null);
  return { done, unreadable, next };
}

async function reencrypt(
  tx: Queryable,
  keyring: Keyring,
  { id, partyId }: SealedRow,
  { number, amounts }: { number: string; amounts: string | null },
): Promise<void> {
  const sealed = sealSecrets(keyring, id, { number, amounts });
  await updateSealed(tx, { ...sealed, id, digest: digestOf(keyring, partyId, number) });
}
