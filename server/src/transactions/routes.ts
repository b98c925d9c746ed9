import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { getTransaction } from './get.ts';
import { listTransactions } from './list.ts';
import { transactionPath, transactionsQuery } from './schema.ts';
import { transactionDetail } from './view.ts';

export const transactionRoutes: Endpoint[] = [
  get('/transactions', {
    scope: 'payments.read',
    query: transactionsQuery,
    run: (ctx, { query }) => listTransactions(ctx, query),
  }),
  get('/transactions/:transaction_id', {
    scope: 'payments.read',
    params: transactionPath,
    run: async (ctx, { params }) =>
      single(transactionDetail(await getTransaction(ctx, params.transaction_id))),
  }),
];
