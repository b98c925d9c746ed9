import { z } from 'zod';
import type { ListedPaymentRequestResource } from '../../money/payment-requests/resource.ts';
import { amount, currency, id, named, paging, purpose, text } from './arguments.ts';
import type { Caller } from './caller.ts';
import { insist } from './insist.ts';
import { decimal, minorUnits } from './money.ts';
import { unknownOutcome } from './outcome.ts';
import { isShown } from './preview.ts';
import { keyOfCall, keyOfPurpose } from './purpose.ts';
import { said } from './result.ts';
import { type Tool, tool } from './tool.ts';
import { untrusted } from './untrusted.ts';

type Request = ListedPaymentRequestResource | Pick<ListedPaymentRequestResource, 'id' | 'attributes'>;

function shownRequest(caller: Caller, { id: requestId, attributes }: Request) {
  const { amount: asked, currency: code, status, payerCanPay, createdAt, transactionId } = attributes;
  const { description, requesterName, payerName } = attributes;
  return {
    id: requestId,
    status,
    amount: decimal(asked, code),
    currency: code,
    payer_can_pay: payerCanPay,
    created_at: createdAt,
    transaction_id: transactionId,
    link: attributes.paymentLinkUrl,
    ...(isShown(caller, transactionId !== null) &&
      untrusted({ description, requester_name: requesterName, payer_name: payerName })),
  };
}

const given = {
  status: { type: 'string' },
  message: { type: 'string' },
  payment_request: { type: 'object' },
};
const creating = 'POST /payment-requests';
const declining = 'POST /payment-requests/:paymentRequestId/decline';

export const requestTools: readonly Tool[] = [
  tool({
    name: 'request_payment',
    title: 'Ask for money',
    description: 'Asks somebody to pay you, once per purpose_id. The link leads to a page to pay on.',
    toolset: 'request',
    effect: 'ask',
    needs: creating,
    takes: {
      purpose_id: purpose,
      from: named.meta({ description: 'E-mail, phone (+1…), pty_… or agt_…' }),
      amount,
      currency,
      description: text(500).optional(),
      payer_name: text(128).optional(),
    },
    money: { amount: 'amount', currency: 'currency' },
    gives: given,
    run: async (caller, { purpose_id, from, description, payer_name: payerName, ...money }) => {
      const attributes = {
        payer: from,
        amount: minorUnits(money.amount, money.currency),
        currency: money.currency,
        ...(description && { description }),
        ...(payerName && { payerName }),
      };
      const key = keyOfPurpose(caller.ctx, purpose_id);
      const sameIf = ['amount', 'currency', 'payer'];
      const done = await insist(() => caller.call(creating, { attributes, key, sameIf }), caller.signal);
      if (!done)
        return unknownOutcome({
          tool: 'list_payment_requests',
          arguments: { direction: 'outgoing' },
          after_seconds: 5,
        });
      const status = done.isReplayed ? 'already_requested' : 'requested';
      const message = done.isReplayed
        ? 'This was asked for before; nothing was sent now.'
        : 'The request is made. Whoever has the link can see it and pay.';
      return said({ status, message, payment_request: shownRequest(caller, done.data) });
    },
  }),
  tool({
    name: 'list_payment_requests',
    title: 'List payment requests',
    description: 'incoming: those that ask you to pay; outgoing: your own. Newest first.',
    toolset: 'look',
    effect: 'read',
    needs: 'GET /payment-requests',
    takes: {
      direction: z.enum(['incoming', 'outgoing'], 'must be incoming or outgoing').default('incoming'),
      status: z
        .enum(['open', 'processing', 'completed', 'declined', 'canceled', 'expired'], 'must be a status')
        .optional(),
      ...paging,
    },
    gives: { payment_requests: { type: 'array' }, next_cursor: { type: ['string', 'null'] } },
    run: async (caller, { direction, status, limit, cursor }) => {
      const wanted = status?.toUpperCase();
      const path = direction === 'incoming' ? 'GET /payment-requests/incoming' : 'GET /payment-requests';
      const inQuery = direction === 'incoming' && wanted ? { status: wanted } : {};
      const query = { limit: String(limit), ...(cursor && { cursor }), ...inQuery };
      const { data, nextCursor } = await caller.page(path, query);
      const found = data.filter(({ attributes }) => !wanted || attributes.status === wanted);
      return said({
        payment_requests: found.map((each) => shownRequest(caller, each)),
        next_cursor: nextCursor,
      });
    },
  }),
  tool({
    name: 'decline_payment_request',
    title: 'Decline a payment request',
    description: 'Declines an open request that asks you to pay.',
    toolset: 'request',
    effect: 'change',
    needs: declining,
    takes: { payment_request_id: id('prq') },
    gives: given,
    run: async (caller, { payment_request_id: paymentRequestId }) => {
      const params = { paymentRequestId };
      const done = await insist(
        () => caller.call(declining, { params, key: keyOfCall(caller.ctx) }),
        caller.signal,
      );
      if (!done)
        return unknownOutcome({
          tool: 'list_payment_requests',
          arguments: { direction: 'incoming' },
          after_seconds: 5,
        });
      const request = shownRequest(caller, done.data);
      return said({ status: 'declined', message: 'The request is declined.', payment_request: request });
    },
  }),
];
