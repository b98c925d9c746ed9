import { bankEnding, partiesOf, pathOf } from '../model/things.ts';
import type { Thing } from '../model/types.ts';
import { pickParty } from '../picking.ts';
import { dataOf, endingOf } from '../turn.ts';
import type { Turn } from '../turn.ts';

type Shown = { attributes: { amount: number | string; status: string; description: string } };

/** One thing as those see it who may: there from its acknowledgement on, and in a state that it can be in. */
export async function readThing(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  if (party.things.length === 0) return turn.note('(none)');
  const recent = party.things.slice(-30);
  const thing = random.pick(random.chance(0.7) ? recent : party.things);
  if (thing.busy) return turn.note('(busy)');
  thing.busy = true;
  const viewer = random.pick(partiesOf(thing));
  const asTransaction = random.chance(0.4);
  // Of a withdrawal only its party can read the transfer; whoever it is, they all see the transaction.
  const path = asTransaction ? `/transactions/txn${thing.id.slice(3)}` : pathOf(thing);
  const as = random.chance(0.5) ? viewer.owner : viewer.readOnly;
  const response = await turn.send({ as, path });
  thing.busy = false;
  turn.note(`${asTransaction ? 'transaction' : thing.type} ${endingOf(response)}`);
  if (response.status !== 200) turn.fail('G1', `${thing.id} was acknowledged, and is not there`);
  const { amount, status, description } = (dataOf(response) as Shown).attributes;
  if (Number(amount) !== thing.amount || description !== thing.token)
    turn.fail('G1', `${thing.id} is something else`);
  if (!possibleStates(thing).includes(status)) {
    turn.fail('G1', `${thing.id} was acknowledged as ${thing.status}, and says ${status}`);
  }
}

/** What it may say: what was acknowledged, or where its bank has brought it since. */
export function possibleStates(thing: Thing): string[] {
  if (thing.type === 'payment' || thing.status !== 'PROCESSING') return [thing.status];
  const ending = bankEnding(thing.amount);
  const states = ['PROCESSING', ending];
  if (ending === 'RETURNED') states.push('COMPLETED');
  if (thing.cancelAsked) states.push('CANCELED');
  return states;
}

/** Of a customer that let its payments be read: as the customer sees it. */
export async function readForCustomer(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const [delegation] = party.customers;
  const thing = delegation && delegation.customer.things.at(-1 - random.below(20));
  if (!thing || thing.busy) return turn.note('(none)');
  const path = `${pathOf(thing)}?partyId=${delegation.customer.id}`;
  const response = await turn.send({
    as: party.owner,
    path,
    agentId: random.chance(0.5) ? party.agent.id : null,
  });
  turn.note(`${thing.type} ${endingOf(response)}`);
  if (thing.type === 'payment' && response.status !== 200)
    turn.fail('G1', 'a customer’s payment is not there');
}
