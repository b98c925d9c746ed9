import { setTimeout as pause } from 'node:timers/promises';
import { codesOf } from '../../../support/http.ts';
import { beginAttempt, checkResponse } from '../../paying.ts';
import { pickParty } from '../../picking.ts';
import { settle } from '../../settle.ts';
import type { Turn } from '../../turn.ts';
import type { Actor, Agent, Delegation, Transaction } from '../../model/types.ts';

/** A power to pay, and how it is taken away. */
export type Power = {
  as: Actor;
  agent?: Agent;
  delegation?: Delegation;
  take: () => Promise<void>;
  /** The codes that refuse its payments once `take` has its response. */
  refusals: readonly string[];
  /** The codes that refuse its reads afterwards; empty where it may still read. */
  readRefusals: readonly string[];
  /** Its payments that wait for an approval, where they are canceled when it is taken. */
  reviews?: Transaction[];
  /** Whether the power may have ended before it was taken: a key may expire. */
  hasEnded?: () => Promise<boolean>;
};

/**
 * Sends streams of payments to all servers, and meanwhile takes away the power to make them. No payment is accepted
 * that was sent after the response to that, and none is refused before (G7).
 */
export async function payUntilTaken(turn: Turn, power: Power): Promise<void> {
  const { random, run } = turn;
  const state = { isTaking: false, isTaken: false, isPaused: false, accepted: 0 };
  const payOnce = async (): Promise<boolean> => {
    const sentAfter = state.isTaken;
    const outcome = await payOneCent(turn, power);
    if (outcome === 'accepted' && sentAfter)
      turn.fail('G7', 'a payment was accepted, but sent after the power to make it was taken away');
    if (outcome === 'accepted') state.accepted += 1;
    if (outcome !== 'gone') return true;
    if (!state.isTaking && !(await power.hasEnded?.()))
      turn.fail('responses', 'a payment was refused before the power to make it was taken away');
    if (sentAfter) await checkRead(turn, power);
    return false;
  };
  const stream = async (): Promise<void> => {
    while (!state.isPaused && (await payOnce()));
  };
  const streams = Promise.all([stream(), stream(), stream()]);
  streams.catch(() => undefined); // awaited below, but it may reject earlier
  await pause(random.below(15));
  // Sometimes the first request afterwards is a read, so no refused payment has informed the server before.
  state.isPaused = random.chance(0.4);
  if (state.isPaused) await streams;
  state.isTaking = true;
  await power.take();
  state.isTaken = true;
  if (state.isPaused)
    await Promise.all(run.world.httpClients.map((_, server) => checkRead(turn, power, server)));
  await streams;
  const last = await Promise.all(run.world.httpClients.map(() => payOnce()));
  if (last.some(Boolean)) turn.fail('G7', 'a payment was refused, but not for lack of the power to make it');
  const { accepted } = state;
  turn.record(`taken after ${accepted > 9 ? '10+' : accepted > 0 ? '1–9' : '0'} payments`);
}

/** Pays one cent. Returns `gone` if the response says that the power to pay was taken away. */
export async function payOneCent(
  turn: Turn,
  { as, agent, delegation, refusals, reviews }: Omit<Power, 'take' | 'readRefusals'>,
): Promise<'accepted' | 'refused' | 'gone'> {
  const payee = pickParty(turn, as.party);
  const attempt = beginAttempt(turn, {
    as,
    payee,
    counterparty: { type: 'party_id', value: payee.id },
    amount: 1,
    skipReplay: true,
    isExclusive: true,
    mayEnd: reviews !== undefined,
    ...(agent && { agent }),
    ...(delegation && { delegation }),
  });
  const response = await turn.send(attempt.request);
  if (turn.run.kills && refusals.includes(codesOf(response)[0] ?? '')) {
    const { model } = turn.run;
    model.unsettled.set(attempt.token, (stored) => settle(model, attempt, stored));
    return 'gone';
  }
  const { transaction, refusal } = checkResponse(turn, attempt, response, refusals);
  if (transaction?.status === 'IN_REVIEW') reviews?.push(transaction);
  if (transaction) return 'accepted';
  return refusal !== null && refusals.includes(refusal) ? 'gone' : 'refused';
}

/** Checks that the power to read is gone too, or that it stayed. */
async function checkRead(
  turn: Turn,
  { as, agent, delegation, readRefusals }: Power,
  server?: number,
): Promise<void> {
  const whose = delegation ? `&partyId=${delegation.customer.id}` : '';
  const request = { as, path: `/transactions?limit=1${whose}`, agentId: agent?.id ?? null };
  const response = await turn.send(server === undefined ? request : { ...request, server });
  const [code = ''] = codesOf(response);
  if (readRefusals.length === 0 ? response.status !== 200 : !readRefusals.includes(code))
    turn.fail('G7', `a read had status ${response.status} after the power to pay was taken away`);
}
