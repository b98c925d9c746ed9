import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { customerOf, ofParty } from '../../http/fields.ts';
import { page } from '../../http/pages.ts';
import { listTransactionsBefore } from './queries.ts';
import type { TransactionsQuery } from './schema.ts';
import { transactionResource } from './view.ts';

/**
 * Returns a page of payments that the actor's party, or a customer who delegated `payments.read`, pays, initiated or,
 * once accepted, receives, and of its transfers, newest first. Throws `party_not_found` for any other party.
 */
export async function listTransactions(ctx: Context, query: TransactionsQuery): Promise<HttpResponse> {
  const partyId = await readableParty(ctx, customerOf(query));
  if (!partyId) throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
  return page(
    ctx,
    'transactions',
    ofParty(query, partyId),
    (before, count) => listTransactionsBefore(ctx.db, partyId, query, before, count),
    (row) => transactionResource(row, partyId),
  );
}
