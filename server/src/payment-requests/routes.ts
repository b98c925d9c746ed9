import { get, post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape, singleShape } from '../http/shapes.ts';
import { createPaymentRequest } from './create.ts';
import { listPaymentRequests } from './list.ts';
import { listedPaymentRequestShape, paymentRequestShape } from './resource.ts';
import { createPaymentRequestAttributes, paymentRequestsQuery } from './schema.ts';

export const paymentRequestRoutes: Endpoint[] = [
  post('/payment-requests', {
    summary: 'Ask somebody to pay',
    description:
      'Makes a link to a page that shows the request, and mails it where the payer has an e-mail address. Nobody asks themselves.',
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
    summary: 'List what your party asked others to pay',
    scope: 'payments.read',
    query: paymentRequestsQuery,
    response: listShape(listedPaymentRequestShape),
    run: (ctx, { query }) => listPaymentRequests(ctx, query),
  }),
];
