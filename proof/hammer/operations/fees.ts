import { submit } from '../paying.ts';
import type { Turn } from '../turn.ts';
import { feeCurrency, feeTerms } from '../world/world.ts';

/** Pays in the currency in which the operator charges a fee, and expects the fee to the cent. */
export async function payWithFee(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const { treasury, wealthy } = run.world.parties;
  const payee = random.pick(wealthy);
  const amount = random.between(1, 20) * 200;
  await submit(turn, {
    as: treasury.owner,
    counterparty: { type: 'party_id', value: payee.id },
    payee,
    amount,
    currency: feeCurrency,
    fee: feeTerms.fixed + roundedHalfEven((amount * feeTerms.basisPoints) / 10_000),
  });
}

function roundedHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
