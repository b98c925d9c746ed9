import { PurserError } from '../../errors.ts';
import type { EndpointCall } from '../../http/call-endpoint.ts';
import { findPaymentUnder } from '../../money/payments/under-key.ts';
import type { PaymentResource } from '../../money/payments/resource.ts';
import { z } from 'zod';
import { amount, currency, id, named, purpose, text } from './arguments.ts';
import type { Caller } from './caller.ts';
import { insist } from './insist.ts';
import { decimal, minorUnits } from './money.ts';
import { type Outcome, outcomeOf, outcomeShape, refused, shownPayment, unknownOutcome } from './outcome.ts';
import { outcomeOfPreview } from './preview.ts';
import { isReused } from './refusals.ts';
import { keyOfCall, keyOfPurpose } from './purpose.ts';
import { type Result, said } from './result.ts';
import { type Tool, tool } from './tool.ts';
import { waitForPayment, mostSeconds } from './wait.ts';

const creating = 'POST /payments';
const reading = 'GET /payments/:paymentId';
const fulfilling = 'POST /payment-requests/:paymentRequestId/fulfill';

/** What is paid, to whom, and for whom: all else of a retry may differ, as models word it anew. */
const sameIf = ['amount', 'currency', 'counterparty', 'customerPartyId'];

const terms = {
  to: named.meta({ description: 'E-mail, phone (+1…), pty_… or agt_…' }),
  amount,
  currency,
  customer_id: id('pty').optional().meta({ description: 'Whose wallet pays, if not your own' }),
  wallet_id: id('wal').optional(),
};

type Terms = z.output<z.ZodObject<typeof terms>>;

function attributesOf(
  asked: Terms & { description?: string | undefined; intended_repeat?: boolean | undefined },
) {
  const { to, customer_id: customerPartyId, wallet_id: walletId, description } = asked;
  return {
    counterparty: to,
    amount: minorUnits(asked.amount, asked.currency),
    currency: asked.currency,
    ...(customerPartyId && { customerPartyId }),
    ...(walletId && { walletId }),
    ...(description && { description }),
    ...(asked.intended_repeat && { intendedRepeat: true }),
  };
}

async function readPayment(caller: Caller, paymentId: string): Promise<PaymentResource> {
  return (await caller.call(reading, { params: { paymentId } })).data;
}

/** Returns what became of a write that pays. `next` is how to ask again while nobody knows. */
async function pay(
  caller: Caller,
  name: 'POST /payments' | 'POST /payment-requests/:paymentRequestId/fulfill',
  call: EndpointCall,
  next: { tool: string; arguments: object },
): Promise<Result> {
  const ended = await insist(caller, () => caller.call(name, call));
  if (!ended) return unknownOutcome({ ...next, after_seconds: 5 });
  const { data, isReplayed } = ended.done;
  const isEarlier = isReplayed && !ended.isRepeated;
  try {
    return outcomeOf(caller, await readPayment(caller, data.id), { isEarlier });
  } catch {
    // What was made now stands as it was answered. What was made earlier may have ended since, and nobody can say how.
    return isReplayed ? unread(data.id) : outcomeOf(caller, data);
  }
}

function unread(paymentId: string): Result {
  const message = `This purchase was asked for before (${paymentId}). Nothing was paid now, and how it ended could not be read.`;
  return said({ status: 'already_paid', message } satisfies Outcome);
}

/** Names the payment under a purpose that was used for another payee or amount. */
async function usedFor(caller: Caller, key: string, error: unknown): Promise<Result> {
  if (!isReused(error)) throw error;
  const earlier = await findPaymentUnder(caller.ctx, key);
  if (earlier === null) throw error;
  const payment = await readPayment(caller, earlier);
  const of = `${decimal(payment.attributes.amount, payment.attributes.currency)} ${payment.attributes.currency}`;
  return refused(
    `This purpose_id names an earlier payment of ${of} (${payment.id}) from ${payment.attributes.createdAt}, to another recipient or one named in another way, of another amount, or for another customer. This call moved nothing. If this is another purchase, name it by another purpose_id; if it is the same, do not pay again.`,
    { payment: shownPayment(caller, payment) },
  );
}

/** Says what became of a payment request that can no longer be paid, if it was paid, and for the amount that is expected. */
async function fulfilledBefore(
  caller: Caller,
  paymentRequestId: string,
  { expectedAmount, expectedCurrency }: { expectedAmount: number; expectedCurrency: string },
  error: unknown,
): Promise<Result> {
  if (!(error instanceof PurserError) || error.faults[0].code !== 'conflict') throw error;
  const name = 'GET /payment-requests/:paymentRequestId';
  const { data } = await caller.call(name, { params: { paymentRequestId } });
  const paidBy = data.relationships.payment.data?.id;
  if (paidBy === undefined) throw error;
  const payment = await readPayment(caller, paidBy);
  const { amount: asked, currency: code } = payment.attributes;
  if (asked === expectedAmount && code === expectedCurrency)
    return outcomeOf(caller, payment, { isEarlier: true });
  return refused(
    `This request is for ${decimal(asked, code)} ${code}, which is not the amount that you expect. It is no longer open (${paidBy}), and this call moved nothing.`,
    { payment: shownPayment(caller, payment) },
  );
}

