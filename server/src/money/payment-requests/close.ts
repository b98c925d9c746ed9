import type { Program, WriteContext } from '../../context.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { isPayingAgent } from '../../engine/rules/payment-request.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { knownPaymentRequest } from './get.ts';
import { closeOpen, type ListedPaymentRequestRow, markExpired } from './queries.ts';
import { listedPaymentRequestResource, viewerOf } from './view.ts';
import { expireSome } from '../../engine/plain-writes/record-expired.ts';

/**
 * Declines a request to the actor's party. Throws `payment_request_not_found`, `forbidden`, `agent_not_allowed`, and
 * `conflict` if it is not open.
 */
export function declinePaymentRequest(ctx: WriteContext, id: Id<'prq'>): Promise<HttpResponse> {
  const { partyId, agentId } = ctx.actor;
  return close(ctx, id, 'DECLINED', (request) => {
    if (request.partyId === partyId)
      throw fault('forbidden', 'Only the payer may decline a payment request.');
    if (!isPayingAgent(request, agentId)) throw refusalError('not_the_paying_agent');
  });
}

/**
 * Cancels a request of the actor's party; an agent may cancel only its own. Throws `payment_request_not_found`,
 * `forbidden`, `agent_not_allowed`, and `conflict` if it is not open.
 */
export function cancelPaymentRequest(ctx: WriteContext, id: Id<'prq'>): Promise<HttpResponse> {
  const { partyId, agentId } = ctx.actor;
  return close(ctx, id, 'CANCELED', (request) => {
    if (request.partyId !== partyId) {
      throw fault('forbidden', 'Only the party that asks may cancel a payment request.');
    }
    if (agentId && agentId !== request.agentId) throw refusalError('not_this_agent');
  });
}

function close(
  ctx: WriteContext,
  id: Id<'prq'>,
  to: 'CANCELED' | 'DECLINED',
  requireAllowed: (request: ListedPaymentRequestRow) => void,
): Promise<HttpResponse> {
  return write(ctx, { targetId: id }, async (tx, now) => {
    requireAllowed(await knownPaymentRequest(ctx, tx, id));
    if (!(await closeOpen(tx, { id, status: to, now }))) throw refusalError('request_closed');
    await recordEvent(tx, { resource: 'paymentRequest', resourceId: id, from: 'OPEN', to, now });
    const closed = await knownPaymentRequest(ctx, tx, id);
    return { response: single(listedPaymentRequestResource(closed, viewerOf(ctx))) };
  });
}

const expiring = { resource: 'paymentRequest', from: 'OPEN' } as const;

/** Expires a batch of overdue payment requests. Returns how many. */
export function expirePaymentRequests({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
