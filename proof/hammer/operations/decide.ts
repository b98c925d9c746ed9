import { hash } from 'node:crypto';
import { codesOf, type HttpResponse } from '../../support/http.ts';
import { checkPayee, type ShownPayee } from '../known-payees.ts';
import { addToLists, showToPayee } from '../model/model.ts';
import { pathOf } from '../model/transactions.ts';
import type { Actor, Party, Payment, Transaction, Withdrawal } from '../model/types.ts';
import { finishMove, leastAvailable, mostAvailable, type Move, startMove } from '../model/wallets.ts';
import { recordAccepted } from '../paying.ts';
import { reserveAny, pickParty } from '../picking.ts';
import { browse, signInByMailbox } from '../pages.ts';
import { dataOf, nextCursorOf, outcomeOf, type Turn } from '../turn.ts';
import { agentActor, walletOf } from '../world/parties.ts';

type Listed = {
  id: string;
  attributes: { status: string; target: { id: string }; payee: ShownPayee | null; createdAt: string };
};

/** Decides about a transaction in review, sometimes after attempts by actors that may not. */
export async function decide(turn: Turn): Promise<void> {
  const { inReview } = turn.run.model;
  const found = await reserveAny(turn, inReview, isInReview, async (transaction) => {
    await loadApprovals(turn, transaction);
    const roll = turn.random.below(10);
    if (roll % 3 === 0) await decideRefused(turn, transaction);
    await decideBy(turn, transaction, roll < 7 ? 'approve' : 'deny');
  });
  if (!found) turn.record('(none)');
}

export function isInReview({ status }: Transaction): boolean {
  return status === 'IN_REVIEW';
}

/** Reads the approvals of a transaction in review from the lists of both parties that may see them. */
export async function loadApprovals(turn: Turn, transaction: Transaction): Promise<void> {
  if (pendingOf(transaction).length > 0) return;
  const { model } = turn.run;
  const isFirst = transaction.approvals.size === 0; // what follows an approval shows what is known by then
  for (const party of new Set([transaction.payer, transaction.maker.party])) {
    const found = await listPending(turn, party, transaction);
    if (found.length === 0) turn.fail('G1', `${transaction.id} is in review without a pending approval`);
    for (const { id, attributes } of found) {
      if (isFirst) checkPayee(turn, party, transaction, attributes);
      transaction.approvals.set(id, 'pending');
      model.owners.set(id, [transaction.payer, transaction.maker.party]);
    }
  }
  model.reviewed.push(transaction);
  const wanted = transaction.deciders.length;
  if (wanted > 0 && transaction.approvals.size !== wanted) {
    turn.fail('G6', `${transaction.approvals.size} approvals exist, but ${wanted} parties have to decide`);
  }
}

/** Returns the transaction's pending approvals. Reads only as many pages as necessary. */
async function listPending(turn: Turn, party: Party, transaction: Transaction): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor = '';
  do {
    const response = await turn.send({ as: party.readOnly, path: `/approvals?limit=100${cursor}` });
    if (response.status !== 200) turn.fail('responses', 'the list of approvals was refused');
    found.push(
      ...(dataOf(response) as Listed[]).filter(({ attributes }) => attributes.target.id === transaction.id),
    );
    const next = nextCursorOf(response);
    cursor =
      next === null || (found.length > 0 && found.length === transaction.deciders.length)
        ? ''
        : `&cursor=${next}`;
  } while (cursor !== '');
  return found;
}

