import { codesOf } from '../../support/http.ts';
import { startMove, finishMove } from '../model/wallets.ts';
import { pathOf } from '../model/transactions.ts';
import type { Transaction } from '../model/types.ts';
import { reserveAny } from '../picking.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';
import { walletOf } from '../world/parties.ts';
import { applyCancel } from './cancel.ts';
import {
  applyAcceptance,
  beginAcceptance,
  deciderOf,
  endReview,
  isInReview,
  loadApprovals,
  pendingOf,
  readStatus,
  sendDecision,
} from './decide.ts';

/** Sends approve, deny and cancel concurrently: only one of them ends the review. */
export async function raceDecisions(turn: Turn): Promise<void> {
  const { inReview } = turn.run.model;
  const found = await reserveAny(turn, inReview, isInReview, async (transaction) => {
    await loadApprovals(turn, transaction);
    const [id, ...others] = pendingOf(transaction);
    const [decider] = transaction.deciders;
    if (!decider || others.length > 0 || transaction.deciders.length !== 1)
      return turn.record('(several deciders)');
    const as = deciderOf(transaction, decider);
    const move = beginAcceptance(transaction, true);
    const path = `${pathOf(transaction)}/cancel`;
    const [yes, no, end] = await Promise.all([
      sendDecision(turn, as, id, 'approve'),
      sendDecision(turn, as, id, 'deny'),
      turn.send({ as: transaction.payer.owner, method: 'POST', path, key: turn.token() }),
    ]);
    const passed = [yes, no, end].map((response) => response.status === 200);
    turn.record(
      ['approve', 'deny', 'cancel']
        .map((name, index) => `${name} ${passed[index] ? 'yes' : 'no'}`)
        .join(', '),
    );
    for (const response of [yes, no, end]) {
      const code = codesOf(response)[0] ?? 'done';
      if (!['done', 'conflict', 'insufficient_funds', 'external_account_not_usable'].includes(code)) {
        turn.fail('responses', `a decision in a race ended as ${outcomeOf(response)}`);
      }
    }
    const [approved, denied, canceled] = passed;
    if ((approved && denied) || (denied && canceled))
      turn.fail('G1', 'a denied transaction was also approved or canceled');
    const waits = !transaction.payee;
    if (approved && canceled && !waits) turn.fail('G1', 'a canceled transaction was executed');
    if (!approved && !denied && !canceled)
      turn.fail('responses', 'none of three concurrent requests ended a review');
    transaction.approvals.set(id as string, approved ? 'approved' : denied ? 'denied' : 'canceled');
    if (approved) applyAcceptance(turn, transaction);
    if (denied) endReview(transaction, 'APPROVAL_DENIED');
    finishMove(move, approved === true);
    if (canceled) {
      const shown = (dataOf(end) as { attributes: { status: string } }).attributes.status;
      const back = startMove(approved ? releaseOf(transaction) : []);
      finishMove(back, applyCancel(turn, transaction, shown));
    }
    await expectStatus(turn, transaction);
  });
  if (!found) turn.record('(none)');
}

function releaseOf(transaction: Transaction) {
  const wallet = walletOf(transaction.payer, transaction.currency);
  return [{ wallet, available: transaction.amount, held: -transaction.amount }];
}

function isHeld({ status }: Transaction): boolean {
  return status === 'PENDING_CLAIM';
}

/** Sends three concurrent cancels of a held payment: the money is released once. */
export async function raceCancels(turn: Turn): Promise<void> {
  const found = await reserveAny(turn, turn.run.model.pendingClaims, isHeld, async (transaction) => {
    const path = `${pathOf(transaction)}/cancel`;
    const move = startMove(releaseOf(transaction));
    const responses = await Promise.all(
      [1, 2, 3].map(() =>
        turn.send({ as: transaction.payer.owner, method: 'POST', path, key: turn.token() }),
      ),
    );
    const passed = responses.filter(({ status }) => status === 200);
    turn.record(`${passed.length} of 3 pass`);
    if (passed.length !== 1) turn.fail('G2', `a payment was canceled ${passed.length} times`);
    applyCancel(turn, transaction, 'CANCELED');
    finishMove(move, true);
    await expectStatus(turn, transaction);
  });
  if (!found) turn.record('(none)');
}

/** Checks that a read returns the acknowledged status. A processing withdrawal may have advanced. */
async function expectStatus(turn: Turn, transaction: Transaction): Promise<void> {
  const status = await readStatus(turn, transaction);
  const goesOn = transaction.type === 'withdrawal' && transaction.status === 'PROCESSING';
  if (!goesOn && status !== transaction.status) {
    turn.fail('G1', `${transaction.id} was acknowledged as ${transaction.status}, but has status ${status}`);
  }
}
