import { get, post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape, singleShape } from '../http/shapes.ts';
import { createPaymentRequest } from './create.ts';
import { listPaymentRequests } from './list.ts';
import { listedPaymentRequestShape, paymentRequestShape } from './resource.ts';
import { createPaymentRequestAttributes, paymentRequestsQuery } from './schema.ts';

export const paymentRequestRoutes: Endpoint[] = [
  post('/payment-requests', {
    summary: 'Create a payment request',
    description: `Asks another party or person to pay your party. The response has a link to a page that shows the
request. If the payer has an e-mail address, the link is mailed to it. The payer must not be your own party.`,
    scope: 'payments.create',
    idempotency: 'required',
    type: 'paymentRequest',
    attributes: createPaymentRequestAttributes,
    example: {
      amount: 1250,
      currency: 'USD',
      description: 'Invoice 1042',
      payerName: 'Casey Customer',
      payer: { type: 'email', value: 'casey@example.com' },
    },
    status: 201,
    response: singleShape(paymentRequestShape),
    refuses: ['party_not_found'],
    run: (ctx, { attributes, keyed }) => createPaymentRequest(ctx, attributes, keyed),
  }),
  get('/payment-requests', {
    summary: 'List payment requests',
    description:
      'Returns the payment requests that your party created, newest first. `tag[name]=value` filters by a tag.',
    scope: 'payments.read',
    query: paymentRequestsQuery,
    response: listShape(listedPaymentRequestShape),
    run: (ctx, { query }) => listPaymentRequests(ctx, query),
  }),
];
