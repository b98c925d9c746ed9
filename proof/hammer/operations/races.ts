import { codesOf } from '../../support/http.ts';
import { beginMove, settleMove } from '../model/wallets.ts';
import { pathOf } from '../model/things.ts';
import type { Thing } from '../model/types.ts';
import { holdThing } from '../picking.ts';
import { dataOf, endingOf } from '../turn.ts';
import type { Turn } from '../turn.ts';
import { walletOf } from '../world/people.ts';
import { applyCancel } from './cancel.ts';
import {
  acceptThing,
  beginAcceptance,
  deciderOf,
  endReview,
  isInReview,
  learnApprovals,
  pendingOf,
  readStatus,
  sendDecision,
} from './decide.ts';

/** Yes, no and never mind, all at once: only one of them ends what waits in review. */
export async function raceDecisions(turn: Turn): Promise<void> {
  const { reviews } = turn.run.model;
  const found = await holdThing(turn, reviews, isInReview, async (thing) => {
    await learnApprovals(turn, thing);
    const [id, ...others] = pendingOf(thing);
    const [decider] = thing.deciders;
    if (!decider || others.length > 0 || thing.deciders.length !== 1)
      return turn.note('(several have to decide)');
    const as = deciderOf(thing, decider);
    const move = beginAcceptance(thing, true);
    const path = `${pathOf(thing)}/cancel`;
    const [yes, no, end] = await Promise.all([
      sendDecision(turn, as, id, 'approve'),
      sendDecision(turn, as, id, 'deny'),
      turn.send({ as: thing.payer.owner, method: 'POST', path, key: turn.token() }),
    ]);
    const passed = [yes, no, end].map((response) => response.status === 200);
    turn.note(
      ['approve', 'deny', 'cancel']
        .map((name, index) => `${name} ${passed[index] ? 'yes' : 'no'}`)
        .join(', '),
    );
    for (const response of [yes, no, end]) {
      const code = codesOf(response)[0] ?? 'done';
      if (!['done', 'conflict', 'insufficient_funds', 'external_account_not_usable'].includes(code)) {
        turn.fail('answers', `a decision in a race ended as ${endingOf(response)}`);
      }
    }
    const [approved, denied, canceled] = passed;
    if ((approved && denied) || (denied && canceled))
      turn.fail('G1', 'what was denied ended in another way, too');
    const waits = !thing.payee;
    if (approved && canceled && !waits) turn.fail('G1', 'what was canceled was carried out');
    if (!approved && !denied && !canceled) turn.fail('answers', 'nobody could end what waits in review');
    thing.approvals.set(id as string, approved ? 'approved' : denied ? 'denied' : 'canceled');
    if (approved) acceptThing(turn, thing);
    if (denied) endReview(thing, 'APPROVAL_DENIED');
    settleMove(move, approved === true);
    if (canceled) {
      const shown = (dataOf(end) as { attributes: { status: string } }).attributes.status;
      const back = beginMove(approved ? releaseOf(thing) : []);
      settleMove(back, applyCancel(turn, thing, shown));
    }
    await expectStatus(turn, thing);
  });
  if (!found) turn.note('(none)');
}

function releaseOf(thing: Thing) {
  const wallet = walletOf(thing.payer, thing.currency);
  return [{ wallet, available: thing.amount, held: -thing.amount }];
}

function isHeld({ status }: Thing): boolean {
  return status === 'PENDING_CLAIM';
}

/** Two cancels at once of what is held: the money comes back once. */
export async function raceCancels(turn: Turn): Promise<void> {
  const found = await holdThing(turn, turn.run.model.claims, isHeld, async (thing) => {
    const path = `${pathOf(thing)}/cancel`;
    const move = beginMove(releaseOf(thing));
    const replies = await Promise.all(
      [1, 2, 3].map(() => turn.send({ as: thing.payer.owner, method: 'POST', path, key: turn.token() })),
    );
    const passed = replies.filter(({ status }) => status === 200);
    turn.note(`${passed.length} of 3 pass`);
    if (passed.length !== 1) turn.fail('G2', `a payment was canceled ${passed.length} times`);
    applyCancel(turn, thing, 'CANCELED');
    settleMove(move, true);
    await expectStatus(turn, thing);
  });
  if (!found) turn.note('(none)');
}

/** A read says what the acknowledgements said; a withdrawal may have gone on. */
async function expectStatus(turn: Turn, thing: Thing): Promise<void> {
  const status = await readStatus(turn, thing);
  const goesOn = thing.type === 'withdrawal' && thing.status === 'PROCESSING';
  if (!goesOn && status !== thing.status) {
    turn.fail('G1', `${thing.id} was acknowledged as ${thing.status}, and says ${status}`);
  }
}
