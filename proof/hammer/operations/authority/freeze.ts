import type * as Freezes from '../../../../server/src/identity/parties/freeze/operator.ts';
import type * as Ids from '../../../../server/src/lib/id.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { beginAttempt, checkResponse } from '../../paying.ts';
import { pickParty, reserve } from '../../picking.ts';
import type { Party, Transaction } from '../../model/types.ts';
import { outcomeOf, type Turn } from '../../turn.ts';
import { codesOf } from '../../../support/http.ts';
import { agentActor } from '../../world/parties.ts';
import { decideOne, loadApprovals, pendingOf, sendDecision } from '../decide.ts';
import { waitingPayment } from '../limits.ts';

/**
 * Freezes a party while it pays. No payment by the party, by its agent or for its customer is accepted that was sent
 * after the response, and no approval either (G7). Sometimes the operator freezes it too: then it pays once both have
 * lifted their freezes.
 */
export function freezeParty(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const waiting = await waitingPayment(turn, party);
    if (waiting) await loadApprovals(turn, waiting);
    const streams = { isFrozen: false, accepted: 0 };
    const stream = async (server: number): Promise<void> => {
      while (await payOnce(turn, party, streams, server));
    };
    const servers = turn.run.world.httpClients.map((_client, server) => server);
    const paying = Promise.all(servers.flatMap((server) => [stream(server), stream(server)]));
    paying.catch(() => undefined); // awaited below, but it may reject earlier
    await pause(turn.random.below(15));
    await change(turn, party, 'freeze');
    streams.isFrozen = true;
    await paying;
    const last = await Promise.all(servers.map((server) => payOnce(turn, party, streams, server)));
    if (last.some(Boolean)) turn.fail('G7', 'a frozen party was not refused as such');
    if (waiting) await approveFrozen(turn, party, waiting);
    await unfreeze(turn, party, () => payOnce(turn, party, streams, turn.random.pick(servers)));
    streams.isFrozen = false;
    if (waiting) await approve(turn, party, waiting);
    if (!(await payOnce(turn, party, streams, turn.random.pick(servers))))
      turn.fail('responses', 'a party that was unfrozen is refused as frozen');
    turn.record(`taken by a freeze after ${streams.accepted > 9 ? '10+' : 'a few'} payments`);
  });
}

/** Lifts the freeze of the party, and sometimes one of the operator that the other does not lift, in either order. */
async function unfreeze(turn: Turn, party: Party, pays: () => Promise<boolean>): Promise<void> {
  if (turn.random.below(3) > 0) return change(turn, party, 'unfreeze');
  await byOperator(turn, party, true);
  const lifts = [() => change(turn, party, 'unfreeze'), () => byOperator(turn, party, false)];
  const [first, last] = turn.random.below(2) === 0 ? lifts : lifts.toReversed();
  await first?.();
  if (await pays()) turn.fail('G7', 'a party pays that the operator, or its people, have frozen');
  await last?.();
}

async function byOperator({ run }: Turn, party: Party, isFrozen: boolean): Promise<void> {
  const { load, administer } = run.world.administration;
  const { setFrozenByOperator } = await load<typeof Freezes>('identity/parties/freeze/operator.ts');
  const { parseId } = await load<typeof Ids>('lib/id.ts');
  const partyId = parseId('pty', party.id);
  if (!partyId) throw new Error('a party without an id');
  const asked = { partyId, isFrozen, operator: 'hammer', because: 'hammered' };
  await administer((tx) => setFrozenByOperator(tx, asked));
}

/** Sends a payment in one of the ways in which the party spends; returns whether it was not refused as frozen. */
async function payOnce(
  turn: Turn,
  party: Party,
  streams: { isFrozen: boolean; accepted: number },
  server: number,
): Promise<boolean> {
  const { random } = turn;
  const sentAfter = streams.isFrozen;
  const payee = pickParty(turn);
  const known = { payee, counterparty: { type: 'party_id', value: payee.id }, amount: 1, isExclusive: true };
  const delegation = random.pick(party.customers);
  const way = random.pick([
    { as: party.owner },
    { as: agentActor(party.agent) },
    { as: party.owner, agent: party.agent },
    { as: party.owner, delegation },
  ]);
  const attempt = beginAttempt(turn, { ...known, ...way, server, skipReplay: true });
  const response = await turn.send(attempt.request);
  const { transaction, refusal } = checkResponse(turn, attempt, response, ['party_frozen']);
  if (transaction && sentAfter) turn.fail('G7', `${transaction.id} was accepted, but sent after the freeze`);
  if (transaction) streams.accepted += 1;
  return refusal !== 'party_frozen';
}

async function approveFrozen(turn: Turn, party: Party, waiting: Transaction): Promise<void> {
  const [id] = pendingOf(waiting);
  const response = await sendDecision(turn, party.approver ?? party.owner, id, 'approve');
  turn.record(`approve ${outcomeOf(response)}`);
  if (response.status === 200) turn.fail('G7', `${waiting.id} was approved while its party was frozen`);
  if (codesOf(response)[0] !== 'party_frozen')
    turn.fail('responses', 'an approval of a frozen party was not refused as such');
}

async function approve(turn: Turn, party: Party, waiting: Transaction): Promise<void> {
  const [id = ''] = pendingOf(waiting);
  const as = party.approver ?? party.owner;
  await reserve(waiting, async () => {
    const { status } = await decideOne(turn, waiting, as, { id, verdict: 'approve' });
    if (status !== 200) turn.fail('responses', 'an approval was refused after its party was unfrozen');
  });
}

async function change(turn: Turn, party: Party, action: 'freeze' | 'unfreeze'): Promise<void> {
  const path = `/parties/me/${action}`;
  const response = await turn.send({ as: party.owner, method: 'POST', path, key: turn.token() });
  turn.record(`${action} ${outcomeOf(response)}`);
  if (response.status !== 200) turn.fail('responses', `a party could not ${action}`);
}
