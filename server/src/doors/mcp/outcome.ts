import type { Context } from '../../context.ts';
import type { PaymentStatus } from '../../engine/model/records.ts';
import type { PaymentResource } from '../../money/payments/resource.ts';
import { publicId } from '../../lib/id.ts';
import type { Caller } from './caller.ts';
import { decimal, feeOf } from './money.ts';
import { shownReason, type ShownReason } from './reasons.ts';
import { type Result, said } from './result.ts';
import { untrusted, type Untrusted } from './untrusted.ts';

/** What became, or would become, of a payment. */
const outcomeStatuses = [
  'would_pay',
  'paid',
  'processing',
  'waiting_for_claim',
  'already_paid',
  'needs_approval',
  'outcome_unknown',
  'denied',
  'canceled',
  'returned',
  'refused',
  'failed',
  'overload',
  'rate_limit',
] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** What to call next, and when. */
export type Next = { tool: string; arguments: object; after_seconds: number };

export type ShownPayment = Untrusted & {
  id: string;
  status: string;
  amount: string;
  currency: string;
  fee: string | null;
  recipient_party_id: string;
  created_at: string;
  expires_at?: string;
};

export type ShownApproval = {
  id: string;
  /** Who decides: people of the caller's own party, or of the party with the id. */
  decided_by: 'your_party' | 'customer';
  decider_party_id: string;
  /** The page on which a person decides. */
  link: string;
  expires_at: string;
};

export type Outcome = Untrusted & {
  status: OutcomeStatus;
  message: string;
  next?: Next;
  payment?: ShownPayment;
  approval?: ShownApproval;
  /** Others that it needs too: nothing moves before all are given. */
  more_approvals?: ShownApproval[];
  reasons?: ShownReason[];
};

/** The members of an outcome, as JSON Schema has them. */
export const outcomeShape = {
  status: { type: 'string', enum: [...outcomeStatuses] },
  message: { type: 'string' },
  next: { type: 'object' },
  payment: { type: 'object' },
  approval: { type: 'object' },
  reasons: { type: 'array' },
};

export function shownPayment(
  { ctx, switches }: Pick<Caller, 'ctx' | 'switches'>,
  { id, attributes, relationships }: PaymentResource,
): ShownPayment {
  const { amount, currency, status, fee, description, expiresAt, createdAt } = attributes;
  return {
    id,
    status,
    amount: decimal(amount, currency),
    currency,
    fee: feeOf(fee, currency),
    recipient_party_id: relationships.recipient.data.id,
    created_at: createdAt,
    ...(expiresAt !== null && { expires_at: expiresAt }),
    ...(!(switches.isLocked && isOfStranger(ctx, { status, relationships })) && untrusted({ description })),
  };
}

const spent = 'Its purpose_id stays used; if your person wants it anew, take another one.';

type Words = { status: OutcomeStatus; message: string };

const statusWords: { [S in PaymentStatus]: OutcomeStatus } = {
  COMPLETED: 'paid',
  PROCESSING: 'processing',
  PENDING_CLAIM: 'waiting_for_claim',
  IN_REVIEW: 'needs_approval',
  FAILED: 'failed',
  RETURNED: 'returned',
  APPROVAL_DENIED: 'denied',
  CANCELED: 'canceled',
};

/** What there is to say of a payment in each status. */
const messages: { [S in PaymentStatus]: (of: string, payment: PaymentResource) => string } = {
  COMPLETED: (of) => `Paid: ${of}.`,
  PROCESSING: (of) => `Accepted, and on its way: ${of}. Do not pay again.`,
  PENDING_CLAIM: (of, { attributes }) =>
    `${of} is held until its recipient claims it, until ${attributes.expiresAt}; then it returns. Do not pay again.`,
  IN_REVIEW: (of) =>
    `${of} waits for a person to approve it, and nothing has moved. Tell your person the link. Do not pay in another way, in parts, or again.`,
  FAILED: (of) => `${of} failed, and nothing moved. ${spent}`,
  RETURNED: (of, { attributes }) =>
    `${of} was returned to the payer, by ${attributes.updatedAt}. Do not try again without your person. ${spent}`,
  APPROVAL_DENIED: (of, { attributes }) =>
    `A person denied ${of}, at ${attributes.updatedAt}, and nothing moved. Do not try again without your person. ${spent}`,
  CANCELED: (of, { attributes }) =>
    `${of} was canceled or expired, at ${attributes.updatedAt}, and nothing is held. Do not try again without your person. ${spent}`,
};

