import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { tagFilterOf } from '../http/tags.ts';
import { listTransactionsBefore } from './queries.ts';
import type { TransactionsQuery } from './schema.ts';
import { transactionResource } from './view.ts';

/**
 * Returns a page of payments that the actor's party pays, initiated or, once accepted, receives, and of its transfers,
 * newest first.
 */
export function listTransactions(ctx: Context, query: TransactionsQuery): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  return page(
    ctx,
    'transactions',
    { type: query.type, ...tagFilterOf(query) },
    query,
    (before, count) => listTransactionsBefore(ctx.db, partyId, query.type, query.tag ?? null, before, count),
    (row) => transactionResource(row, partyId),
  );
}
