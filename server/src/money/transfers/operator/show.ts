import type { Queryable } from '../../../db/sql.ts';
import { type AccountNumber, numberIn, openNumber } from '../../external-accounts/secrets.ts';
import type { Id } from '../../../lib/id.ts';
import type { Keyring } from '../../../lib/keyring.ts';
import { markOrder } from './mark.ts';
import { findSealedNumber, type ManualOrder } from './queries.ts';

export type ShownOrder = {
  order: ManualOrder;
  /** `none`: the account has no number. `unreadable`: its secret is gone. `ended`: an order that has ended keeps none. */
  number: AccountNumber | 'none' | 'unreadable' | 'ended';
};

/**
 * Returns an order with the decrypted number of its account, in the caller's transaction, which records that it was
 * shown. From then on the party can only ask to cancel it. Returns null if there is no such order.
 */
export async function showOrder(
  tx: Queryable,
  keyring: Keyring,
  { transferId, says }: { transferId: Id<'trf'>; says: string },
): Promise<ShownOrder | null> {
  const marked = await markOrder(tx, { transferId, mark: { kind: 'shown' }, says });
  if (!marked) return null;
  if ('possible' in marked) return { order: marked.order, number: 'ended' };
  const sealed = await findSealedNumber(tx, transferId);
  if (!sealed?.sealedNumber) return { order: marked.order, number: 'none' };
  const text = openNumber(keyring, sealed);
  return { order: marked.order, number: text === null ? 'unreadable' : numberIn(text) };
}
