import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Transaction } from '../model/types.ts';
import { finishMove, type Move, startMove } from '../model/wallets.ts';
import { pathOf } from '../model/transactions.ts';
import { codesOf, type HttpResponse } from '../../support/http.ts';
import { sendAndCheck } from '../paying.ts';
import { applyCancel } from './cancel.ts';
import { dataOf, type Turn } from '../turn.ts';
import { signUpWith, walletOf } from '../world/parties.ts';

const poll_ms = 50;
const mostPolls = 1_200; // a minute: the background work of a busy machine moves the money

type Paid = {
  id: string;
  attributes: { status: string };
  relationships: { recipient: { data: { id: string } } };
};

/**
 * Two sign up at once with an address that money waits for: one of them becomes the party that is paid, sees the payment
 * and gets the money. Nobody is shut out by a payment to the address.
 */
export async function signUp(turn: Turn): Promise<void> {
  await signUpPaid(turn, 1);
}

/**
 * Pays an address, and lets two sign up with it, one of whom does something before it commits. Returns who then is the
 * payee, once the money has moved.
 */
export async function signUpPaid(
  turn: Turn,
  amount: number,
  meanwhile?: () => Promise<void>,
): Promise<Actor | null> {
  const { model, world } = turn.run;
  const as = world.parties.treasury.owner;
  const email = `${turn.token()}@newcomer.purser.test`.toLowerCase();
  const counterparty = { type: 'email', value: email };
  const intent = { as, payee: null, counterparty, amount, isExclusive: true };
  const { transaction, response } = await sendAndCheck(turn, intent);
  if (!transaction) return null;
  const paid = dataOf(response) as Paid;
  const made = await Promise.all([1, 2].map(() => signUpWith(world.administration, email, meanwhile)));
  const parties = made.filter((each) => each !== null);
  turn.record(`${parties.length} signed up`);
  const [party] = parties;
  if (!party || parties.length > 1) turn.fail('tenancy', `${parties.length} parties have one address`);
  model.secrets.add(party.key);
  if (party.id !== paid.relationships.recipient.data.id)
    turn.fail('tenancy', 'the party of an address is not the one that is paid');
  const payee = { ...as, key: party.key };
  await untilClaimed(turn, payee, transaction);
  return payee;
}

/**
 * Signs up with an address that money waits for, while the payer cancels some of it: each payment is the new party's or
 * canceled, and the party has the money of those that it was told of (G16).
 */
export async function raceClaim(turn: Turn): Promise<void> {
  const { model, world } = turn.run;
  const as = world.parties.treasury.owner;
  const email = `${turn.token()}@newcomer.purser.test`.toLowerCase();
  const counterparty = { type: 'email', value: email };
  const waiting: Waiting[] = [];
  for (let count = turn.random.between(1, 4); count > 0; count -= 1) {
    const asked = { as, payee: null, counterparty, amount: count, isExclusive: true };
    const { transaction } = await sendAndCheck(turn, asked);
    if (transaction) waiting.push({ transaction, move: beginCancel(transaction) });
  }
  const cancelAll = () =>
    Promise.all(
      waiting.map(({ transaction }) =>
        turn.send({ as, method: 'POST', path: `${pathOf(transaction)}/cancel`, key: turn.token() }),
      ),
    );
  const first = turn.random.chance(0.5) ? cancelAll() : null;
  const party = await signUpWith(world.administration, email);
  if (!party) turn.fail('tenancy', 'nobody can sign up with an address that was paid');
  model.secrets.add(party.key);
  const canceled = await (first ?? cancelAll());
  const payee = { ...as, key: party.key };
  for (const [index, each] of waiting.entries())
    await endRace(turn, each, { payee, canceled: canceled[index], received: party.received });
}

type Waiting = { transaction: Transaction; move: Move };

function beginCancel({ payer, currency, amount }: Transaction): Move {
  return startMove([{ wallet: walletOf(payer, currency), available: amount, held: -amount }]);
}

/** Checks who has won a payment: its payer, who canceled it, or the party that signed up. */
async function endRace(
  turn: Turn,
  { transaction, move }: Waiting,
  {
    payee,
    canceled,
    received,
  }: { payee: Actor; canceled: HttpResponse | undefined; received: readonly string[] },
): Promise<void> {
  if (!canceled) throw new RangeError('a payment without an answer');
  const isClaimed = received.includes(transaction.id);
  turn.record(isClaimed ? 'claimed' : 'canceled');
  const isRefused = canceled.status !== 200;
  if (isClaimed !== isRefused)
    turn.fail(
      'G16',
      `a claim has ${isClaimed ? '' : 'not '}got what a cancel answered ${canceled.status} to`,
    );
  if (isRefused && codesOf(canceled)[0] !== 'conflict') turn.fail('responses', 'a cancel was refused');
  if (!isClaimed) applyCancel(turn, transaction, 'CANCELED');
  finishMove(move, !isClaimed);
  if (isClaimed) await untilClaimed(turn, payee, transaction);
}

/** Waits until the money has moved to the party that signed up, which sees the payment from the beginning on. */
async function untilClaimed(turn: Turn, as: Actor, payment: Transaction): Promise<void> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const seen = await turn.send({ as, path: `/payments/${payment.id}` });
    if (seen.status !== 200) turn.fail('G1', 'a party does not see what waits for it');
    const { status } = (dataOf(seen) as Paid).attributes;
    if (status === 'COMPLETED') {
      walletOf(payment.payer, payment.currency).held -= payment.amount;
      payment.status = 'COMPLETED';
      return turn.record('claimed');
    }
    if (status !== 'PENDING_CLAIM') turn.fail('G16', `money that was claimed is ${status}`);
    await pause(poll_ms);
  }
  turn.fail('G1', 'money that waited for a party has not moved to it');
}
