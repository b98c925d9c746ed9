import { codesOf } from '../../support/http.ts';
import type { HttpResponse } from '../../support/http.ts';
import { countSpending } from '../model/model.ts';
import { bankEnding, pathOf } from '../model/things.ts';
import type { Payment, Thing, Withdrawal } from '../model/types.ts';
import { beginMove, settleMove } from '../model/wallets.ts';
import { holdThing, pickParty } from '../picking.ts';
import { dataOf, endingOf } from '../turn.ts';
import type { Ask, Turn } from '../turn.ts';
import type { Promised } from '../violation.ts';
import { callerOf, walletOf } from '../world/people.ts';

type By = Pick<Ask, 'as' | 'key' | 'agentId'>;

/** Takes back a payment that waits to be claimed or in review. */
export async function cancelPayment(turn: Turn): Promise<void> {
  const { claims, reviews } = turn.run.model;
  const ofClaims = turn.random.chance(0.7);
  const [list, waits] = ofClaims ? [claims, 'PENDING_CLAIM'] : [reviews, 'IN_REVIEW'];
  const isWaiting = ({ status }: Thing): boolean => status === waits;
  const found = await holdThing(turn, list, isWaiting, (thing) =>
    settleCancel(turn, thing, byOwner(turn, thing), 'must'),
  );
  if (!found) turn.note('(none)');
}

/** Takes back a withdrawal that its bank may have or not. */
export async function cancelTransfer(turn: Turn): Promise<void> {
  const { underWay } = turn.run.model;
  const found = await holdThing(turn, underWay, isUnderWay, (thing) =>
    settleCancel(turn, thing, byOwner(turn, thing), 'may'),
  );
  if (!found) turn.note('(none)');
}

/** What has ended cannot be taken back, nor by who is paid, nor by an agent that did not ask for it. */
export async function cancelInVain(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  if (party.things.length === 0) return;
  const thing = random.pick(party.things);
  if (thing.busy || thing.isPrivate || thing.type === 'withdrawal') return;
  thing.busy = true;
  const { payer, payee, maker } = thing;
  const agent = callerOf(maker.party.agent);
  const isOthers = maker.agent !== agent.agent;
  const ended = !isCancelable(thing);
  const refused = async (ask: By, code: string, promised: Promised): Promise<void> => {
    const response = await turn.send({
      ...ask,
      method: 'POST',
      path: `${pathOf(thing)}/cancel`,
      key: turn.token(),
    });
    turn.note(endingOf(response));
    if (codesOf(response)[0] !== code) turn.fail(promised, `a cancel was not refused as ${code}`);
  };
  if (payee && payee !== payer && payee !== maker.party)
    await refused({ as: payee.owner }, 'forbidden', 'tenancy');
  if (isOthers) await refused({ as: agent }, 'agent_not_allowed', 'tenancy');
  if (ended) await refused({ as: payer.owner }, 'conflict', 'G2');
  thing.busy = false;
}

function isUnderWay({ status }: Thing): boolean {
  return status === 'PROCESSING';
}

function isCancelable({ status }: Thing): boolean {
  return status === 'IN_REVIEW' || status === 'PENDING_CLAIM' || status === 'PROCESSING';
}

function byOwner(turn: Turn, { payer, maker }: Thing): By {
  const as = maker.party !== payer && turn.random.chance(0.3) ? maker.party.owner : payer.owner;
  return { as, key: turn.token() };
}

/**
 * Cancels what nobody else acts on. A payment that waits has to end; a withdrawal ends, or its bank is asked for it
 * back, or it has ended already.
 */
export async function settleCancel(turn: Turn, thing: Thing, by: By, outcome: 'must' | 'may'): Promise<void> {
  const holds = thing.status === 'PENDING_CLAIM' || thing.status === 'PROCESSING';
  const wallet = walletOf(thing.payer, thing.currency);
  const move = beginMove(holds ? [{ wallet, available: thing.amount, held: -thing.amount }] : []);
  const response = await turn.send({ ...by, method: 'POST', path: `${pathOf(thing)}/cancel` });
  turn.note(response.status === 200 ? `200 ${statusIn(response)}` : endingOf(response));
  if (response.status === 200) {
    const isOver = applyCancel(turn, thing, statusIn(response));
    settleMove(move, holds && isOver);
    return;
  }
  settleMove(move, false);
  if (outcome === 'must' || codesOf(response)[0] !== 'conflict') turn.fail('answers', 'a cancel was refused');
}

function statusIn(response: HttpResponse): string {
  return (dataOf(response) as { attributes: { status: string } }).attributes.status;
}

/** Takes over what a cancel has acknowledged; false where the bank has yet to say. */
export function applyCancel(turn: Turn, thing: Thing, status: string): boolean {
  if (status === 'PROCESSING' && thing.type === 'withdrawal' && thing.status === 'PROCESSING') {
    askBack(thing);
    return false;
  }
  if (status !== 'CANCELED') turn.fail('answers', `a canceled ${thing.type} says ${status}`);
  countSpending(turn.run.model, thing, -1);
  endThing(thing);
  return true;
}

function askBack(thing: Withdrawal): void {
  if (!thing.cancelAsked && bankEnding(thing.amount) === 'COMPLETED') {
    walletOf(thing.payer, thing.currency).floating += thing.amount;
  }
  thing.cancelAsked = true;
}

function endThing(thing: Payment | Withdrawal): void {
  thing.status = 'CANCELED';
  for (const [id, status] of thing.approvals) if (status === 'pending') thing.approvals.set(id, 'canceled');
}
