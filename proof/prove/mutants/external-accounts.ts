import type { Mutant } from '../mutant.ts';

/** Faults by which money goes to an account at a bank of which nobody has proved anything, or comes from it wrongly. */
export const externalAccountMutants: readonly Mutant[] = [
  {
    name: 'amounts-guessed-for-ever',
    fault: 'wrong amounts of micro-deposits never disable an account',
    caughtBy: ['responses'],
    patches: [
      {
        file: 'server/src/money/external-accounts/verify.ts',
        find: 'if (left > 0) return',
        replace: 'if (left > -1_000) return',
      },
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'paid-out-unverified',
    fault: 'a withdrawal to an account that is not verified is accepted',
    caughtBy: ['responses'],
    patches: [
      {
        file: 'server/src/engine/commands/withdraw.ts',
        find: "if (account.status !== 'active') return",
        replace: "if (account.status === 'disabled') return",
      },
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'return-is-all-debt',
    fault: 'a returned deposit takes nothing from its wallet: the party keeps the money, and owes it',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/rules/receivable.ts',
        find: 'const inWallet = wallet ? smaller(available(wallet), taking.amount) : 0n;',
        replace: 'const inWallet = wallet ? smaller(0n, available(wallet)) : 0n;',
      },
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'deposit-arrives-twice',
    fault: 'a deposit whose completion the bank reports twice brings its money twice',
    caughtBy: ['G2', 'G3'],
    patches: [
      {
        file: 'server/src/engine/rules/settle-deposit.ts',
        find: "if (transfer.status === 'PROCESSING') {",
        replace: "if (transfer.status === 'PROCESSING' || report.outcome.kind === 'completed') {",
      },
      {
        // Without this, the primary key of movements would refuse the second one with a 500.
        file: 'server/src/engine/rules/settle-deposit.ts',
        find: "step: 1, kind: 'deposit'",
        replace: "step: transfer.settledAt ? 11 : 1, kind: 'deposit'",
      },
      {
        file: 'server/src/engine/commands/settle.ts',
        find: 'if (transfer.status === before) return doneBefore();',
        replace: "if (transfer.status === before && transfer.type !== 'deposit') return doneBefore();",
      },
      {
        file: 'server/src/engine/rules/targets.ts',
        find: 'addEvent(changes, resource, record.id, record.status, status, now);',
        replace:
          'if (record.status !== status) addEvent(changes, resource, record.id, record.status, status, now);',
      },
    ],
    bound: 5_000,
    profile: 'accounts',
  },
  {
    name: 'operator-deposit-again',
    fault: 'a deposit that the operator records twice under one reference arrives twice',
    caughtBy: ['G3'],
    patches: [
      {
        file: 'server/src/money/transfers/by-hand/deposit.ts',
        find: '  if (earlier) {',
        replace: '  if (earlier && earlier.amount !== amount) {',
      },
      {
        file: 'server/src/money/transfers/by-hand/deposit.ts',
        find: 'await insertOperatorDeposit(',
        replace: 'if (!earlier) await insertOperatorDeposit(',
      },
    ],
    bound: 5_000,
    profile: 'accounts',
  },
];
