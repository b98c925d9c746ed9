import type { Context, WriteContext } from '../../context.ts';
import type { Pay } from '../../engine/commands/pay.ts';
import type { RequestInfo } from '../../engine/model/actor.ts';
import { type Counterparty, counterpartyAt } from '../../engine/model/counterparty.ts';
import type { PaymentTerms } from '../../engine/model/records.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { preview } from '../../authority/previews/preview.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { exactly } from '../../lib/exactly.ts';
import { type Id, newId } from '../../lib/id.ts';
import type { CreatePaymentAttributes } from './schema.ts';
import { acceptedPayment } from './view.ts';

/**
 * Creates a payment from a wallet of the actor's party, or of a customer who delegated to it. 201 means that the
 * payment is durable, and that its money has moved, is held until an unknown recipient claims it, or waits for an
 * approval. The engine decides; `engine/model/outcomes.ts` lists its refusals in order.
 */
export function createPayment(ctx: WriteContext, attributes: CreatePaymentAttributes): Promise<HttpResponse> {
  return pay(ctx, payOf(ctx, attributes), attributes.amount);
}

/** Returns what would become of a payment. Throws the errors of `preview`. */
export function previewPayment(ctx: Context, attributes: CreatePaymentAttributes): Promise<HttpResponse> {
  return preview(ctx, attributes, payOf(ctx, attributes));
}

/** What a payment takes over from the payment request that it fulfils. */
export type FulfilledRequest = Pick<Pay, 'walletId' | 'counterparty' | 'terms' | 'drawFrom'> & {
  fulfils: NonNullable<Pay['fulfils']>;
};

/** Creates the payment that fulfils a payment request, from a wallet or an account of the actor's party, in the same way. */
export function fulfil(ctx: WriteContext, request: FulfilledRequest): Promise<HttpResponse> {
  return pay(ctx, fulfilmentOf(ctx, request), request.terms.amount);
}

/** Returns what would become of the payment that fulfils a payment request. Throws the errors of `preview`. */
export function previewFulfilment(
  ctx: Context,
  request: FulfilledRequest,
  sent: object,
): Promise<HttpResponse> {
  return preview(ctx, sent, fulfilmentOf(ctx, request));
}

function fulfilmentOf(ctx: Context, request: FulfilledRequest): (request: RequestInfo) => Pay {
  return payment(ctx, { ...request, customerPartyId: null, intendedRepeat: false });
}

/** Throws `sign_in_required` for a browser session. */
async function pay(
  ctx: WriteContext,
  asked: (request: RequestInfo) => Pay,
  amount: bigint,
): Promise<HttpResponse> {
  requireFreshSignIn(ctx, amount);
  return runCommand(ctx, asked);
}

function payOf(ctx: Context, attributes: CreatePaymentAttributes): (request: RequestInfo) => Pay {
  const { customerPartyId = null, walletId = null, counterparty, intendedRepeat, ...rest } = attributes;
  const terms = exactly<PaymentTerms>()(rest); // an attribute that the payment would not keep does not compile
  const asked = { customerPartyId, walletId, counterparty: counterpartyNamed(counterparty), terms };
  return payment(ctx, { ...asked, intendedRepeat, fulfils: null, drawFrom: null });
}

type Asked = Pick<
  Pay,
  'customerPartyId' | 'walletId' | 'counterparty' | 'terms' | 'fulfils' | 'drawFrom' | 'intendedRepeat'
>;

function payment({ config }: Context, asked: Asked): (request: RequestInfo) => Pay {
  return (request) => ({
    kind: 'pay',
    ...request,
    ...asked,
    maxInReview: config.maxInReviewPerAgent,
    newIds: new PaymentIds(),
    render: (payment, approvals) =>
      JSON.stringify({ data: acceptedPayment(payment, approvals, request.actor.partyId) }),
  });
}

/** The ids that the decision on a payment may need. Those that few payments need are drawn when they are asked for. */
class PaymentIds {
  readonly payment = newId('pay');
  #wallet: Id<'wal'> | null = null;
  #approvals: [Id<'apr'>, Id<'apr'>] | null = null;

  get wallet(): Id<'wal'> {
    return (this.#wallet ??= newId('wal'));
  }

  get approvals(): [Id<'apr'>, Id<'apr'>] {
    return (this.#approvals ??= [newId('apr'), newId('apr')]);
  }
}

function counterpartyNamed(sent: CreatePaymentAttributes['counterparty']): Counterparty {
  if (sent.type === 'party_id') return { type: sent.type, partyId: sent.value };
  if (sent.type === 'agent_id') return { type: sent.type, agentId: sent.value };
  return counterpartyAt({ kind: sent.type, value: sent.value });
}
