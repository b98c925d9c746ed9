import { sendAndCheckAll } from './exhaust-wallet.ts';
import type { Intent } from '../paying.ts';
import type { Turn } from '../turn.ts';
import type { Party } from '../model/types.ts';

/** Two parties pay each other concurrently. */
export function payOpposite(turn: Turn): Promise<void> {
  return payRound(turn, 2);
}

/** Five parties each pay the next, concurrently. */
export function payRing(turn: Turn): Promise<void> {
  return payRound(turn, 5);
}

async function payRound(turn: Turn, size: number): Promise<void> {
  const { random, run } = turn;
  const { wealthy } = run.world.parties;
  const start = random.below(wealthy.length);
  const step = random.pick([1, 3, 7, 9]); // coprime to their number, so no party appears twice
  const ring = Array.from({ length: size }, (_, index) => {
    return wealthy[(start + index * step) % wealthy.length] as Party;
  });
  const intents = ring.map((party, index): Intent => {
    const payee = ring[(index + 1) % size] as Party;
    const counterparty = { type: 'party_id', value: payee.id };
    return { as: party.owner, payee, counterparty, amount: random.between(1, 9) };
  });
  const outcomes = await sendAndCheckAll(turn, intents);
  if (!outcomes.every(({ transaction }) => transaction)) turn.fail('G5', 'a payment in a ring was refused');
}
