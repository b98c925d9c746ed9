import type { Mutant } from '../mutant.ts';

/** Faults by which money goes to an account at a bank of which nobody has proved anything, or comes from it wrongly. */
export const externalAccountMutants: readonly Mutant[] = [
  {
    name: 'amounts-guessed-for-ever',
    fault: 'wrong amounts of micro-deposits never disable an account',
    caughtBy: ['responses'],
    patches: [
      ['server/src/money/external-accounts/verify.ts', 'if (left > 0) return', 'if (left > -1_000) return'],
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'paid-out-unverified',
    fault: 'a withdrawal to an account that is not verified is accepted',
    caughtBy: ['responses'],
    patches: [
      [
        'server/src/engine/commands/withdraw.ts',
        "if (account.status !== 'active') return",
        "if (account.status === 'disabled') return",
      ],
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'return-is-all-debt',
    fault: 'a returned deposit takes nothing from its wallet: the party keeps the money, and owes it',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/receivable.ts',
        'for (const wallet of wallets) take(wallet, smaller(available(wallet), missing));',
        'for (const wallet of wallets) take(wallet, smaller(available(wallet), 0n));',
      ],
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'deposit-arrives-twice',
    fault: 'a deposit whose completion the bank reports twice brings its money twice',
    caughtBy: ['G2', 'G3'],
    patches: [
      [
        'server/src/engine/rules/settle-deposit.ts',
        "if (transfer.status === 'PROCESSING') {",
        "if (transfer.status === 'PROCESSING' || report.outcome.kind === 'completed') {",
      ],
      [
        // Without this, the primary key of movements would refuse the second one with a 500.
        'server/src/engine/rules/settle-deposit.ts',
        "step: 1, kind: 'deposit'",
        "step: transfer.settledAt ? 11 : 1, kind: 'deposit'",
      ],
      [
        'server/src/engine/commands/settle.ts',
        'if (transfer.status === before) return doneBefore();',
        "if (transfer.status === before && transfer.type !== 'deposit') return doneBefore();",
      ],
      [
        'server/src/engine/rules/targets.ts',
        'addEvent(changes, resource, record.id, record.status, status, now);',
        'if (record.status !== status) addEvent(changes, resource, record.id, record.status, status, now);',
      ],
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'operator-deposit-again',
    fault: 'a deposit that the operator records twice under one reference arrives twice',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/money/transfers/operator/deposit.ts',
        '  if (earlier) {',
        '  if (earlier && earlier.amount !== amount) {',
      ],
      [
        'server/src/money/transfers/operator/deposit.ts',
        'await insertOperatorDeposit(',
        'if (!earlier) await insertOperatorDeposit(',
      ],
    ],
    bound: 5_000,
    profile: 'accounts',
  },
];
