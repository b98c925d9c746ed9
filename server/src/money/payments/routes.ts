import { action, type Endpoint, get, post } from '../../http/endpoint.ts';
import { customerOf } from '../../http/fields.ts';
import { single } from '../../http/envelope.ts';
import { previewShape } from '../../authority/previews/resource.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { cancelPayment } from './cancel.ts';
import { createPayment, previewPayment } from './create.ts';
import { getPayment } from './get.ts';
import { listPayments } from './list/list.ts';
import { refundPayment } from './refund.ts';
import { paymentShape, refundShape } from './resource.ts';
import {
  createPaymentAttributes,
  onBehalfOf,
  paymentPath,
  paymentsQuery,
  refundAttributes,
} from './schema.ts';
import { paymentResource } from './view.ts';

const paying = {
  scope: 'payments.create',
  agents: 'accepted',
  type: 'payment',
  attributes: createPaymentAttributes,
  example: {
    amount: 1250,
    currency: 'USD',
    counterparty: { type: 'email', value: 'casey@example.com' },
    description: 'A second-hand atlas',
    tags: { order: '1001' },
  },
} as const;

export const paymentRoutes: Endpoint[] = [
  post('/payments', {
    summary: 'Create a payment',
    description: `Pays from your party's wallet or, with \`customerPartyId\`, from the wallet of a customer who
delegated \`payments.create\` to your party. \`walletId\` names one of the payer's wallets. The payer cannot be the
recipient.

A 201 means that the payment is stored durably. Its \`status\` is \`PROCESSING\`, or \`IN_REVIEW\` if the amount exceeds
a limit, or breaks a rule of the agent, and the payment needs an approval first. Later reads show the current status. If
the recipient is known, it can be \`COMPLETED\` immediately. If no party has verified the e-mail address or phone
number, it is \`PENDING_CLAIM\`, and the money is held until it is claimed. A mail or text message tells the recipient; in
prod no text messages can be sent yet.`,
    response: singleShape(paymentShape),
    status: 201,
    refuses: [
      'forbidden',
      'rule_broken',
      'too_many_in_review',
      'customer_not_found',
      'party_not_found',
      'recipient_agent_not_found',
      'wallet_not_found',
      'wallet_not_allowed',
      'conflict',
      'amount_owed',
      'insufficient_funds',
      'party_frozen',
      'wallet_frozen',
    ],
    ...paying,
    recheckedInTransaction: true,
    idempotency: 'requirable',
    run: (ctx, { attributes }) => createPayment(ctx, attributes),
  }),
  post('/payments/preview', {
    summary: 'Preview a payment',
    description: `Takes the body of \`POST /payments\`, and pays nothing: says whether that payment would be accepted now, which
approvals it would need and why, or with which error it would be refused. Nothing is stored, and no idempotency key is
used up.`,
    response: previewShape('paymentPreview'),
    ...paying,
    idempotency: 'none',
    run: (ctx, { attributes }) => previewPayment(ctx, attributes),
  }),
  get('/payments', {
    summary: 'List payments',
    description: `Returns the payments that your party pays, receives or initiated, newest first, as a read by id shows
them. A payee sees a payment from its acceptance on. Filters can be combined. A page can be short, even empty, although
\`meta.pagination.hasMore\` is true: it reads a bounded number of payments. With \`partyId\`, returns those of a customer
who delegated \`payments.read\` to your party. \`tag[name]=value\` filters by a tag.`,
    response: listShape(paymentShape),
    refuses: ['party_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    query: paymentsQuery,
    run: (ctx, { query }) => listPayments(ctx, query),
  }),
  get('/payments/:paymentId', {
    summary: 'Retrieve a payment',
    description: `Returns a payment that your party pays, receives or initiated. A payee sees a payment from its acceptance
on, not while it is in review, and neither its tags nor the agent that paid. With \`partyId\`, returns a payment of
a customer who delegated \`payments.read\` to your party.`,
    response: singleShape(paymentShape),
    refuses: ['payment_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: paymentPath,
    query: onBehalfOf,
    run: async (ctx, { params, query }) =>
      single(paymentResource(await getPayment(ctx, params.paymentId, customerOf(query)), ctx.actor)),
  }),
  action('/payments/:paymentId/cancel', {
    idempotency: 'requirable',
    summary: 'Cancel a payment',
    shows: { attributes: { status: 'CANCELED' } },
    description: `Cancels a payment that is in review or waits to be claimed; held money becomes available again. Only
the payer and the initiator can cancel it. An agent can cancel only payments that it initiated itself. A delegate needs
the power to pay for the customer: while the customer has suspended the delegation, it is refused.`,
    response: singleShape(paymentShape),
    refuses: ['forbidden', 'delegation_suspended', 'agent_not_allowed', 'payment_not_found', 'conflict'],
    scope: 'payments.create',
    agents: 'accepted',
    type: 'payment',
    params: paymentPath,
    run: (ctx, { params }) => cancelPayment(ctx, params.paymentId),
  }),
  action('/payments/:paymentId/refund', {
    summary: 'Refund a payment',
    description: `Gives money of a completed payment back to its sender: \`amount\`, or all that is left. Only the
recipient can refund, as often as something is left; never more than was paid. The money comes from the wallet that
received the payment. The payment shows the sum as \`refundedAmount\`, and is \`RETURNED\` when nothing is left. Limits
do not count refunds, and get nothing back. Each refund is a transaction of its own, which both parties see.`,
    response: singleShape(refundShape),
    status: 201,
    refuses: [
      'forbidden',
      'payment_not_found',
      'conflict',
      'amount_owed',
      'insufficient_funds',
      'party_frozen',
      'wallet_frozen',
    ],
    example: { amount: 250, description: 'The atlas came back' },
    scope: 'payments.create',
    idempotency: 'required',
    type: 'refund',
    params: paymentPath,
    attributes: refundAttributes,
    run: (ctx, { params, attributes }) => refundPayment(ctx, params.paymentId, attributes),
  }),
];
