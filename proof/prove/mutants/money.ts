import type { Mutant } from '../mutant.ts';
import { schema } from '../schema.ts';

/** The database refuses an overdraft as well, which would show as a 500 before any money is wrong. */
const overdraftIsStored = {
  file: schema,
  find: 'OR (((posted)::bigint - (held)::bigint) >= 0)',
  replace: 'OR true',
};

/** Faults with which money appears, vanishes or is spent twice. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: 'wallet-not-locked',
    fault: 'two servers read a wallet at once, and the later one overwrites what the other did',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/load/load-money.ts',
        find: 'ORDER BY party_id, currency, id FOR NO KEY UPDATE',
        replace: 'ORDER BY party_id, currency, id',
      },
    ],
    bound: 5_000,
    servers: 2,
  },
  {
    name: 'hold-not-counted',
    fault: 'money that is held counts as available',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/wallets.ts',
        find: 'return wallet.posted - wallet.held;',
        replace: 'return wallet.posted;',
      },
      overdraftIsStored,
    ],
    bound: 2_000,
  },
  {
    name: 'funds-not-compared',
    fault: 'a payment is accepted for one cent more than there is',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/accept.ts',
        find: 'available(wallet) < amount',
        replace: 'available(wallet) + 1n < amount',
      },
      overdraftIsStored,
    ],
    bound: 2_000,
  },
  {
    name: 'last-cent-kept',
    fault: 'a payment of all that there is is refused',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/accept.ts',
        find: 'available(wallet) < amount',
        replace: 'available(wallet) <= amount',
      },
    ],
    bound: 2_000,
  },
  {
    name: 'release-pays-twice',
    fault: 'what was held is released twice',
    caughtBy: ['G2', 'G4'],
    patches: [
      {
        file: 'server/src/engine/rules/undo.ts',
        find: 'move(changes, release(record, wallet, now));',
        replace: `const again = release(record, wallet, now);
    move(changes, again);
    if (again.source.wallet.held >= record.amount) move(changes, { ...again, step: 4 });`,
      },
    ],
    bound: 5_000,
  },
  {
    name: 'cancel-twice',
    fault: 'what was canceled before can be canceled again',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/commands/cancel.ts',
        find: "return status === 'PENDING_CLAIM' &&",
        replace: "return (status === 'PENDING_CLAIM' || status === 'CANCELED') &&",
      },
      {
        // The database refuses a second release with a 500: movements have a primary key.
        file: 'server/src/engine/rules/undo.ts',
        find: 'if (record.acceptedAt) {',
        replace: "if (record.acceptedAt && record.status !== 'CANCELED') {",
      },
    ],
    bound: 5_000,
  },
  {
    name: 'return-not-given-back',
    fault: 'a withdrawal that the bank sends back stays away',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/commands/settle.ts',
        find: "moveAmount(transfer, 3, 'return', clearing, { wallet, place: 'available' }, now, changes);",
        replace: 'void clearing;',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'release-without-movement',
    fault: 'what is released changes the sums of its wallet, and no movement says so',
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
    name: 'answered-before-the-commit',
    fault: 'an answer leaves while its transaction is still open',
    caughtBy: ['G1'],
    patches: [
      {
        file: 'server/src/engine/queue/batch.ts',
        find: 'await stored;',
        replace: 'void stored;',
      },
    ],
    bound: 20_000, // seen only by who reads between the answer and the COMMIT: the faster the disk, the later
  },
  {
    name: 'deadlock-reaches-a-caller',
    fault:
      'one batch locks agents before wallets, the next one wallets before agents, and a deadlock is the end',
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
];
