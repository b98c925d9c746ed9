import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Transaction } from '../model/types.ts';
import { sendAndCheck } from '../paying.ts';
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

/** Pays an address, and lets two sign up with it. Returns who then is the payee, once the money has moved. */
export async function signUpPaid(turn: Turn, amount: number): Promise<Actor | null> {
  const { model, world } = turn.run;
  const as = world.parties.treasury.owner;
  const email = `${turn.token()}@newcomer.purser.test`.toLowerCase();
  const counterparty = { type: 'email', value: email };
  const intent = { as, payee: null, counterparty, amount, isExclusive: true };
  const { transaction, response } = await sendAndCheck(turn, intent);
  if (!transaction) return null;
  const paid = dataOf(response) as Paid;
  const made = await Promise.all([1, 2].map(() => signUpWith(world.administration, email)));
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
    await pause(poll_ms);
  }
  turn.fail('G1', 'money that waited for a party has not moved to it');
}