/** Attempts an approval by actors that may not: an agent, a stranger, a read-only key, another party, the maker. */
async function decideRefused(turn: Turn, transaction: Transaction): Promise<void> {
  const { payer, payee, maker } = transaction;
  const [id] = pendingOf(transaction);
  const stranger = pickParty(turn, payer);
  const isStranger = ![payer, payee, maker.party].includes(stranger);
  const expectRefusal = async (as: Actor, code: string): Promise<void> => {
    const response = await sendDecision(turn, as, id, 'approve');
    turn.record(outcomeOf(response));
    if (codesOf(response)[0] !== code) turn.fail('tenancy', `an approval was not refused as ${code}`);
  };
  await expectRefusal(agentActor(payer.agent), 'agent_not_allowed');
  if (isStranger) await expectRefusal(stranger.owner, 'approval_not_found');
  await expectRefusal(payer.readOnly, 'insufficient_scope');
  const [decider, ...others] = transaction.deciders;
  if (!decider || others.length > 0) return;
  const bystander = decider === payer ? maker.party : payer;
  if (bystander !== decider) await expectRefusal(deciderOf(transaction, bystander), 'forbidden');
  if (decider !== maker.party || maker.byAgentKey || !decider.approver) return;
  await expectRefusal(maker.userId === decider.userId ? decider.owner : decider.approver, 'forbidden');
}

/** Sends the decision of each party in turn, until all have approved or one has denied. */
async function decideBy(turn: Turn, transaction: Transaction, verdict: 'approve' | 'deny'): Promise<void> {
  for (const id of pendingOf(transaction)) {
    for (const party of new Set([transaction.payer, transaction.maker.party])) {
      if (transaction.approvals.get(id) !== 'pending' || transaction.status !== 'IN_REVIEW') break;
      const response = await decideOne(turn, transaction, deciderOf(transaction, party), { id, verdict });
      if (response.status !== 200 && codesOf(response)[0] !== 'forbidden') return;
    }
    if (verdict === 'deny') return;
  }
}

/** Returns a user of the party other than the maker, if it has one. */
export function deciderOf({ maker }: Transaction, party: Party): Actor {
  if (!party.approver) return party.owner;
  return maker.userId === party.approver.userId && !maker.byAgentKey ? party.owner : party.approver;
}

/** Sends one decision, and applies what it acknowledges to the model. */
export async function decideOne(
  turn: Turn,
  transaction: Transaction,
  as: Actor,
  { id, verdict }: { id: string; verdict: 'approve' | 'deny' },
): Promise<HttpResponse> {
  const isLast = verdict === 'approve' && pendingOf(transaction).length === 1;
  const move = beginAcceptance(transaction, isLast);
  const response = await sendDecision(turn, as, id, verdict);
  turn.record(`${verdict} ${outcomeOf(response)}`);
  const [decider, ...others] = transaction.deciders;
  if (response.status === 200 && decider && others.length === 0 && decider !== as.party) {
    turn.fail('G6', 'a party decided about the limit of another party');
  }
  const isFirst = verdict === 'approve' && !isLast;
  if (response.status === 200 && isFirst && (await readStatus(turn, transaction)) !== 'IN_REVIEW') {
    turn.fail('G6', 'executed before all required approvals');
  }
  if (response.status === 200) {
    transaction.approvals.set(id, verdict === 'approve' ? 'approved' : 'denied');
    if (verdict === 'deny') endReview(transaction, 'APPROVAL_DENIED');
    // A daily or monthly limit may have been exceeded meanwhile: then another approval is pending.
    const waitsOn =
      isLast && transaction.deciders.length === 0 && (await readStatus(turn, transaction)) === 'IN_REVIEW';
    if (isLast && !waitsOn) checkAcceptance(turn, transaction, move);
    finishMove(move, isLast && !waitsOn);
  } else {
    if (isFirst && codesOf(response)[0] === 'insufficient_funds') {
      turn.fail('G6', 'tried to execute before all required approvals');
    }
    checkRefusal(turn, transaction, move, { response, as });
    finishMove(move, false);
  }
  return response;
}

