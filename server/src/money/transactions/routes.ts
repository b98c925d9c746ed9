import { type Endpoint, get } from '../../http/endpoint.ts';
import { customerOf } from '../../http/fields.ts';
import { single } from '../../http/envelope.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { getTransaction } from './get.ts';
import { transactionDetailShape, transactionShape } from './resource.ts';
import { onBehalfOf, transactionPath, transactionsQuery } from './schema.ts';
import { transactionDetail, transactionResource } from './view.ts';
import { pageOfParty } from '../../authority/customers/readable.ts';
import { listTransactionsBefore } from './queries.ts';

export const transactionRoutes: Endpoint[] = [
  get('/transactions', {
    summary: 'List transactions',
    description: `Returns the payments that your party pays, receives or initiated, the refunds that it makes or gets, and its
transfers, newest first. A payee sees a payment from its acceptance on. With \`partyId\`, returns those of a customer who delegated \`payments.read\`
to your party, as that customer sees them. \`tag[name]=value\` filters by a tag.`,
    response: listShape(transactionShape),
    refuses: ['party_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    query: transactionsQuery,
    run: (ctx, { query }) =>
      pageOfParty(ctx, 'transactions', query, listTransactionsBefore, transactionResource),
  }),
  get('/transactions/:transaction_id', {
    summary: 'Retrieve a transaction',
    description: `Returns a transaction with more details than the list. The amount is a string. With \`partyId\`, returns
one of a customer who delegated \`payments.read\` to your party, as that customer sees it.`,
    response: singleShape(transactionDetailShape),
    refuses: ['transaction_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: transactionPath,
    query: onBehalfOf,
    run: async (ctx, { params, query }) =>
      single(transactionDetail(await getTransaction(ctx, params.transaction_id, customerOf(query)))),
  }),
];
