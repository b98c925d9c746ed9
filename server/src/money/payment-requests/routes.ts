import { action, type Endpoint, get, post } from '../../http/endpoint.ts';
import { customerOf } from '../../http/fields.ts';
import { previewShape } from '../../authority/previews/resource.ts';
import { listShape, singleShape, exampleId } from '../../http/shapes.ts';
import { paymentShape } from '../payments/resource.ts';
import { cancelPaymentRequest, declinePaymentRequest } from './close.ts';
import { createPaymentRequest } from './create.ts';
import { fulfilPaymentRequest, previewFulfilPaymentRequest } from './fulfil.ts';
import { getPaymentRequest } from './get.ts';
import { listIncoming, listPaymentRequests } from './list.ts';
import { createdPaymentRequestShape, listedPaymentRequestShape } from './resource.ts';
import {
  createPaymentRequestAttributes,
  fulfilAttributes,
  incomingQuery,
  onBehalfOf,
  paymentRequestPath,
  paymentRequestsQuery,
} from './schema.ts';

const fulfilling = {
  scope: 'payments.create',
  agents: 'accepted',
  type: 'paymentRequest',
  params: paymentRequestPath,
  attributes: fulfilAttributes,
  example: { paymentSource: { type: 'wallet' }, expectedAmount: 1250, expectedCurrency: 'USD' },
} as const;

const closing = {
  response: singleShape(listedPaymentRequestShape),
  refuses: ['payment_request_not_found', 'forbidden', 'agent_not_allowed', 'conflict'],
  scope: 'payments.create',
  agents: 'accepted',
  type: 'paymentRequest',
  params: paymentRequestPath,
} as const;

const requester = {
  name: 'Main Street Books',
  verified: true,
  address: null,
  partyId: exampleId('pty'),
  knownSince: null,
  lastPaidAt: null,
  nameWarning: null,
};

