import type { Mutant } from '../mutant.ts';

/** Faults by which a statement says something else than the ledger. */
export const statementMutants: readonly Mutant[] = [
  {
    name: 'statement-ends-too-early',
    fault: 'a statement does not wait for the movements under way that are dated before its end',
    caughtBy: ['G19', 'G1'],
    patches: [
      ['server/src/money/wallets/statement/get.ts', 'if (before_us < end_us) {', 'if (before_us < 0n) {'],
    ],
    bound: 40_000,
    profile: 'statements',
    servers: 2,
  },
  {
    name: 'movements-without-order',
    fault: 'a movement is dated before one of the same wallet that was committed earlier',
    caughtBy: ['G19'],
    patches: [
      [
        'server/src/engine/model/changes.ts',
        'changes.movements.push({ ...movement, createdAt_us });',
        'changes.movements.push({ ...movement, createdAt_us: createdAt_us - (createdAt_us % 7n) * 5_000_000n });',
      ],
    ],
    bound: 10_000,
    profile: 'statements',
    servers: 2,
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
