import { codesOf, type HttpResponse } from '../support/http.ts';
import { type Review, reviewOf } from './limits.ts';
import { mayHavePaid, whoHavePaid } from './known-payees.ts';
import { countSpending, type Model, recordPaid, register } from './model/model.ts';
import { bankOutcome } from './model/transactions.ts';
import type {
  Actor,
  Agent,
  Delegation,
  Party,
  Payment,
  Tags,
  Transaction,
  Withdrawal,
} from './model/types.ts';
import {
  finishMove,
  leastAvailable,
  type Leg,
  mostAvailable,
  type Move,
  startMove,
} from './model/wallets.ts';
import { checkTags, drawTags, tagsIn } from './tags.ts';
import { dataOf, outcomeOf, type RequestSpec, type Turn } from './turn.ts';
import { walletOf } from './world/parties.ts';

/** A payment or withdrawal to send. */
export type Intent = {
  as: Actor;
  /** The agent named in the header; none where the actor is an agent. */
  agent?: Agent;
  /** The delegation of the customer that pays. */
  delegation?: Delegation;
  /** Null for a withdrawal. */
  counterparty: { type: string; value: string } | null;
  /** Null for an unknown recipient and for a withdrawal. */
  payee: Party | null;
  amount: number;
  currency?: string;
  /** What the operator charges beside the amount. */
  fee?: number;
  key?: string | null;
  accountId?: string;
  isExclusive?: boolean;
  mayEnd?: boolean;
  /** The expected review, where the operation knows it better than the limits in the model. */
  review?: Review;
  server?: number;
  /** Do not store the write for later replays. */
  skipReplay?: boolean;
  /** The payment request that it pays, with its description. */
  fulfils?: { id: string; token: string };
  /** It is sent by a tool of the connector, which takes no tags. */
  byTool?: boolean;
};

/** An intent that was sent: the request, and the move that it may cause from now on. */
export type PaymentAttempt = {
  intent: Intent;
  request: RequestSpec;
  token: string;
  tags: Tags;
  review: Review;
  /** Whether the payer's wallet existed when the request was prepared. */
  hasWallet: boolean;
  /** Of payer and maker, who had paid the payee when the request was prepared. */
  knownTo: ReadonlySet<Party>;
  move: Move;
};

/** The outcome of an attempt: the transaction, accepted or in review, or the code of the refusal. */
export type AttemptOutcome = {
  transaction: Transaction | null;
  refusal: string | null;
  response: HttpResponse;
};

/** Sends an intent and checks the response. Refusals other than `insufficient_funds` must be listed in `refusals`. */
export async function sendAndCheck(
  turn: Turn,
  intent: Intent,
  refusals: readonly string[] = [],
): Promise<AttemptOutcome> {
  const attempt = beginAttempt(turn, intent);
  return checkResponse(turn, attempt, await turn.send(attempt.request), refusals);
}

/** Prepares the request. From now on the model takes its move into account. */
export function beginAttempt(turn: Turn, intent: Intent): PaymentAttempt {
  const { as, agent, delegation, counterparty, payee, amount, currency = 'USD' } = intent;
  const token = intent.fulfils?.token ?? turn.token();
  const payer = delegation?.customer ?? as.party;
  const acting = as.agent ?? agent ?? null;
  const spender = { party: as.party, agent: acting, payer, delegation: delegation ?? null };
  const review = intent.review ?? reviewOf(spender, amount, currency);
  const tags = intent.fulfils || intent.byTool ? {} : drawTags(turn.random);
  const values = { amount, currency, description: token, ...tagsIn(tags) };
  const { accountId = as.party.accountId } = intent;
  const body = counterparty
    ? { ...values, counterparty, ...(delegation && { customerPartyId: payer.id }) }
    : { ...values, externalAccountId: accountId };
  const path = counterparty ? '/payments' : '/transfers/withdraw';
  const key = intent.key === undefined ? token : intent.key;
  const request: RequestSpec = intent.fulfils
    ? fulfilment(turn, intent, intent.fulfils.id)
    : { as, method: 'POST', path, body, key, agentId: agent?.id ?? null };
  if (intent.server !== undefined) request.server = intent.server;
  if (intent.skipReplay) request.skipReplay = true;
  const hasWallet = walletOf(payer, currency).exists;
  return {
    intent,
    request,
    token,
    tags,
    review,
    hasWallet,
    knownTo: whoHavePaid(turn.run.model, [payer, as.party], payee),
    move: startMove(legsOf(payer, payee, currency, amount, intent.fee ?? 0)),
  };
}

function fulfilment(turn: Turn, { as, agent, amount }: Intent, id: string): RequestSpec {
  const path = `/payment-requests/${id}/fulfill`;
  const expected = turn.random.chance(0.5) ? { expectedAmount: amount, expectedCurrency: 'USD' } : {};
  const body = { paymentSource: { type: 'wallet' }, ...expected };
  return { as, method: 'POST', path, body, key: turn.token(), agentId: agent?.id ?? null, skipReplay: true };
}

function legsOf(payer: Party, payee: Party | null, currency: string, amount: number, fee: number): Leg[] {
  const from = walletOf(payer, currency);
  if (!payee) return [{ wallet: from, available: -amount - fee, held: amount + fee }];
  const to = walletOf(payee, currency);
  return [
    { wallet: from, available: -amount - fee, held: 0 },
    { wallet: to, available: amount, held: 0 },
  ];
}

