import type { Mutant, Patch } from '../mutant.ts';

/** Removes the CHECK against overdrafts, which would show the fault as a 500 before any balance is wrong. */
export const overdraftAllowed: Patch = ['server/db/baseline/7_money.sql', 'posted >= held END', 'true END'];

/** Faults that create money, lose it or spend it twice. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: 'wallet-not-locked',
    fault: 'two servers read a wallet at the same time, and the later one overwrites the change of the other',
    caughtBy: ['G2', 'G4'],
    patches: [
      [
        'server/src/engine/load/load-money.ts',
        "ORDER BY party_id, currency, id ${lock('FOR NO KEY UPDATE')}",
        'ORDER BY party_id, currency, id',
      ],
    ],
    bound: 5_000,
    servers: 2,
  },
  {
    name: 'hold-not-counted',
    fault: 'held money counts as available',
    caughtBy: ['G2', 'G4'],
    patches: [
      ['server/src/engine/rules/wallets.ts', 'return wallet.posted - wallet.held;', 'return wallet.posted;'],
      overdraftAllowed,
    ],
    bound: 2_000,
  },
  {
    name: 'overdraft-by-a-cent',
    fault: 'a payment of one cent more than is available is accepted',
    caughtBy: ['G2', 'G4'],
    patches: [
      [
        'server/src/engine/rules/wallets.ts',
        'if (available(wallet) < amount)',
        'if (available(wallet) + 1n < amount)',
      ],
      overdraftAllowed,
    ],
    bound: 2_000,
  },
  {
    name: 'last-cent-kept',
    fault: 'a payment of all available money is refused',
    caughtBy: ['G1', 'G2', 'G4'], // G1: money that was drawn for a payment cannot pay it
    patches: [
      [
        'server/src/engine/rules/wallets.ts',
        'if (available(wallet) < amount)',
        'if (available(wallet) <= amount)',
      ],
    ],
    bound: 2_000,
  },
  {
    name: 'hold-released-twice',
    fault: 'held money is released twice',
    caughtBy: ['G1', 'G2', 'G4'], // G1: money that another hold still needs is gone when it is due
    patches: [
      [
        'server/src/engine/rules/undo.ts',
        'moveWithFee(record, released, state, changes);',
        `const again = release(record, wallet);
    moveWithFee(record, again, state, changes);
    if (again.source.wallet.held >= record.amount) moveWithFee({ fee: null }, { ...again, step: 4 }, state, changes);`,
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'canceled-twice',
    fault: 'a canceled payment can be canceled again',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/commands/cancel.ts',
        "return status === 'PENDING_CLAIM' &&",
        "return (status === 'PENDING_CLAIM' || status === 'CANCELED') &&",
      ],
      [
        // Without this, the primary key of movements would refuse the second release with a 500.
        'server/src/engine/rules/undo.ts',
        'if (record.acceptedAt) {',
        "if (record.acceptedAt && record.status !== 'CANCELED') {",
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'debt-not-settled',
    fault: 'money that arrives settles no debt of its party',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/receivable.ts',
        'if (!account || account.posted === 0n) return;',
        'if (!account || account.posted <= 0n) return;',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'debt-not-booked',
    fault: 'what is missing for a returned deposit is owed by nobody',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/receivable.ts',
        'if (missing === 0n) return null;',
        'if (missing < 10n ** 15n) return null;',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'debtor-pays',
    fault: 'a party that owes money pays with what it has before it has settled its debt',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/wallets.ts',
        "if (owedBy(state, wallet.partyId, wallet.currency) > 0n) return 'amount_owed';",
        "if (owedBy(state, wallet.partyId, wallet.currency) < 0n) return 'amount_owed';",
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'write-off-kept',
    fault: 'what the operator writes off is owed all the same',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/commands/write-off.ts',
        'const amount = -account.posted;',
        'const amount = account.posted < -1n ? -account.posted - 1n : 1n;',
      ],
    ],
    profile: 'accounts',
    bound: 10_000,
  },
  {
    name: 'return-not-credited',
    fault: 'a withdrawal that the bank returns is not credited to the wallet',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/settle-withdrawal.ts',
        "arrive({ ...movementOf(transfer), step: 3, kind: 'return', source, destination }, now, state, changes);",
        'void [source, destination];',
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'release-without-movement',
    fault: 'a release changes the sums of its wallet without a movement',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/model/changes.ts',
        'changes.movements.push({ ...movement, createdAt_us });',
        "if (movement.kind !== 'release') changes.movements.push({ ...movement, createdAt_us });",
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'response-before-the-commit',
    fault: 'a response is sent while its transaction is still open',
    // The next request may not see what was acknowledged: a sign-up then makes another party than the paid one.
    caughtBy: ['G1', 'responses', 'tenancy'],
    patches: [['server/src/engine/queue/batch.ts', 'await stored;', 'void stored;']],
    bound: 20_000, // seen only by a read between the response and the COMMIT; on a faster disk it takes longer
  },
  {
    name: 'deadlock-reaches-the-client',
    fault: 'batches lock agents and wallets in either order, and a deadlock is not retried',
    caughtBy: ['G5'],
    patches: [
      [
        'server/src/engine/load/load.ts',
        'return [...locks, ...reads]',
        'return [...(Math.random() < 0.5 ? locks : locks.toReversed()), ...reads]',
      ],
      ['server/src/engine/queue/batch.ts', '(isRetryable(error) ||', '('],
    ],
    bound: 5_000,
    servers: 2,
  },
  {
    name: 'preview-pays',
    fault: 'a preview of a payment makes the payment',
    caughtBy: ['G1', 'G2', 'G4'],
    patches: [
      ['server/src/engine/queue/within.ts', 'await tx.query({ text: readOnly });', ''],
      [
        'server/src/engine/queue/within.ts',
        "lockNothing: Lock = () => ''",
        'lockNothing: Lock = (clause) => clause',
      ],
      [
        'server/src/engine/queue/within.ts',
        'const [outcome] = decide([command], state, changes);',
        `const [outcome] = decide([command], state, changes);
  await runSteps(tx, storeSteps(changes));`,
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'unknown-query-ignored',
    fault: 'a write ignores a query parameter that it does not know, such as dryRun',
    caughtBy: ['responses'],
    patches: [
      ['server/src/http/head.ts', 'if (parameter === undefined) return;', 'if (parameter !== null) return;'],
    ],
    bound: 1_000,
  },
];
