import type { Context } from '../../context.ts';
import type { PaymentRequestStatus } from '../../engine/model/payment-request.ts';
import type { Id } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { findPaymentUnderWay, type PaymentUnderWay } from '../../money/payments/queries.ts';
import { type Content, h, timeOf, userText } from './element.ts';

/** What people call the states of a request. */
export const states = {
  OPEN: 'open',
  PROCESSING: 'being paid',
  COMPLETED: 'paid',
  CANCELED: 'canceled',
  DECLINED: 'declined',
  EXPIRED: 'expired',
} as const satisfies Record<PaymentRequestStatus, string>;

type Closed = Exclude<PaymentRequestStatus, 'OPEN'>;

const ends: Record<Closed, string> = {
  PROCESSING: 'A payment of this request is under way. It may wait for a bank or for an approval.',
  COMPLETED: 'This request is paid. Nothing is left to do.',
  CANCELED: 'Whoever asked has taken the request back. It can no longer be paid.',
  DECLINED: 'Whoever was asked has declined. It can no longer be paid.',
  EXPIRED: 'This request was open for too long. If you still want to pay, ask for a new one.',
};

/** Returns why a request cannot be paid now. Only its payer learns for what a payment that is under way waits. */
export async function endOf(session: Context | null, id: Id<'prq'>, status: Closed): Promise<Content> {
  const underWay =
    session && status === 'PROCESSING'
      ? await findPaymentUnderWay(session.db, session.actor.partyId, id)
      : null;
  return h('p', { key: 'end' }, ...(underWay ? waitOf(underWay) : [ends[status]]));
}

function waitOf({ status, deposit, currency }: PaymentUnderWay): Content[] {
  if (status === 'IN_REVIEW') return ['Your payment waits for an approval. No money has moved.'];
  if (!deposit) return ['Your payment is under way.'];
  const { amount, account, expectedAt } = deposit;
  return [
    `Your payment waits for its deposit: the bank was asked for ${formatMoney({ amount, currency })} from `,
    account === null ? 'your account' : userText(account),
    ...(expectedAt ? [', expected by ', timeOf(expectedAt)] : []),
    '. It is paid as soon as the money arrives. If the deposit fails, the request is open again.',
  ];
}
