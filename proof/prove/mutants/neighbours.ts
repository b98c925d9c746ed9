import { type Mutant, seenIn } from '../mutant.ts';

/** Faults that let one party shut out the others. */
export const neighbourMutants: readonly Mutant[] = [
  {
    name: 'queue-without-shares',
    fault: 'one party may fill the whole queue of the engine',
    caughtBy: ['G5'],
    patches: [
      [
        'server/src/engine/queue/fair-queue.ts',
        '? count + 1 : count), 0) >= share',
        '? count + 1 : count), 0) >= size',
      ],
    ],
    bound: 600,
    profile: 'hostile',
  },
  {
    name: 'strangers-all-at-once',
    fault: 'all requests without a key go on at once, and those with a key wait for them',
    caughtBy: ['responses'],
    patches: [
      ['server/src/http/turns.ts', 'const perAddress = 4;', 'const perAddress = 100_000;'],
      ['server/src/http/turns.ts', 'const perTurn = 64;', 'const perTurn = 100_000;'],
    ],
    ...seenIn('server/test/http/turns.test.ts'),
  },
  {
    name: 'left-before-its-turn-counted',
    fault: 'a client that left before its turn came is counted for ever, so that its address is shut out',
    caughtBy: ['responses'],
    patches: [
      ['server/src/http/admission.ts', 'if (!slot.response.closed) take(slot, what);', 'take(slot, what);'],
      ['server/src/http/server.ts', '() => void (response.closed || goOn())', 'goOn'],
    ],
    ...seenIn('server/test/flows/admission.test.ts'),
  },
];
