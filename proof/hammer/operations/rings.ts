import { atOnce } from './duel.ts';
import type { Intent } from '../paying.ts';
import type { Turn } from '../turn.ts';
import type { Party } from '../model/types.ts';

/** Two that pay each other at the same time. */
export function payOpposite(turn: Turn): Promise<void> {
  return payRound(turn, 2);
}

/** Five that each pay the next, all at the same time. */
export function payRing(turn: Turn): Promise<void> {
  return payRound(turn, 5);
}

async function payRound(turn: Turn, size: number): Promise<void> {
  const { random, run } = turn;
  const { ringers } = run.world.cast;
  const start = random.below(ringers.length);
  const step = random.pick([1, 3, 7, 9]); // none divides their number: nobody is met twice
  const ring = Array.from({ length: size }, (_, index) => {
    return ringers[(start + index * step) % ringers.length] as Party;
  });
  const intents = ring.map((party, index): Intent => {
    const payee = ring[(index + 1) % size] as Party;
    const counterparty = { type: 'party_id', value: payee.id };
    return { as: party.owner, payee, counterparty, amount: random.between(1, 9) };
  });
  const judged = await atOnce(turn, intents);
  if (!judged.every(({ thing }) => thing)) turn.fail('G5', 'a payment in a ring did not pass');
}
