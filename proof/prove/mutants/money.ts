import type { Mutant } from '../mutant.ts';

/** Removes the CHECK against overdrafts, which would show the fault as a 500 before any balance is wrong. */
export const overdraftAllowed = {
  file: 'server/db/baseline/7_money.sql',
  find: 'OR posted - held >= 0',
  replace: 'OR true',
};

/** Faults that create money, lose it or spend it twice. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: 'wallet-not-locked',
    fault: 'two servers read a wallet at the same time, and the later one overwrites the change of the other',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/load/load-money.ts',
        find: "ORDER BY party_id, currency, id ${lock('FOR NO KEY UPDATE')}",
        replace: 'ORDER BY party_id, currency, id',
      },
    ],
    bound: 5_000,
    servers: 2,
  },
  {
    name: 'hold-not-counted',
    fault: 'held money counts as available',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/wallets.ts',
        find: 'return wallet.posted - wallet.held;',
        replace: 'return wallet.posted;',
      },
      overdraftAllowed,
    ],
    bound: 2_000,
  },
  {
    name: 'overdraft-by-a-cent',
    fault: 'a payment of one cent more than is available is accepted',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/wallets.ts',
        find: 'if (available(wallet) < amount)',
        replace: 'if (available(wallet) + 1n < amount)',
      },
      overdraftAllowed,
    ],
    bound: 2_000,
  },
  {
    name: 'last-cent-kept',
    fault: 'a payment of all available money is refused',
    caughtBy: ['G1', 'G2', 'G4'], // G1: money that was drawn for a payment cannot pay it
    patches: [
      {
        file: 'server/src/engine/rules/wallets.ts',
        find: 'if (available(wallet) < amount)',
        replace: 'if (available(wallet) <= amount)',
      },
    ],
    bound: 2_000,
  },
  {
    name: 'hold-released-twice',
    fault: 'held money is released twice',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/undo.ts',
        find: 'moveWithFee(record, release(record, wallet, now), state, changes);',
        replace: `const again = release(record, wallet, now);
    moveWithFee(record, again, state, changes);
    if (again.source.wallet.held >= record.amount) moveWithFee({ fee: null }, { ...again, step: 4 }, state, changes);`,
      },
    ],
    bound: 5_000,
  },
  {
    name: 'canceled-twice',
    fault: 'a canceled payment can be canceled again',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/commands/cancel.ts',
        find: "return status === 'PENDING_CLAIM' &&",
        replace: "return (status === 'PENDING_CLAIM' || status === 'CANCELED') &&",
      },
      {
        // Without this, the primary key of movements would refuse the second release with a 500.
        file: 'server/src/engine/rules/undo.ts',
        find: 'if (record.acceptedAt) {',
        replace: "if (record.acceptedAt && record.status !== 'CANCELED') {",
      },
    ],
    bound: 5_000,
  },
  {
    name: 'debt-not-settled',
    fault: 'money that arrives settles no debt of its party',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/rules/receivable.ts',
        find: 'if (!account || account.posted === 0n) return;',
        replace: 'if (!account || account.posted <= 0n) return;',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'debt-not-booked',
    fault: 'what is missing for a returned deposit is owed by nobody',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/rules/receivable.ts',
        find: 'if (missing > 0n) {',
        replace: 'if (missing > 10n ** 15n) {',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'return-not-credited',
    fault: 'a withdrawal that the bank returns is not credited to the wallet',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/rules/settle-withdrawal.ts',
        find: "arrive({ ...movementOf(transfer, now), step: 3, kind: 'return', source, destination }, state, changes);",
        replace: 'void [source, destination];',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'release-without-movement',
    fault: 'a release changes the sums of its wallet without a movement',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/model/changes.ts',
        find: 'changes.movements.push(movement);',
        replace: "if (movement.kind !== 'release') changes.movements.push(movement);",
      },
    ],
    bound: 5_000,
  },
  {
    name: 'response-before-the-commit',
    fault: 'a response is sent while its transaction is still open',
    // The next request may not see what was acknowledged: a sign-up then makes another party than the paid one.
    caughtBy: ['G1', 'responses', 'tenancy'],
    patches: [
      {
        file: 'server/src/engine/queue/batch.ts',
        find: 'await stored;',
        replace: 'void stored;',
      },
    ],
    bound: 20_000, // seen only by a read between the response and the COMMIT; on a faster disk it takes longer
  },
  {
    name: 'deadlock-reaches-the-client',
    fault: 'batches lock agents and wallets in either order, and a deadlock is not retried',
    caughtBy: ['G5'],
    patches: [
      {
        file: 'server/src/engine/load/load.ts',
        find: 'return [...locks, ...reads]',
        replace: 'return [...(Math.random() < 0.5 ? locks : locks.toReversed()), ...reads]',
      },
      { file: 'server/src/engine/queue/batch.ts', find: '(isRetryable(error) ||', replace: '(' },
    ],
    bound: 5_000,
    servers: 2,
  },
  {
    name: 'dry-run-pays',
    fault: 'a dry run of a payment makes the payment',
    caughtBy: ['G1', 'G2', 'G4'],
    patches: [
      { file: 'server/src/engine/queue/within.ts', find: 'await tx.query({ text: readOnly });', replace: '' },
      {
        file: 'server/src/engine/queue/within.ts',
        find: "lockNothing: Lock = () => ''",
        replace: 'lockNothing: Lock = (clause) => clause',
      },
      {
        file: 'server/src/engine/queue/within.ts',
        find: 'const [outcome] = decide([asked], state, changes);',
        replace: `const [outcome] = decide([asked], state, changes);
  await runSteps(tx, storeSteps(changes));`,
      },
    ],
    bound: 5_000,
  },
];