function checkRefusal(
  turn: Turn,
  transaction: Transaction,
  move: Move,
  { response, as }: { response: HttpResponse; as: Actor },
): void {
  const [code = ''] = codesOf(response);
  const { deciders } = transaction;
  if (code === 'forbidden' && !(deciders.length === 1 && deciders[0] === as.party)) return;
  if (code === 'insufficient_funds' && move.payer && leastAvailable(move) < transaction.amount) return;
  const isAccountGone =
    transaction.type === 'withdrawal' && transaction.payer.accountId !== transaction.accountId;
  if (code === 'external_account_not_usable' && isAccountGone) return;
  turn.fail('responses', `a decision was refused as ${code} without a reason`);
}

/** Sends a decision, sometimes first by the form of its page with the same key: then the response is that of the form. */
export async function sendDecision(
  turn: Turn,
  as: Actor,
  id = 'none',
  verdict: 'approve' | 'deny',
): Promise<HttpResponse> {
  const path = `/approvals/${id}/${verdict}`;
  const key = turn.random.chance(0.5) || turn.run.kills ? turn.token() : null;
  const body = verdict === 'deny' && turn.random.chance(0.5) ? { reason: 'Not now' } : undefined;
  const form = { verdict, ...body };
  const formKey =
    as.email !== undefined && turn.random.chance(0.2) ? await decideOnPage(turn, as.email, id, form) : null;
  return turn.send({ as, method: 'POST', path, key: formKey ?? key, ...(body && { body }) });
}

/** Sends the form of an approval's page, twice at once, and returns its key. */
async function decideOnPage(turn: Turn, email: string, id: string, form: object): Promise<string> {
  if (turn.run.kills) return turn.token();
  const cookie = await signInByMailbox(turn, email);
  const key = hash('sha256', turn.token()).slice(0, 36);
  const fields = { ...form, key };
  const send = () => browse(turn, { path: `/review/${id}`, cookie, fields });
  const [first, second] = await Promise.all([send(), send()]);
  if (first.status !== second.status) turn.fail('G3', 'a form that was sent twice had two outcomes');
  turn.record(`by form ${first.status}`);
  return key;
}

export function pendingOf({ approvals }: Transaction): string[] {
  return [...approvals].filter(([, status]) => status === 'pending').map(([id]) => id);
}

/** Begins the move that the last approval causes; an empty one for an earlier approval. */
export function beginAcceptance({ payer, payee, amount, currency }: Transaction, isLast: boolean): Move {
  if (!isLast) return startMove([]);
  const wallet = walletOf(payer, currency);
  if (!payee) return startMove([{ wallet, available: -amount, held: amount }]);
  const to = walletOf(payee, currency);
  return startMove([
    { wallet, available: -amount, held: 0 },
    { wallet: to, available: amount, held: 0 },
  ]);
}

function checkAcceptance(turn: Turn, transaction: Transaction, move: Move): void {
  const most = mostAvailable(move);
  if (most < transaction.amount)
    turn.fail('G2', `approved and accepted, though at most ${most} can have been available`);
  applyAcceptance(turn, transaction);
}

/** Applies the acceptance of an approved transaction to the model. */
export function applyAcceptance(turn: Turn, transaction: Transaction): void {
  if (transaction.type === 'payment') transaction.status = transaction.payee ? 'COMPLETED' : 'PENDING_CLAIM';
  else transaction.status = 'PROCESSING';
  transaction.acceptedOn = turn.run.model.today.day;
  showToPayee(transaction);
  recordAccepted(turn, transaction);
  addToLists(turn.run.model, transaction);
}

export function endReview(transaction: Payment | Withdrawal, status: 'APPROVAL_DENIED' | 'CANCELED'): void {
  transaction.status = status;
  for (const id of pendingOf(transaction)) transaction.approvals.set(id, 'canceled');
}

/** Reads the transaction's current status. */
export async function readStatus(turn: Turn, transaction: Transaction): Promise<string> {
  const response = await turn.send({ as: transaction.payer.owner, path: pathOf(transaction) });
  if (response.status !== 200) turn.fail('G1', `${transaction.id} is missing for its payer`);
  return (dataOf(response) as { attributes: { status: string } }).attributes.status;
}
