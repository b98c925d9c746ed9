import { submit } from '../paying.ts';
import { dataOf } from '../turn.ts';
import type { Turn } from '../turn.ts';
import { signUpWith } from '../world/parties.ts';

type Paid = { id: string; relationships: { recipient: { data: { id: string } } } };

/**
 * Two sign up at once with an address that money waits for: one of them becomes the party that is paid, and sees the
 * payment. Nobody is shut out by a payment to the address.
 */
export async function signUp(turn: Turn): Promise<void> {
  const { model, world } = turn.run;
  const as = world.parties.treasury.owner;
  const email = `${turn.token()}@newcomer.purser.test`.toLowerCase();
  const counterparty = { type: 'email', value: email };
  const intent = { as, payee: null, counterparty, amount: 1, isExclusive: true };
  const { transaction, response } = await submit(turn, intent);
  if (!transaction) return;
  const paid = dataOf(response) as Paid;
  const made = await Promise.all([1, 2].map(() => signUpWith(world.administration, email)));
  const parties = made.filter((each) => each !== null);
  turn.record(`${parties.length} signed up`);
  const [party] = parties;
  if (!party || parties.length > 1) turn.fail('tenancy', `${parties.length} parties have one address`);
  model.secrets.add(party.key);
  if (party.id !== paid.relationships.recipient.data.id)
    turn.fail('tenancy', 'the party of an address is not the one that is paid');
  const seen = await turn.send({ as: { ...as, key: party.key }, path: `/payments/${paid.id}` });
  if (seen.status !== 200) turn.fail('G1', 'a party does not see what waits for it');
}
