import { codesOf } from '../../support/http.ts';
import type { HttpResponse } from '../../support/http.ts';
import { enlist } from '../model/model.ts';
import { pathOf } from '../model/things.ts';
import type { Payment, Thing, Withdrawal } from '../model/types.ts';
import { beginMove, leastAvailable, mostAvailable, settleMove } from '../model/wallets.ts';
import type { Move } from '../model/wallets.ts';
import { noteAccepted } from '../paying.ts';
import { holdThing, pickParty } from '../picking.ts';
import { dataOf, endingOf, nextCursorOf } from '../turn.ts';
import type { Turn } from '../turn.ts';
import type { Actor, Party } from '../model/types.ts';
import { callerOf, walletOf } from '../world/people.ts';

type Listed = { id: string; attributes: { status: string; target: { id: string } } };

/** A decision about what waits in review, by somebody who may or may not take it. */
export async function decide(turn: Turn): Promise<void> {
  const { reviews } = turn.run.model;
  const found = await holdThing(turn, reviews, isInReview, async (thing) => {
    await learnApprovals(turn, thing);
    const way = turn.random.below(10);
    if (way % 3 === 0) await decideInVain(turn, thing);
    await decideBy(turn, thing, way < 7 ? 'approve' : 'deny');
  });
  if (!found) turn.note('(none)');
}

export function isInReview({ status }: Thing): boolean {
  return status === 'IN_REVIEW';
}

/** Finds the approvals of what is in review in the lists of both parties that may see them. */
export async function learnApprovals(turn: Turn, thing: Thing): Promise<void> {
  if (pendingOf(thing).length > 0) return;
  const { model } = turn.run;
  for (const party of new Set([thing.payer, thing.maker.party])) {
    const found = await listPending(turn, party, thing);
    if (found.length === 0) turn.fail('G1', `no approval waits for ${thing.id}, which is in review`);
    for (const { id } of found) {
      thing.approvals.set(id, 'pending');
      model.owners.set(id, [thing.payer, thing.maker.party]);
    }
  }
  model.reviewed.push(thing);
  const wanted = thing.deciders.length;
  if (wanted > 0 && thing.approvals.size !== wanted) {
    turn.fail('G6', `${thing.approvals.size} approvals were asked for, ${wanted} parties have to decide`);
  }
}

/** What waits for decisions about it; the list is read as far as it has to be. */
async function listPending(turn: Turn, party: Party, thing: Thing): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor = '';
  do {
    const response = await turn.send({ as: party.readOnly, path: `/approvals?limit=100${cursor}` });
    if (response.status !== 200) turn.fail('answers', 'the list of approvals was refused');
    found.push(
      ...(dataOf(response) as Listed[]).filter(({ attributes }) => attributes.target.id === thing.id),
    );
    const next = nextCursorOf(response);
    cursor =
      next === null || (found.length > 0 && found.length === thing.deciders.length) ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return found;
}

/** By those who may not: agents, strangers, who asked for it; and of what was decided already. */
async function decideInVain(turn: Turn, thing: Thing): Promise<void> {
  const { payer, payee, maker } = thing;
  const [id] = pendingOf(thing);
  const stranger = pickParty(turn, payer);
  const isStranger = ![payer, payee, maker.party].includes(stranger);
  const expectRefusal = async (as: Actor, code: string): Promise<void> => {
    const response = await sendDecision(turn, as, id, 'approve');
    turn.note(endingOf(response));
    if (codesOf(response)[0] !== code) turn.fail('tenancy', `an approval was not refused as ${code}`);
  };
  await expectRefusal(callerOf(payer.agent), 'agent_not_allowed');
  if (isStranger) await expectRefusal(stranger.owner, 'approval_not_found');
  await expectRefusal(payer.readOnly, 'insufficient_scope');
  const [decider, ...others] = thing.deciders;
  if (!decider || others.length > 0) return;
  const bystander = decider === payer ? maker.party : payer;
  if (bystander !== decider) await expectRefusal(deciderOf(thing, bystander), 'forbidden');
  if (decider !== maker.party || maker.byAgentKey || !decider.approver) return;
  await expectRefusal(maker.userId === decider.userId ? decider.owner : decider.approver, 'forbidden');
}

/** By each party that has to, one after the other, until all have said yes or one has said no. */
async function decideBy(turn: Turn, thing: Thing, verdict: 'approve' | 'deny'): Promise<void> {
  for (const id of pendingOf(thing)) {
    for (const party of new Set([thing.payer, thing.maker.party])) {
      if (thing.approvals.get(id) !== 'pending' || thing.status !== 'IN_REVIEW') break;
      const response = await decideOne(turn, thing, deciderOf(thing, party), { id, verdict });
      if (response.status !== 200 && codesOf(response)[0] !== 'forbidden') return;
    }
    if (verdict === 'deny') return;
  }
}

