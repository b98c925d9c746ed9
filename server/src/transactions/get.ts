import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { findTransaction } from './queries.ts';
import type { TransactionDetailRow } from './queries.ts';

/** Returns a transaction of the actor's party. Throws `transaction_not_found` if it has no such transaction. */
export async function getTransaction(ctx: Context, id: Id<'txn'>): Promise<TransactionDetailRow> {
  const transaction = await findTransaction(ctx.db, ctx.actor.partyId, id);
  if (!transaction) {
    throw fault('transaction_not_found', 'There is no such transaction.', { parameter: 'transaction_id' });
  }
  return transaction;
}
