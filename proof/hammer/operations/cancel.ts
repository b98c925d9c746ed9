import { codesOf, type HttpResponse } from '../../support/http.ts';
import { countSpending } from '../model/model.ts';
import { bankOutcome, partiesOf, pathOf } from '../model/transactions.ts';
import type { Payment, Transaction, Withdrawal } from '../model/types.ts';
import { startMove, finishMove } from '../model/wallets.ts';
import { reserveAny, pickParty } from '../picking.ts';
import { dataOf, outcomeOf, type RequestSpec, type Turn } from '../turn.ts';
import type { Guarantee } from '../violation.ts';
import { agentActor, walletOf } from '../world/parties.ts';

type Canceler = Pick<RequestSpec, 'as' | 'key' | 'agentId'>;

/** Cancels a payment that is waiting to be claimed or in review. */
export async function cancelPayment(turn: Turn): Promise<void> {
  const { pendingClaims, inReview } = turn.run.model;
  const ofClaims = turn.random.chance(0.7);
  const [list, waits] = ofClaims ? [pendingClaims, 'PENDING_CLAIM'] : [inReview, 'IN_REVIEW'];
  const isWaiting = ({ status }: Transaction): boolean => status === waits;
  const found = await reserveAny(turn, list, isWaiting, (transaction) =>
    cancelAndCheck(turn, transaction, pickCanceler(turn, transaction), 'must'),
  );
  if (!found) turn.record('(none)');
}

/** Cancels a withdrawal, which the bank may already have. */
export async function cancelTransfer(turn: Turn): Promise<void> {
  const { processing } = turn.run.model;
  const found = await reserveAny(turn, processing, isProcessing, (transaction) =>
    cancelAndCheck(turn, transaction, pickCanceler(turn, transaction), 'may'),
  );
  if (!found) turn.record('(none)');
}

/**
 * A cancel is refused by state after the transaction has ended, and always to agents other than the maker and to the
 * payee. For the payee, a payment that was never accepted does not exist.
 */
export async function cancelRefused(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  if (party.transactions.length === 0) return;
  const transaction = random.pick(party.transactions);
  if (transaction.reserved || transaction.isExclusive || transaction.type === 'withdrawal') return;
  transaction.reserved = true;
  const { payer, payee, maker } = transaction;
  const agent = agentActor(maker.party.agent);
  const isOthers = maker.agent !== agent.agent;
  const ended = !isCancelable(transaction);
  const refused = async (request: Canceler, code: string, guarantee: Guarantee): Promise<void> => {
    const response = await turn.send({
      ...request,
      method: 'POST',
      path: `${pathOf(transaction)}/cancel`,
      key: turn.token(),
    });
    turn.record(outcomeOf(response));
    if (codesOf(response)[0] !== code) turn.fail(guarantee, `a cancel was not refused as ${code}`);
  };
  if (payee && payee !== payer && payee !== maker.party)
    await refused(
      { as: payee.owner },
      partiesOf(transaction).includes(payee) ? 'forbidden' : 'payment_not_found',
      'tenancy',
    );
  if (isOthers) await refused({ as: agent }, 'agent_not_allowed', 'tenancy');
  if (ended) await refused({ as: payer.owner }, 'conflict', 'G2');
  transaction.reserved = false;
}

function isProcessing({ status }: Transaction): boolean {
  return status === 'PROCESSING';
}

function isCancelable({ status }: Transaction): boolean {
  return status === 'IN_REVIEW' || status === 'PENDING_CLAIM' || status === 'PROCESSING';
}

function pickCanceler(turn: Turn, { payer, maker }: Transaction): Canceler {
  const as = maker.party !== payer && turn.random.chance(0.3) ? maker.party.owner : payer.owner;
  return { as, key: turn.token() };
}

/**
 * Cancels a transaction that this operation has reserved. With `must` it has to be canceled. With `may`, for a
 * withdrawal, it is canceled, or a cancel is requested from the bank, or it has already ended.
 */
export async function cancelAndCheck(
  turn: Turn,
  transaction: Transaction,
  by: Canceler,
  expectation: 'must' | 'may',
): Promise<void> {
  const holds = transaction.status === 'PENDING_CLAIM' || transaction.status === 'PROCESSING';
  const wallet = walletOf(transaction.payer, transaction.currency);
  const move = startMove(holds ? [{ wallet, available: transaction.amount, held: -transaction.amount }] : []);
  const response = await turn.send({ ...by, method: 'POST', path: `${pathOf(transaction)}/cancel` });
  turn.record(response.status === 200 ? `200 ${statusIn(response)}` : outcomeOf(response));
  if (response.status === 200) {
    const isOver = applyCancel(turn, transaction, statusIn(response));
    finishMove(move, holds && isOver);
    return;
  }
  finishMove(move, false);
  if (expectation === 'must' || codesOf(response)[0] !== 'conflict')
    turn.fail('responses', 'a cancel was refused');
}

function statusIn(response: HttpResponse): string {
  return (dataOf(response) as { attributes: { status: string } }).attributes.status;
}

/** Applies an acknowledged cancel to the model. Returns false where the bank has yet to decide. */
export function applyCancel(turn: Turn, transaction: Transaction, status: string): boolean {
  if (status === 'PROCESSING' && transaction.type === 'withdrawal' && transaction.status === 'PROCESSING') {
    requestCancel(transaction);
    return false;
  }
  if (status !== 'CANCELED') turn.fail('responses', `a canceled ${transaction.type} has status ${status}`);
  countSpending(turn.run.model, transaction, -1);
  markCanceled(transaction);
  return true;
}

function requestCancel(transaction: Withdrawal): void {
  if (!transaction.cancelRequested && bankOutcome(transaction.amount) === 'COMPLETED') {
    walletOf(transaction.payer, transaction.currency).returnable += transaction.amount;
  }
  transaction.cancelRequested = true;
}

function markCanceled(transaction: Payment | Withdrawal): void {
  transaction.status = 'CANCELED';
  for (const [id, status] of transaction.approvals)
    if (status === 'pending') transaction.approvals.set(id, 'canceled');
}
