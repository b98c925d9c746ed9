import { codesOf, headerOf } from '../../support/http.ts';
import type { Agent, Party, Transaction } from '../model/types.ts';
import { startMove } from '../model/wallets.ts';
import {
  type AttemptOutcome,
  beginAttempt,
  checkResponse,
  type Intent,
  type PaymentAttempt,
  sendAndCheck,
} from '../paying.ts';
import { pickParty, reserve } from '../picking.ts';
import { busy, outcomeOf, type Turn } from '../turn.ts';
import { noLimits } from '../world/party-groups.ts';
import { agentActor } from '../world/parties.ts';
import { cancelAndCheck } from './cancel.ts';
import { decideOne, endReview, loadApprovals, pendingOf } from './decide.ts';
import { newAgent, succeed } from './authority/writes.ts';

/** The settings of the profile `reviews`, in which few payments of an agent wait at once. */
export const fewReviews = { PURSER_MAX_IN_REVIEW_PER_AGENT: '4' };

const refusal = 'too_many_in_review';

/**
 * Of payments and withdrawals of an agent at once, by its key and by header, on all servers, exactly as many wait for
 * approval as may. One that was refused waits under its key once another one is decided (G6).
 */
export function fillReview(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const most = Number(run.world.settings['PURSER_MAX_IN_REVIEW_PER_AGENT']);
  return run.world.lendLimited(async (party) => {
    const agent = await newCautiousAgent(turn, party);
    if (!agent) return;
    const count = most + random.between(1, 6);
    const attempts = Array.from({ length: count }, () => beginAttempt(turn, largeIntent(turn, agent)));
    const outcomes = await Promise.all(attempts.map((each) => sendForReview(turn, each)));
    const waiting = outcomes.flatMap(({ transaction }) => transaction ?? []);
    expectWaiting(turn, waiting.length, most);
    const again = attempts[outcomes.findIndex(({ transaction }) => !transaction)];
    const [first] = waiting;
    if (!again || !first) throw new Error('nothing waits, or nothing was refused');
    await reserve(first, () => end(turn, party, first));
    const { transaction } = await sendForReview(turn, { ...again, move: startMove(again.move.legs) });
    if (!transaction) turn.fail('G6', 'refused, though one less waits for approval than may');
    const more = await sendForReview(turn, beginAttempt(turn, largeIntent(turn, agent)));
    expectWaiting(turn, most + (more.transaction ? 1 : 0), most);
    await sendAndCheck(turn, {
      ...largeIntent(turn, agent),
      ...paidByKey(turn, agent),
      amount: 1,
      review: passes,
    });
    await revoke(turn, agent, [...waiting.slice(1), transaction]);
    turn.record('filled');
  });
}

const passes = { expected: 'no', deciders: [] } as const;

function expectWaiting(turn: Turn, waiting: number, most: number): void {
  if (waiting !== most) turn.fail('G6', `${waiting} of an agent wait for approval, and ${most} may`);
}

/** Creates an agent of whom all payments over a cent wait for its party. */
export async function newCautiousAgent(turn: Turn, party: Party): Promise<Agent | null> {
  const agent = await newAgent(turn, party);
  if (!agent) return null;
  const limits = { ...noLimits, perTransaction: 1 };
  await succeed(turn, { as: party.owner, method: 'PATCH', path: `/agents/${agent.id}`, body: { limits } });
  return { ...agent, limits };
}

/** Revokes an agent, with which its reviews end. */
export async function revoke(
  turn: Turn,
  { id, party }: Agent,
  reviews: readonly Transaction[],
): Promise<void> {
  await succeed(turn, { as: party.owner, method: 'DELETE', path: `/agents/${id}` });
  for (const transaction of reviews) endReview(transaction, 'CANCELED');
}

function largeIntent(turn: Turn, agent: Agent): Intent {
  const { random } = turn;
  const { owner } = agent.party;
  const common = { amount: random.between(2, 500) * 100, isExclusive: true, mayEnd: true, skipReplay: true };
  if (random.chance(0.3)) return { ...common, as: owner, agent, counterparty: null, payee: null };
  const payee = pickParty(turn);
  const by = random.chance(0.5) ? { as: owner, agent } : { as: agentActor(agent) };
  return { ...common, ...by, payee, counterparty: { type: 'party_id', value: payee.id } };
}

function paidByKey(turn: Turn, agent: Agent): Pick<Intent, 'as' | 'payee' | 'counterparty'> {
  const payee = pickParty(turn);
  return { as: agentActor(agent), payee, counterparty: { type: 'party_id', value: payee.id } };
}

async function sendForReview(turn: Turn, attempt: PaymentAttempt): Promise<AttemptOutcome> {
  const response = await turn.send({ ...attempt.request, mayBeBusy: true });
  if (busy.has(response.status)) {
    const isRefusal = codesOf(response)[0] === refusal && headerOf(response, 'retry-after') === '60';
    if (!isRefusal) turn.fail('responses', `what may not wait was refused as ${outcomeOf(response)}`);
  }
  return checkResponse(turn, attempt, response, [refusal]);
}

/** Ends a review: its payer cancels it, or somebody denies it. */
async function end(turn: Turn, party: Party, transaction: Transaction): Promise<void> {
  if (turn.random.chance(0.5) || !party.approver) {
    return cancelAndCheck(turn, transaction, { as: party.owner, key: turn.token() }, 'must');
  }
  await loadApprovals(turn, transaction);
  const [id = ''] = pendingOf(transaction);
  await decideOne(turn, transaction, party.approver, { id, verdict: 'deny' });
}
