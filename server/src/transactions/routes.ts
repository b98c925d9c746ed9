import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { listShape, singleShape } from '../http/shapes.ts';
import { getTransaction } from './get.ts';
import { listTransactions } from './list.ts';
import { transactionDetailShape, transactionShape } from './resource.ts';
import { transactionPath, transactionsQuery } from './schema.ts';
import { transactionDetail } from './view.ts';

export const transactionRoutes: Endpoint[] = [
  get('/transactions', {
    summary: 'List transactions',
    description: `Returns the payments that your party pays, receives or initiated, and its transfers, newest first. A
payee sees a payment from its acceptance on. \`tag[name]=value\` filters by a tag.`,
    response: listShape(transactionShape),
    scope: 'payments.read',
    query: transactionsQuery,
    run: (ctx, { query }) => listTransactions(ctx, query),
  }),
  get('/transactions/:transaction_id', {
    summary: 'Retrieve a transaction',
    description: 'Returns a transaction with more details than the list. The amount is a string.',
    response: singleShape(transactionDetailShape),
    refuses: ['transaction_not_found'],
    scope: 'payments.read',
    params: transactionPath,
    run: async (ctx, { params }) =>
      single(transactionDetail(await getTransaction(ctx, params.transaction_id))),
  }),
];
