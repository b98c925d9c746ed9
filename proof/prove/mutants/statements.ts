import type { Mutant } from '../mutant.ts';

/** Faults by which a statement says something else than the ledger. */
export const statementMutants: readonly Mutant[] = [
  {
    name: 'statement-from-two-snapshots',
    fault: 'the balance and the lines of a statement are read at different moments',
    caughtBy: ['G2'],
    patches: [
      ['server/src/db/long-reads.ts', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;', 'BEGIN READ ONLY;'],
    ],
    bound: 10_000,
    profile: 'statements',
  },
  {
    name: 'statement-without-deposits',
    fault: 'a statement leaves out the deposits, with which each wallet begins',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/money/wallets/statement/queries.ts',
        "AND m.kind <> 'payment' AND m.source_wallet_id",
        "AND m.kind NOT IN ('payment', 'deposit') AND m.source_wallet_id",
      ],
    ],
    bound: 10_000,
    profile: 'statements',
  },
];
