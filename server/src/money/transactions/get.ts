import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import { readsOf } from '../../http/permission.ts';
import type { Id } from '../../lib/id.ts';
import { findTransaction, type TransactionDetailRow } from './queries.ts';

/**
 * Returns a transaction of the actor's party or, with `customerId`, of a customer who delegated `payments.read`, as that
 * customer sees it. Throws `transaction_not_found` if there is none that the actor may see.
 */
export async function getTransaction(
  ctx: Context,
  id: Id<'txn'>,
  customerId: Id<'pty'> | null,
): Promise<TransactionDetailRow> {
  const partyId = await readableParty(ctx, customerId);
  const transaction = partyId && (await findTransaction(ctx.db, { partyId, id }));
  if (!transaction || !readsOf(ctx.actor, transaction.madeBy)) {
    throw fault('transaction_not_found', 'There is no such transaction.', { parameter: 'transaction_id' });
  }
  return transaction;
}
