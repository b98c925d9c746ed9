import type { Party, Thing } from './types.ts';

/** How the sandbox's bank ends a withdrawal of this amount, unless it is taken back before. */
export function bankEnding(amount: number): 'COMPLETED' | 'FAILED' | 'RETURNED' {
  const cents = amount % 100;
  if ([2, 3, 4, 16].includes(cents)) return 'FAILED';
  return cents === 17 || cents === 23 ? 'RETURNED' : 'COMPLETED';
}

/** The parties that may see it. */
export function partiesOf(thing: Thing): Party[] {
  const { payer, payee, maker } = thing;
  return payee ? [payer, payee, maker.party] : [payer, maker.party];
}

/** Its address: `/payments/pay_…`. */
export function pathOf({ type, id }: Thing): string {
  return type === 'payment' ? `/payments/${id}` : `/transfers/${id}`;
}