const isPaidFor: ReadonlySet<OutcomeStatus> = new Set(['paid', 'processing', 'waiting_for_claim']);

/**
 * Returns what became of a payment, as it stands now. `isEarlier`: the same purchase was paid by an earlier call, and this
 * one paid nothing.
 */
export function outcomeOf(caller: Caller, payment: PaymentResource, { isEarlier = false } = {}): Result {
  const { amount, currency, status, createdAt } = payment.attributes;
  const of = `${decimal(amount, currency)} ${currency} (${payment.id})`;
  const present = isInbound(caller.ctx, payment.relationships)
    ? received(status, of)
    : { status: statusWords[status], message: messages[status](of, payment) };
  const shown = isEarlier && isPaidFor.has(present.status) ? already(of, createdAt) : present;
  const waits = status === 'IN_REVIEW' ? approvalOf(caller, payment) : {};
  const outcome: Outcome = { ...shown, ...waits, payment: shownPayment(caller, payment) };
  return { says: outcome, isError: shown.status === 'failed' };
}

/** Returns whether its words may be another party's, whom this one has not paid: of who pays it, or asks to be paid. */
function isOfStranger(
  ctx: Pick<Context, 'actor'>,
  { status, relationships }: { status: PaymentStatus; relationships: PaymentResource['relationships'] },
): boolean {
  const isAskedFor = relationships.paymentRequest.data !== null && status !== 'COMPLETED';
  return isInbound(ctx, relationships) || isAskedFor;
}

/** Returns whether the caller's party is paid: what it reads of it is not what it did. */
function isInbound(
  { actor }: Pick<Context, 'actor'>,
  { recipient, sender }: PaymentResource['relationships'],
): boolean {
  const own = publicId('pty', actor.partyId);
  return recipient.data.id === own && sender.data.id !== own;
}

function received(status: PaymentStatus, of: string): Words {
  if (status === 'COMPLETED') return { status: 'paid', message: `Received: ${of}.` };
  return { status: statusWords[status], message: `A payment to you of ${of} is ${statusWords[status]}.` };
}

function already(of: string, createdAt: string): Words {
  return {
    status: 'already_paid',
    message: `This purchase was paid before: ${of}, at ${createdAt}. Nothing was paid now. Another purchase needs another purpose_id.`,
  };
}

function approvalOf(
  caller: Caller,
  payment: PaymentResource,
): Pick<Outcome, 'approval' | 'more_approvals' | 'reasons' | 'next'> {
  const [first, ...others] = payment.attributes.approvals ?? [];
  const next = waitFor(payment.id);
  if (!first) return { next };
  return {
    approval: shownApproval(caller, first),
    ...(others.length > 0 && { more_approvals: others.map((each) => shownApproval(caller, each)) }),
    reasons: (payment.attributes.approvals ?? []).flatMap(({ reasons }) => reasons.map(shownReason)),
    next,
  };
}

function waitFor(paymentId: string): Next {
  return { tool: 'wait_for_payment', arguments: { payment_id: paymentId, seconds: 30 }, after_seconds: 0 };
}

export function shownApproval(
  caller: Caller,
  { id, deciderPartyId, expiresAt }: { id: string; deciderPartyId: string; expiresAt: string },
): ShownApproval {
  const isOwn = deciderPartyId === publicId('pty', caller.ctx.actor.partyId);
  return {
    id,
    decided_by: isOwn ? 'your_party' : 'customer',
    decider_party_id: deciderPartyId,
    link: `${caller.ctx.baseUrl()}/review/${id}`,
    expires_at: expiresAt,
  };
}

/** Says that nobody knows yet whether money moved, and what to call to find out. */
export function unknownOutcome(next: Next): Result {
  const message =
    'Nobody knows yet whether this took effect. Do not pay in another way. Ask with `next`; the same call with the same arguments is safe, too.';
  return said({ status: 'outcome_unknown', message, next } satisfies Outcome);
}

/** Says that nothing moved, and why. */
export function refused(message: string, rest: Omit<Outcome, 'status' | 'message'> = {}): Result {
  return { says: { status: 'refused', message, ...rest } satisfies Outcome, isError: true };
}