/** Compares a response with what can have happened, and applies what it acknowledges to the model. */
export function checkResponse(
  turn: Turn,
  attempt: PaymentAttempt,
  response: HttpResponse,
  refusals: readonly string[] = [],
): AttemptOutcome {
  const { move, intent, review } = attempt;
  if (response.status < 300) return { transaction: accept(turn, attempt, response), refusal: null, response };
  finishMove(move, false);
  const [refusal = ''] = codesOf(response);
  turn.record(outcomeOf(response));
  if (refusal !== 'insufficient_funds') {
    if (!refusals.includes(refusal)) turn.fail('responses', `refused as ${refusal} without a reason`);
    return { transaction: null, refusal, response };
  }
  // A transfer needs a wallet, so a withdrawal without one is refused instead of put in review.
  const canWait = intent.counterparty !== null || attempt.hasWallet;
  if (review.expected === 'yes' && canWait)
    turn.fail('G6', 'over a limit, and refused instead of put in review');
  const least = leastAvailable(move);
  const needed = intent.amount + (intent.fee ?? 0);
  if (least >= needed) {
    turn.fail('G2', `refused for insufficient funds, though at least ${least} of ${needed} was available`);
  }
  return { transaction: null, refusal, response };
}

type Shown = {
  id: string;
  attributes: { amount: number; currency: string; fee?: number; description: string; status: string };
  relationships: Record<string, { data: { id: string } | null } | undefined>;
};

function accept(turn: Turn, attempt: PaymentAttempt, response: HttpResponse): Transaction {
  const { intent, review, move } = attempt;
  const { model } = turn.run;
  const shown = dataOf(response) as Shown;
  checkResource(turn, attempt, shown);
  checkTags(turn, response, attempt.tags);
  const { status } = shown.attributes;
  turn.record(`${response.status} ${status}`);
  if (status === 'PROCESSING') {
    if (review.expected === 'yes') turn.fail('G6', 'accepted, though it exceeds a limit');
    const most = mostAvailable(move);
    if (most < intent.amount) {
      turn.fail('G2', `accepted, though at most ${most} of ${intent.amount} can have been available`);
    }
  } else if (status !== 'IN_REVIEW') turn.fail('responses', `accepted as ${status}`);
  else if (review.expected === 'no') turn.fail('G6', 'in review, though it is within all limits');
  if (model.transactions.has(shown.id)) {
    turn.fail('G3', `${shown.id} was already acknowledged to another request`);
  }
  const transaction = toTransaction(turn.run.model, attempt, shown);
  finishMove(move, status === 'PROCESSING');
  register(model, transaction);
  if (transaction.acceptedOn !== null) recordAccepted(turn, transaction);
  return transaction;
}

/** Counts an accepted transaction as spending, and a withdrawal that the bank will fail or return as returnable. */
export function recordAccepted(turn: Turn, transaction: Transaction): void {
  countSpending(turn.run.model, transaction, 1);
  recordPaid(turn.run.model, transaction);
  if (transaction.type === 'withdrawal' && bankOutcome(transaction.amount) !== 'COMPLETED') {
    walletOf(transaction.payer, transaction.currency).returnable += transaction.amount;
  }
}

function checkResource(turn: Turn, { intent, token, request }: PaymentAttempt, shown: Shown): void {
  const { amount, currency, description } = shown.attributes;
  const { as, payee, delegation, currency: attempt = 'USD', counterparty } = intent;
  if (amount !== intent.amount || currency !== attempt || description !== token) {
    turn.fail('G3', `the response belongs to another request than ${token} (${request.path})`);
  }
  if (shown.attributes.fee !== intent.fee) turn.fail('responses', `shows a fee of ${shown.attributes.fee}`);
  const { sender, recipient, party } = shown.relationships;
  const payer = delegation?.customer ?? as.party;
  if ((counterparty ? sender : party)?.data?.id !== payer.id) turn.fail('tenancy', 'the wrong party pays');
  if (payee && recipient?.data?.id !== payee.id) turn.fail('responses', 'the wrong party is paid');
}

type Accepted = { id: string; attributes: { status: string } };

/** Returns the transaction that a response, or a row of the database, shows of an attempt. */
export function toTransaction(model: Model, attempt: PaymentAttempt, shown: Accepted): Transaction {
  const { intent, token, tags, review } = attempt;
  const { as, agent, delegation, payee, amount, currency = 'USD', counterparty } = intent;
  const isAccepted = shown.attributes.status === 'PROCESSING';
  const common = {
    id: shown.id,
    token,
    amount,
    currency,
    tags,
    maker: {
      party: as.party,
      userId: as.userId,
      agent: as.agent ?? agent ?? null,
      byAgentKey: as.agent !== null,
    },
    approvals: new Map(),
    deciders: review.deciders ?? [],
    acceptedOn: isAccepted ? model.today.day : null,
    wasReviewed: !isAccepted,
    reserved: false,
    isExclusive: intent.isExclusive ?? false,
    mayEnd: intent.mayEnd ?? false,
    payer: delegation?.customer ?? as.party,
  };
  if (!counterparty) {
    const status: Withdrawal['status'] = isAccepted ? 'PROCESSING' : 'IN_REVIEW';
    const accountId = intent.accountId ?? as.party.accountId;
    return { ...common, type: 'withdrawal', payee: null, accountId, status, cancelRequested: false };
  }
  const accepted = payee ? 'COMPLETED' : 'PENDING_CLAIM';
  const status: Payment['status'] = isAccepted ? accepted : 'IN_REVIEW';
  const known = { toSome: attempt.knownTo, toMost: mayHavePaid(model, [common.payer, as.party], attempt) };
  return { ...common, type: 'payment', payee, named: counterparty, known, refunded: 0, status };
}