export const paymentRequestRoutes: Endpoint[] = [
  post('/payment-requests', {
    summary: 'Create a payment request',
    description: `Asks another party or person to pay your party. The response has a link to a page that shows the
request. If the payer has an e-mail address, the link is mailed to it; a payer named by a phone number gets it as a text
message, but in prod no text messages can be sent yet. One address gets at most 20 messages of your party within an hour;
a request beyond them is valid, and \`meta.emailFailures\` names the address, which gets none. The payer must not be your own party. An agent that is named as
the payer must be active; it or its party can pay. \`walletId\` names the wallet that receives the money.`,
    scope: 'payments.create',
    agents: 'accepted',
    idempotency: 'required',
    recheckedInTransaction: true,
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
    response: createdPaymentRequestShape,
    refuses: ['party_not_found', 'recipient_agent_not_found', 'wallet_not_found', 'conflict'],
    run: (ctx, { attributes }) => createPaymentRequest(ctx, attributes),
  }),
  get('/payment-requests', {
    summary: 'List payment requests',
    description: `Returns the payment requests that your party created, newest first. With \`partyId\`, returns those of a
customer who delegated \`payments.read\` to your party. \`tag[name]=value\` filters by a tag.`,
    scope: 'payments.read',
    ownReads: 'filtered',
    query: paymentRequestsQuery,
    response: listShape(listedPaymentRequestShape),
    refuses: ['party_not_found'],
    run: (ctx, { query }) => listPaymentRequests(ctx, query),
  }),
  get('/payment-requests/incoming', {
    summary: 'List incoming payment requests',
    description: `Returns the requests that ask your party to pay, newest first: those to its id, to its agents, and to its
verified e-mail addresses and phone numbers. With \`partyId\`, returns those that ask a customer who delegated
\`payments.read\` to your party.`,
    scope: 'payments.read',
    ownReads: 'filtered',
    query: incomingQuery,
    response: listShape(listedPaymentRequestShape),
    refuses: ['party_not_found'],
    run: (ctx, { query }) => listIncoming(ctx, query),
  }),
  get('/payment-requests/:paymentRequestId', {
    summary: 'Retrieve a payment request',
    description: `Returns a request that your party created, or that asks your party to pay. The payer sees neither its tags
nor the agent that created it. The requester sees who pays, and the payment, once the request is paid. With \`partyId\`,
returns a request of, or to, a customer who delegated \`payments.read\` to your party.`,
    scope: 'payments.read',
    ownReads: 'filtered',
    params: paymentRequestPath,
    query: onBehalfOf,
    response: singleShape(listedPaymentRequestShape),
    refuses: ['payment_request_not_found'],
    run: (ctx, { params, query }) => getPaymentRequest(ctx, params.paymentRequestId, customerOf(query)),
  }),
  post('/payment-requests/:paymentRequestId/fulfill', {
    summary: 'Pay a payment request',
    shows: {
      attributes: { description: 'Invoice 1042', tags: {} },
      relationships: { paymentRequest: { data: { type: 'paymentRequest', id: exampleId('prq') } } },
    },
    description: `Pays an open request from your party's wallet, or from an external account. Only the payer that the request names can do this: the party
with this id or with this verified address, or the named agent and its party.

The payment is like any other, under the same limits and rules, and this is its response. If it needs an approval, the
request is \`PROCESSING\` until that is decided, and \`OPEN\` again if the payment is denied or canceled. A request is paid
once: a second payment, even while the first one waits for an approval, is refused (409). So is a payment of a request
that asks for another amount or currency than you expect.

From an external account the money is drawn first, which needs the scope \`wallets.fund\`, and agents may not do it. The
payment is \`PROCESSING\` until the bank has settled the deposit, which \`GET /transfers\` shows. Then it is paid, or fails
if it can no longer be paid: the money stays in your wallet. If the deposit fails, so does the payment. The request is
\`OPEN\` again after a failure. What would need an approval is refused (409): pay that from a wallet.`,
    ...fulfilling,
    idempotency: 'required',
    response: singleShape(paymentShape),
    refuses: [
      'payment_request_not_found',
      'external_account_not_found',
      'external_account_not_usable',
      'wallet_not_found',
      'wallet_not_allowed',
      'forbidden',
      'agent_not_allowed',
      'conflict',
      'rule_broken',
      'too_many_in_review',
      'amount_owed',
      'insufficient_funds',
      'party_frozen',
      'wallet_frozen',
    ],
    run: (ctx, { params, attributes }) => fulfilPaymentRequest(ctx, params.paymentRequestId, attributes),
  }),
  post('/payment-requests/:paymentRequestId/fulfill/preview', {
    summary: 'Preview the payment of a payment request',
    shows: { attributes: { payee: requester } },
    description: `Takes the body of \`POST /payment-requests/{paymentRequestId}/fulfill\`, and pays nothing: says whether that
payment would be accepted now, which approvals it would need and why, or with which error it would be refused. From an
external account it needs the scope \`wallets.fund\` too, and agents may not ask; the bank is not asked. Nothing is
stored, and no idempotency key is used up.`,
    ...fulfilling,
    idempotency: 'none',
    response: previewShape('paymentPreview'),
    refuses: ['payment_request_not_found', 'agent_not_allowed'],
    run: (ctx, { params, attributes }) =>
      previewFulfilPaymentRequest(ctx, params.paymentRequestId, attributes),
  }),
  action('/payment-requests/:paymentRequestId/decline', {
    ...closing,
    summary: 'Decline a payment request',
    shows: { attributes: { status: 'DECLINED', payerCanPay: false, payerCanDecline: false } },
    description: `Declines an open request that asks your party to pay. While it is being paid, cancel the payment first.`,
    run: (ctx, { params }) => declinePaymentRequest(ctx, params.paymentRequestId),
  }),
  action('/payment-requests/:paymentRequestId/cancel', {
    ...closing,
    summary: 'Cancel a payment request',
    shows: { attributes: { status: 'CANCELED', payerCanPay: false, payerCanDecline: false } },
    description: `Cancels an open request of your party. An agent can cancel only requests that it created itself.`,
    run: (ctx, { params }) => cancelPaymentRequest(ctx, params.paymentRequestId),
  }),
];
