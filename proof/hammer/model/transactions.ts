import type { Party, Transaction } from './types.ts';

/** Returns the sandbox bank's outcome for a withdrawal of this amount, unless the withdrawal is canceled before. */
export function bankOutcome(amount: number): 'COMPLETED' | 'FAILED' | 'RETURNED' {
  const cents = amount % 100;
  if ([2, 3, 4, 16].includes(cents)) return 'FAILED';
  return cents === 17 || cents === 23 ? 'RETURNED' : 'COMPLETED';
}

/** Returns the parties that may see the transaction: the payee only once it was accepted. */
export function partiesOf(transaction: Transaction): Party[] {
  const { payer, payee, maker, acceptedOn } = transaction;
  return payee && acceptedOn !== null ? [payer, payee, maker.party] : [payer, maker.party];
}

/** Returns its path, such as `/payments/pay_…`. */
export function pathOf({ type, id }: Transaction): string {
  return type === 'payment' ? `/payments/${id}` : `/transfers/${id}`;
}
