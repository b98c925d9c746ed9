import { action, get, post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { singleShape } from '../http/shapes.ts';
import { cancelPayment } from './cancel.ts';
import { createPayment } from './create.ts';
import { getPayment } from './get.ts';
import { paymentShape } from './resource.ts';
import { createPaymentAttributes, onBehalfOf, paymentPath } from './schema.ts';
import { paymentResource } from './view.ts';

export const paymentRoutes: Endpoint[] = [
  post('/payments', {
    summary: 'Pay somebody',
    description: `Pays from the caller's wallet or, with \`customerPartyId\`, from that of a customer who delegated \`payments.create\`.
The answer means that the payment is on disk. It says \`PROCESSING\`, or \`IN_REVIEW\` where the amount is over a limit and
an approval has to be given first. An e-mail address or phone number that nobody has verified makes a payment that waits to
be claimed: later reads say \`PENDING_CLAIM\`. With a known recipient a read right after may say \`COMPLETED\`. Nobody pays
themselves.`,
    response: singleShape(paymentShape),
    status: 201,
    refuses: [
      'forbidden',
      'customer_not_found',
      'party_not_found',
      'recipient_agent_not_found',
      'conflict',
      'insufficient_funds',
      'wallet_frozen',
    ],
    example: {
      amount: 1250,
      currency: 'USD',
      counterparty: { type: 'email', value: 'casey@example.com' },
      description: 'A second-hand atlas',
    },
    scope: 'payments.create',
    idempotency: 'accepted',
    recheckedInTransaction: true,
    type: 'payment',
    attributes: createPaymentAttributes,
    run: (ctx, { attributes, keyed }) => createPayment(ctx, attributes, keyed),
  }),
  get('/payments/:paymentId', {
    summary: 'Read a payment',
    description: `A payment that the caller's party pays, gets or asked for. With \`partyId\` one of a customer's who delegated
\`payments.read\`.`,
    response: singleShape(paymentShape),
    refuses: ['payment_not_found'],
    scope: 'payments.read',
    params: paymentPath,
    query: onBehalfOf,
    run: async (ctx, { params, query }) =>
      single(paymentResource(await getPayment(ctx, params.paymentId, query.partyId ?? null))),
  }),
  action('/payments/:paymentId/cancel', {
    summary: 'Cancel a payment',
    description: `Takes back a payment that is in review or waits to be claimed. Only who pays or who asked for it may, an agent
only what it asked for itself.`,
    response: singleShape(paymentShape),
    refuses: ['forbidden', 'agent_not_allowed', 'payment_not_found', 'conflict'],
    scope: 'payments.create',
    idempotency: 'accepted',
    type: 'payment',
    params: paymentPath,
    run: (ctx, { params, keyed }) => cancelPayment(ctx, params.paymentId, keyed),
  }),
];
