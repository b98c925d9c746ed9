import { z } from 'zod';
import type { ListedPaymentRequestResource } from '../../money/payment-requests/resource.ts';
import { amount, currency, id, named, pageOf, paging, purpose, text } from './arguments.ts';
import type { Caller } from './caller.ts';
import { insist } from './insist.ts';
import { decimal, minorUnits } from './money.ts';
import { refused, unknownOutcome } from './outcome.ts';
import { isReused } from './refusals.ts';
import { isShown } from './preview.ts';
import { keyOfCall, keyOfPurpose } from './purpose.ts';
import { type Result, said } from './result.ts';
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
    ...(isShown(caller, status === 'COMPLETED') &&
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

const readRequest = async (caller: Caller, paymentRequestId: string): Promise<Request> =>
  (await caller.call('GET /payment-requests/:paymentRequestId', { params: { paymentRequestId } })).data;

function usedFor(error: unknown): Result {
  if (!isReused(error)) throw error;
  return refused(
    'This purpose_id names an earlier request of another amount, or to somebody else. This call changed nothing. If this is another request, name it by another purpose_id.',
  );
}

export const requestTools: readonly Tool[] = [
  tool({
    name: 'request_payment',
    title: 'Ask for money',
    description: 'Asks somebody to pay you, once per purpose_id. The link leads to a page to pay on.',
    toolsets: ['request'],
    effect: 'ask',
    needs: [creating],
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
    run: async (caller, asked) => {
      const { purpose_id, from, description, payer_name: payerName, ...money } = asked;
      const attributes = {
        payer: from,
        amount: minorUnits(money.amount, money.currency),
        currency: money.currency,
        ...(description && { description }),
        ...(payerName && { payerName }),
      };
      const key = keyOfPurpose(caller.ctx, purpose_id);
      const sameIf = ['amount', 'currency', 'payer'];
      const call = { attributes, key, sameIf };
      const ended = await insist(caller, () => caller.call(creating, call)).catch(usedFor);
      if (!ended) return unknownOutcome({ tool: 'request_payment', arguments: asked, after_seconds: 5 });
      if ('says' in ended) return ended;
      const { data, isReplayed } = ended.done;
      const isEarlier = isReplayed && !ended.isRepeated;
      const present = isEarlier ? await readRequest(caller, data.id).catch(() => data) : data;
      const status = isEarlier ? 'already_requested' : 'requested';
      const message = isEarlier
        ? 'This was asked for before, and is shown as it stands; nothing was sent now.'
        : 'The request is made. Whoever has the link can see it; the one whom it names can pay.';
      return said({ status, message, payment_request: shownRequest(caller, present) });
    },
  }),
  tool({
    name: 'list_payment_requests',
    title: 'List payment requests',
    description: 'incoming: those that ask you to pay; outgoing: your own. Newest first.',
    toolsets: ['look', 'request'],
    effect: 'read',
    needs: ['GET /payment-requests'],
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
      const query = { ...pageOf({ limit, cursor }), ...inQuery };
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
    toolsets: ['request'],
    effect: 'change',
    needs: [declining],
    takes: { payment_request_id: id('prq') },
    gives: given,
    run: async (caller, { payment_request_id: paymentRequestId }) => {
      const call = { params: { paymentRequestId }, key: keyOfCall(caller.ctx) };
      const ended = await insist(caller, () => caller.call(declining, call));
      if (!ended) {
        const incoming = { direction: 'incoming' };
        return unknownOutcome({ tool: 'list_payment_requests', arguments: incoming, after_seconds: 5 });
      }
      const request = shownRequest(caller, ended.done.data);
      return said({ status: 'declined', message: 'The request is declined.', payment_request: request });
    },
  }),
];
