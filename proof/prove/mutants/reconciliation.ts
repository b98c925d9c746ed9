import type { Mutant } from '../mutant.ts';

/**
 * Faults by which the clearing accounts and the bank's book differ. A comparison that overlooks a difference is not among
 * them: where nothing differs, no load can show that. It is tested in server/test/flows/reconciliation.test.ts.
 */
export const reconciliationMutants: readonly Mutant[] = [
  {
    name: 'bank-asked-for-more',
    fault: 'the bank is asked to pay out, or to draw, one unit more than the transfer says',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/money/transfers/submit-orders.ts',
        'rail.placeOrder({ key, ...asked }, now)',
        'rail.placeOrder({ key, ...asked, amount: asked.amount + 100n }, now)', // the cents say what the bank does
      ],
    ],
    bound: 3_000,
    profile: 'accounts',
  },
  {
    name: 'returns-not-compared',
    fault: 'what the bank gave back or took back is missing in the ledger’s side of the reconciliation',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/money/reconciliation/lines/queries.ts',
        "AND kind <> 'payment' AND",
        "AND kind NOT IN ('payment', 'return') AND",
      ],
    ],
    bound: 3_000,
    profile: 'accounts',
  },
];