export const payTools: readonly Tool[] = [
  tool({
    name: 'preview_payment',
    title: 'Preview a payment',
    description: 'Says what create_payment would do now. Moves nothing.',
    toolsets: ['look', 'pay'],
    effect: 'read',
    needs: ['POST /payments/preview'],
    takes: terms,
    money: { amount: 'amount', currency: 'currency' },
    gives: outcomeShape,
    run: async (caller, asked) => {
      const name = 'POST /payments/preview';
      const { data } = await caller.call(name, { attributes: attributesOf(asked) });
      return outcomeOfPreview(caller, data);
    },
  }),
  tool({
    name: 'create_payment',
    title: 'Pay',
    description:
      'Pays once per purpose_id: name the purchase, the same on every retry. needs_approval is no error: a person decides.',
    toolsets: ['pay'],
    effect: 'pay',
    needs: [creating],
    takes: {
      purpose_id: purpose,
      ...terms,
      description: text(500).optional(),
      intended_repeat: z
        .boolean('must be true or false')
        .optional()
        .meta({ description: 'Only if the person wants the same purchase once more' }),
    },
    money: { amount: 'amount', currency: 'currency' },
    gives: outcomeShape,
    run: (caller, { purpose_id, ...asked }) => {
      const key = keyOfPurpose(caller.ctx, purpose_id);
      const call = { attributes: attributesOf(asked), key, sameIf };
      const next = { tool: 'get_payment', arguments: { purpose_id } };
      return pay(caller, creating, call, next).catch((error: unknown) => usedFor(caller, key, error));
    },
  }),
  tool({
    name: 'get_payment',
    title: 'Look up a payment',
    description: 'By payment_id, or by the purpose_id of create_payment.',
    toolsets: ['look', 'pay'],
    effect: 'read',
    needs: [reading],
    takes: { payment_id: id('pay').optional(), purpose_id: purpose.optional() },
    gives: outcomeShape,
    run: async (caller, { payment_id, purpose_id }) => {
      if ((payment_id === undefined) === (purpose_id === undefined))
        return refused('Name one of payment_id and purpose_id.');
      const found =
        payment_id ?? (await findPaymentUnder(caller.ctx, keyOfPurpose(caller.ctx, purpose_id ?? '')));
      if (found !== null) return outcomeOf(caller, await readPayment(caller, found));
      return refused(
        'No payment was made for this purpose_id. If an answer of create_payment was lost more than a minute ago, nothing moved: you may call it again with the same purpose_id.',
      );
    },
  }),
  tool({
    name: 'wait_for_payment',
    title: 'Wait for a decision',
    description: 'Waits until a person has decided, or the seconds are over. Still waiting is an answer.',
    toolsets: ['look', 'pay'],
    effect: 'read',
    needs: [reading],
    takes: {
      payment_id: id('pay'),
      seconds: z
        .int(`must be a whole number from 1 to ${mostSeconds}`)
        .min(1, `must be from 1 to ${mostSeconds}`)
        .max(mostSeconds, `must be from 1 to ${mostSeconds}`)
        .default(30),
    },
    gives: outcomeShape,
    run: (caller, { payment_id, seconds }) => waitForPayment(caller, payment_id, seconds, readPayment),
  }),
  tool({
    name: 'cancel_payment',
    title: 'Cancel a payment',
    description:
      'Cancels a payment that waits for an approval or a claim; an agent only its own that waits for an approval.',
    toolsets: ['pay'],
    effect: 'change',
    needs: ['POST /payments/:paymentId/cancel'],
    takes: { payment_id: id('pay') },
    gives: outcomeShape,
    run: (caller, { payment_id: paymentId }) => cancel(caller, paymentId),
  }),
  tool({
    name: 'fulfill_payment_request',
    title: 'Pay a payment request',
    description: 'Pays a request that asks you, once. Refused if it asks for another amount than expected.',
    toolsets: ['pay'],
    effect: 'pay',
    needs: [fulfilling],
    takes: {
      payment_request_id: id('prq'),
      expected_amount: amount,
      expected_currency: currency,
      wallet_id: id('wal').optional(),
    },
    money: { amount: 'expected_amount', currency: 'expected_currency' },
    gives: outcomeShape,
    run: (caller, asked) => {
      const { payment_request_id: paymentRequestId, expected_currency: expectedCurrency } = asked;
      const attributes = {
        paymentSource: { type: 'wallet', ...(asked.wallet_id && { walletId: asked.wallet_id }) },
        expectedAmount: minorUnits(asked.expected_amount, expectedCurrency),
        expectedCurrency,
      };
      // One that was denied or failed is open again: so the request itself, and not its key, is paid once.
      const call = { params: { paymentRequestId }, attributes, key: keyOfCall(caller.ctx) };
      const next = { tool: 'fulfill_payment_request', arguments: asked };
      return pay(caller, fulfilling, call, next).catch((error: unknown) =>
        fulfilledBefore(caller, paymentRequestId, attributes, error),
      );
    },
  }),
];

async function cancel(caller: Caller, paymentId: string): Promise<Result> {
  const payment = await readPayment(caller, paymentId);
  const { status } = payment.attributes;
  if (status === 'CANCELED') return outcomeOf(caller, payment);
  if (caller.ctx.actor.agentId !== null && status !== 'IN_REVIEW')
    return refused('An agent cancels only what waits for an approval. This does not; nothing changed.', {
      payment: shownPayment(caller, payment),
    });
  const call = { params: { paymentId }, key: keyOfCall(caller.ctx) };
  const ended = await insist(caller, () => caller.call('POST /payments/:paymentId/cancel', call)).catch(
    async (error: unknown) => {
      const present = await readPayment(caller, paymentId);
      if (present.attributes.status === status) throw error;
      return { done: { data: present } }; // at the same time somebody decided it, or canceled it
    },
  );
  if (!ended)
    return unknownOutcome({ tool: 'get_payment', arguments: { payment_id: paymentId }, after_seconds: 5 });
  return outcomeOf(caller, ended.done.data);
}
