import type { Mutant } from '../mutant.ts';

/** Faults by which the operator gets another fee than the payer pays. */
export const feeMutants: readonly Mutant[] = [
  {
    name: 'fee-of-a-cent',
    fault: 'the payer pays one cent instead of the fee that is shown',
    caughtBy: ['G2'],
    patches: [['server/src/engine/rules/fees.ts', 'amount: fee });', 'amount: 1n });']],
    bound: 5_000,
    profile: 'duels',
  },
  {
    name: 'fees-overwritten',
    fault: 'each batch replaces the sum of the account of fees by what it has collected itself',
    caughtBy: ['G2'],
    patches: [
      ['server/src/engine/store/store.ts', 'SET posted = wallets.posted + n.amount', 'SET posted = n.amount'],
    ],
    bound: 5_000,
    profile: 'duels',
  },
  {
    name: 'payouts-kept',
    fault: 'what is paid out of the fees stays in the account of fees too',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/store/store.ts',
        'wallets.posted + n.amount',
        'wallets.posted + greatest(n.amount, 0)',
      ],
    ],
    bound: 5_000,
    profile: 'duels',
  },
  {
    name: 'fees-paid-out-again',
    fault: 'a payout of fees that is recorded twice under one reference pays out twice',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/money/transfers/operator/pay-out-fees.ts',
        '  if (earlier) {',
        '  if (earlier && earlier.amount !== amount) {',
      ],
      [
        'server/src/money/transfers/operator/pay-out-fees.ts',
        '      reference,\n      operator,',
        '      reference: earlier ? newIds.payout : reference,\n      operator,',
      ],
    ],
    bound: 5_000,
    profile: 'duels',
  },
];
