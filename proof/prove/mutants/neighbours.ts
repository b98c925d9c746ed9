import type { Mutant } from '../mutant.ts';

/** Faults that let one party shut out the others. */
export const neighbourMutants: readonly Mutant[] = [
  {
    name: 'queue-without-shares',
    fault: 'one party may fill the whole queue of the engine',
    caughtBy: ['G5'],
    patches: [
      ['server/src/engine/queue/fair-queue.ts', 'waiting.of(party) >= share)', 'waiting.of(party) >= size)'],
    ],
    bound: 600,
    profile: 'hostile',
  },
];
