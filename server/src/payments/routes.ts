import { get, post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { createPayment } from './create.ts';
import { getPayment } from './get.ts';
import { createPaymentAttributes, onBehalfOf, paymentPath } from './schema.ts';
import { paymentResource } from './view.ts';

export const paymentRoutes: Endpoint[] = [
  post('/payments', {
    scope: 'payments.create',
    idempotency: 'required',
    type: 'payment',
    attributes: createPaymentAttributes,
    run: (ctx, { attributes, idempotencyKey }) => createPayment(ctx, attributes, idempotencyKey),
  }),
  get('/payments/:paymentId', {
    scope: 'payments.read',
    params: paymentPath,
    query: onBehalfOf,
    run: async (ctx, { params, query }) =>
      single(paymentResource(await getPayment(ctx, params.paymentId, query.partyId ?? null))),
  }),
];
