import type { HttpResponse } from '../support/http.ts';
import { codesOf } from '../support/http.ts';
import { reviewOf } from './limits.ts';
import type { Review } from './limits.ts';
import { countSpending, register } from './model/model.ts';
import { bankEnding } from './model/things.ts';
import type { Payment, Thing, Withdrawal } from './model/types.ts';
import { beginMove, leastAvailable, mostAvailable, settleMove } from './model/wallets.ts';
import type { Leg, Move } from './model/wallets.ts';
import { dataOf, endingOf } from './turn.ts';
import type { Ask, Turn } from './turn.ts';
import type { Agent, Actor, Delegation, Party } from './model/types.ts';
import { walletOf } from './world/people.ts';

/** A payment or withdrawal to be asked for. */
export type Intent = {
  as: Actor;
  /** Named by header; an agent's own key needs none. */
  agent?: Agent;
  /** A customer, who pays. */
  delegation?: Delegation;
  /** Null for a withdrawal. */
  counterparty: { type: string; value: string } | null;
  /** Who gets it; null for an unknown recipient, and a withdrawal. */
  payee: Party | null;
  amount: number;
  currency?: string;
  key?: string | null;
  accountId?: string;
  isPrivate?: boolean;
  /** What the limits say, where the operation knows better. */
  review?: Review;
  server?: number;
  isForgotten?: boolean;
};

/** It, asked for: the request, and what it may do to wallets from now on. */
export type PaymentAttempt = {
  intent: Intent;
  ask: Ask;
  token: string;
  review: Review;
  /** Was there a wallet to pay from when it was asked for? */
  hasWallet: boolean;
  move: Move;
};

/** How it ended: accepted or in review, or the code that refused it. */
export type Judged = { thing: Thing | null; refusal: string | null; response: HttpResponse };

/** Asks for it once, and judges the answer. A refusal other than for want of money has to be among `refusals`. */
export async function request(turn: Turn, intent: Intent, refusals: readonly string[] = []): Promise<Judged> {
  const attempt = begin(turn, intent);
  return judge(turn, attempt, await turn.send(attempt.ask), refusals);
}

/** Prepares the request. From now on the model reckons with it. */
export function begin(turn: Turn, intent: Intent): PaymentAttempt {
  const { as, agent, delegation, counterparty, payee, amount, currency = 'USD' } = intent;
  const token = turn.token();
  const payer = delegation?.customer ?? as.party;
  const acting = as.agent ?? agent ?? null;
  const spender = { party: as.party, agent: acting, payer, delegation: delegation ?? null };
  const review = intent.review ?? reviewOf(spender, amount, currency);
  const values = { amount, currency, description: token };
  const { accountId = as.party.accountId } = intent;
  const body = counterparty
    ? { ...values, counterparty, ...(delegation && { customerPartyId: payer.id }) }
    : { ...values, externalAccountId: accountId };
  const path = counterparty ? '/payments' : '/transfers/withdraw';
  const key = intent.key === undefined ? token : intent.key;
  const ask: Ask = { as, method: 'POST', path, body, key, agentId: agent?.id ?? null };
  if (intent.server !== undefined) ask.server = intent.server;
  if (intent.isForgotten) ask.isForgotten = true;
  const hasWallet = walletOf(payer, currency).exists;
  return { intent, ask, token, review, hasWallet, move: beginMove(legsOf(payer, payee, currency, amount)) };
}

function legsOf(payer: Party, payee: Party | null, currency: string, amount: number): Leg[] {
  const from = walletOf(payer, currency);
  if (!payee) return [{ wallet: from, available: -amount, held: amount }];
  const to = walletOf(payee, currency);
  return [
    { wallet: from, available: -amount, held: 0 },
    { wallet: to, available: amount, held: 0 },
  ];
}

/** Compares an answer with what can have happened, and takes over what it acknowledges. */
export function judge(
  turn: Turn,
  attempt: PaymentAttempt,
  response: HttpResponse,
  refusals: readonly string[] = [],
): Judged {
  const { move, intent, review } = attempt;
  if (response.status < 300) return { thing: accept(turn, attempt, response), refusal: null, response };
  settleMove(move, false);
  const [refusal = ''] = codesOf(response);
  turn.note(endingOf(response));
  if (refusal !== 'insufficient_funds') {
    if (!refusals.includes(refusal)) turn.fail('answers', `refused as ${refusal}, for no reason`);
    return { thing: null, refusal, response };
  }
  // A transfer always has a wallet; where there is none, a withdrawal cannot wait for an approval.
  const canWait = intent.counterparty !== null || attempt.hasWallet;
  if (review.expected === 'yes' && canWait)
    turn.fail('G6', 'over a limit, and refused instead of put in review');
  const least = leastAvailable(move);
  if (least >= intent.amount) {
    turn.fail('G2', `refused for want of money, though at least ${least} of ${intent.amount} was there`);
  }
  return { thing: null, refusal, response };
}

