import { type Mutant, seenIn } from '../mutant.ts';

const tx = 'server/src/db/tx.ts';

/** Faults in how a plain write goes to the database. */
export const plainWriteMutants: readonly Mutant[] = [
  {
    name: 'plain-write-unbegun',
    fault: 'each round trip of a plain write is a transaction of its own',
    caughtBy: ['G1'],
    patches: [
      [
        tx,
        'if (!this.#hasBegun) asked.unshift({ sent: begin, resolve: ignore, reject: ignore });',
        'void ignore;',
      ],
      [tx, "if (results.at(-1)?.command !== 'COMMIT')", 'if (results.length === 0)'],
    ],
    ...seenIn('server/test/db/trips.test.ts'),
  },
  {
    name: 'plain-write-commits-first',
    fault: 'what a plain write leaves to its COMMIT is sent behind it',
    caughtBy: ['G1'],
    patches: [
      [tx, 'together([...this.#writes, commit].map', 'together([commit, ...this.#writes].map'],
      [tx, "if (results.at(-1)?.command !== 'COMMIT')", 'if (results.length === 0)'],
    ],
    ...seenIn('server/test/db/trips.test.ts'),
  },
  {
    name: 'plain-write-lost-is-undone',
    fault: 'a plain write whose session was lost during the COMMIT is said to be undone',
    caughtBy: ['G1'],
    patches: [[tx, 'return this.#hasSentCommit &&', 'return !this.#hasSentCommit &&']],
    ...seenIn('server/test/db/trips.test.ts'),
  },
];
