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
      ['server/src/http/turns.ts', '{ ofEach: 4, ofAll: 64 }', '{ ofEach: 100_000, ofAll: 100_000 }'],
    ],
    ...seenIn('server/test/http/turns.test.ts'),
  },
  {
    name: 'party-all-at-once',
    fault: 'all requests of one party go on at once, and other parties wait until they are done',
    caughtBy: ['responses'],
    patches: [['server/src/http/turns.ts', '{ ofEach: 16, ', '{ ofEach: 100_000, ']],
    ...seenIn('server/test/http/turns.test.ts'),
  },
  {
    name: 'keys-by-address',
    fault:
      'a party with a known key goes on by the turns of its address, so that it shares them with strangers',
    caughtBy: ['responses'],
    patches: [['server/src/http/server.ts', "looksUp === 'key' && bearer", "looksUp !== 'key' && bearer"]],
    ...seenIn('server/test/http/in-turn.test.ts'),
  },
  {
    name: 'left-before-its-turn-counted',
    fault: 'a client that left before its turn came is counted for ever, so that its address is shut out',
    caughtBy: ['responses'],
    patches: [
      ['server/src/http/admission.ts', 'if (!slot.isReleased) take(slot, what);', 'take(slot, what);'],
      ['server/src/http/server.ts', "if (leave) response.once('close', leave);", ''],
    ],
    ...seenIn('server/test/flows/admission.test.ts'),
  },
  {
    name: 'refused-at-once',
    fault:
      'who is refused for too many requests is refused at once, and asks again at once, so that others wait',
    caughtBy: ['responses'],
    patches: [['server/src/http/refuse.ts', 'const tooManyDelay_ms = 500;', 'const tooManyDelay_ms = 0;']],
    ...seenIn('server/test/http/refused-later.test.ts'),
  },
  {
    name: 'refused-later-and-counted',
    fault: 'a request whose refusal waits holds its place, so that its address is shut out meanwhile',
    caughtBy: ['responses'],
    patches: [['server/src/http/refuse.ts', 'admission.leave(slot);', '']],
    ...seenIn('server/test/http/refused-later.test.ts'),
  },
];