type Shown = {
  id: string;
  attributes: { amount: number; currency: string; description: string; status: string };
  relationships: Record<string, { data: { id: string } | null } | undefined>;
};

function accept(turn: Turn, attempt: PaymentAttempt, response: HttpResponse): Thing {
  const { intent, review, move } = attempt;
  const { model } = turn.run;
  const shown = dataOf(response) as Shown;
  checkAnswer(turn, attempt, shown);
  const { status } = shown.attributes;
  turn.note(`${response.status} ${status}`);
  if (status === 'PROCESSING') {
    if (review.expected === 'yes') turn.fail('G6', 'accepted, though it is over a limit');
    const most = mostAvailable(move);
    if (most < intent.amount) {
      turn.fail('G2', `accepted, though at most ${most} of ${intent.amount} can have been there`);
    }
  } else if (status !== 'IN_REVIEW') turn.fail('answers', `accepted as ${status}`);
  else if (review.expected === 'no') turn.fail('G6', 'in review, though it is within all limits');
  if (model.things.has(shown.id)) {
    turn.fail('G3', `${shown.id} was acknowledged before, to another request`);
  }
  const thing = thingOf(turn, attempt, shown);
  settleMove(move, status === 'PROCESSING');
  register(model, thing);
  if (thing.acceptedOn !== null) noteAccepted(turn, thing);
  return thing;
}

/** It has begun to count, and a withdrawal may come back from its bank. */
export function noteAccepted(turn: Turn, thing: Thing): void {
  countSpending(turn.run.model, thing, 1);
  if (thing.type === 'withdrawal' && bankEnding(thing.amount) !== 'COMPLETED') {
    walletOf(thing.payer, thing.currency).floating += thing.amount;
  }
}

function checkAnswer(turn: Turn, { intent, token, ask }: PaymentAttempt, shown: Shown): void {
  const { amount, currency, description } = shown.attributes;
  const { as, payee, delegation, currency: attempt = 'USD', counterparty } = intent;
  if (amount !== intent.amount || currency !== attempt || description !== token) {
    turn.fail('G3', `the answer is to another request than ${token} (${ask.path})`);
  }
  const { sender, recipient, party } = shown.relationships;
  const payer = delegation?.customer ?? as.party;
  if ((counterparty ? sender : party)?.data?.id !== payer.id) turn.fail('tenancy', 'another party pays');
  if (payee && recipient?.data?.id !== payee.id) turn.fail('answers', 'another party is paid');
}

function thingOf(turn: Turn, { intent, token, review }: PaymentAttempt, shown: Shown): Thing {
  const { as, agent, delegation, payee, amount, currency = 'USD', counterparty } = intent;
  const isAccepted = shown.attributes.status === 'PROCESSING';
  const common = {
    id: shown.id,
    token,
    amount,
    currency,
    maker: {
      party: as.party,
      userId: as.userId,
      agent: as.agent ?? agent ?? null,
      byAgentKey: as.agent !== null,
    },
    approvals: new Map(),
    deciders: review.deciders ?? [],
    acceptedOn: isAccepted ? turn.run.model.today.day : null,
    wasReviewed: !isAccepted,
    busy: false,
    isPrivate: intent.isPrivate ?? false,
    payer: delegation?.customer ?? as.party,
  };
  if (!counterparty) {
    const status: Withdrawal['status'] = isAccepted ? 'PROCESSING' : 'IN_REVIEW';
    const accountId = intent.accountId ?? as.party.accountId;
    return { ...common, type: 'withdrawal', payee: null, accountId, status, cancelAsked: false };
  }
  const accepted = payee ? 'COMPLETED' : 'PENDING_CLAIM';
  const status: Payment['status'] = isAccepted ? accepted : 'IN_REVIEW';
  return { ...common, type: 'payment', payee, status };
}
