import type * as Payouts from '../../../server/src/money/transfers/operator/pay-out-fees.ts';
import { sendAndCheck } from '../paying.ts';
import type { Turn } from '../turn.ts';
import { feeCurrency, feeTerms } from '../world/world.ts';

/** Pays in the currency in which the operator charges a fee, and expects the fee to the cent. */
export async function payWithFee(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const { treasury, wealthy } = run.world.parties;
  const payee = random.pick(wealthy);
  const amount = random.between(1, 20) * 200;
  await sendAndCheck(turn, {
    as: treasury.owner,
    counterparty: { type: 'party_id', value: payee.id },
    payee,
    amount,
    currency: feeCurrency,
    fee: feeTerms.fixed + roundedHalfEven((amount * feeTerms.basisPoints) / 10_000),
  });
}

/** Has two operators pay a cent of the collected fees out under one reference: it leaves once. */
export async function payOutFees(turn: Turn): Promise<void> {
  const { administer, load } = turn.run.world.administration;
  const { payOutFees: payOut } = await load<typeof Payouts>('money/transfers/operator/pay-out-fees.ts');
  const asked = { amount: 1n, currency: feeCurrency, reference: turn.token(), operator: 'hammer' };
  const act = async () => {
    try {
      return await administer((tx) => payOut(tx, asked));
    } catch (error) {
      if (!isCheckViolation(error)) throw error;
      return turn.fail('G2', 'more is paid out than the account of fees has');
    }
  };
  const results = await Promise.all([act(), act()]);
  const done = results.filter((result) => typeof result !== 'string' && result.isNew).length;
  turn.record(`${done} of 2 paid out`);
  if (done > 1) turn.fail('G3', 'two payouts under one reference');
}

/** Whether a CHECK of the database refused what the server wanted to store. */
function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}

function roundedHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