/** Somebody of the party who did not ask for it, if there is anybody. */
export function deciderOf({ maker }: Thing, party: Party): Actor {
  if (!party.approver) return party.owner;
  return maker.userId === party.approver.userId && !maker.byAgentKey ? party.owner : party.approver;
}

/** Sends one decision, and takes over what it acknowledges. */
export async function decideOne(
  turn: Turn,
  thing: Thing,
  as: Actor,
  { id, verdict }: { id: string; verdict: 'approve' | 'deny' },
): Promise<HttpResponse> {
  const isLast = verdict === 'approve' && pendingOf(thing).length === 1;
  const move = beginAcceptance(thing, isLast);
  const response = await sendDecision(turn, as, id, verdict);
  turn.note(`${verdict} ${endingOf(response)}`);
  const [decider, ...others] = thing.deciders;
  if (response.status === 200 && decider && others.length === 0 && decider !== as.party) {
    turn.fail('G6', 'a party decided about a limit that another has set');
  }
  const isFirst = verdict === 'approve' && !isLast;
  if (response.status === 200 && isFirst && (await readStatus(turn, thing)) !== 'IN_REVIEW') {
    turn.fail('G6', 'carried out before all who have to had approved');
  }
  if (response.status === 200) {
    thing.approvals.set(id, verdict === 'approve' ? 'approved' : 'denied');
    if (verdict === 'deny') endReview(thing, 'APPROVAL_DENIED');
    // Whoever limits by day or month may have been exceeded meanwhile: then it waits for them, too.
    const waitsOn = isLast && thing.deciders.length === 0 && (await readStatus(turn, thing)) === 'IN_REVIEW';
    if (isLast && !waitsOn) takeOverAcceptance(turn, thing, move);
    settleMove(move, isLast && !waitsOn);
  } else {
    checkRefusal(turn, thing, move, { response, as });
    settleMove(move, false);
  }
  return response;
}

function checkRefusal(
  turn: Turn,
  thing: Thing,
  move: Move,
  { response, as }: { response: HttpResponse; as: Actor },
): void {
  const [code = ''] = codesOf(response);
  const { deciders } = thing;
  if (code === 'forbidden' && !(deciders.length === 1 && deciders[0] === as.party)) return;
  if (code === 'insufficient_funds' && move.payer && leastAvailable(move) < thing.amount) return;
  const isAccountGone = thing.type === 'withdrawal' && thing.payer.accountId !== thing.accountId;
  if (code === 'external_account_not_usable' && isAccountGone) return;
  turn.fail('answers', `a decision was refused as ${code}, for no reason`);
}

export function sendDecision(
  turn: Turn,
  as: Actor,
  id = 'none',
  verdict: 'approve' | 'deny',
): Promise<HttpResponse> {
  const path = `/approvals/${id}/${verdict}`;
  const key = turn.random.chance(0.5) || turn.run.kills ? turn.token() : null;
  const body = verdict === 'deny' && turn.random.chance(0.5) ? { reason: 'Not now' } : undefined;
  return turn.send({ as, method: 'POST', path, key, ...(body && { body }) });
}

export function pendingOf({ approvals }: Thing): string[] {
  return [...approvals].filter(([, status]) => status === 'pending').map(([id]) => id);
}

/** What the last approval would do to wallets. */
export function beginAcceptance({ payer, payee, amount, currency }: Thing, isLast: boolean): Move {
  if (!isLast) return beginMove([]);
  const wallet = walletOf(payer, currency);
  if (!payee) return beginMove([{ wallet, available: -amount, held: amount }]);
  const to = walletOf(payee, currency);
  return beginMove([
    { wallet, available: -amount, held: 0 },
    { wallet: to, available: amount, held: 0 },
  ]);
}

function takeOverAcceptance(turn: Turn, thing: Thing, move: Move): void {
  const most = mostAvailable(move);
  if (most < thing.amount)
    turn.fail('G2', `approved and accepted, though at most ${most} can have been there`);
  acceptThing(turn, thing);
}

/** It runs now. */
export function acceptThing(turn: Turn, thing: Thing): void {
  if (thing.type === 'payment') thing.status = thing.payee ? 'COMPLETED' : 'PENDING_CLAIM';
  else thing.status = 'PROCESSING';
  thing.acceptedOn = turn.run.model.today.day;
  noteAccepted(turn, thing);
  enlist(turn.run.model, thing);
}

export function endReview(thing: Payment | Withdrawal, status: 'APPROVAL_DENIED' | 'CANCELED'): void {
  thing.status = status;
  for (const id of pendingOf(thing)) thing.approvals.set(id, 'canceled');
}

/** What it says of itself now. */
export async function readStatus(turn: Turn, thing: Thing): Promise<string> {
  const response = await turn.send({ as: thing.payer.owner, path: pathOf(thing) });
  if (response.status !== 200) turn.fail('G1', `${thing.id} is not there for the party that pays`);
  return (dataOf(response) as { attributes: { status: string } }).attributes.status;
}
