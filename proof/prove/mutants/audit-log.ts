import type { Mutant } from '../mutant.ts';

const blocks = 'server/src/history/audit-log/blocks/queries.ts';

/** Faults that leave something out of the audit log, or out of its sealed blocks. */
export const auditLogMutants: readonly Mutant[] = [
  {
    name: 'refused-write-leaves-no-line',
    fault:
      'the first refusal of a kind is counted, as its repetitions are, but adds no line to the audit log',
    caughtBy: ['refusals'],
    patches: [['server/src/http/refusal-log.ts', 'await recordAudit(db, { ...line, attempt });', '']],
    bound: 5_000,
  },
  {
    name: 'attempts-kept-without-bound',
    fault: 'every refused payment of an agent keeps what it asked for in a line of its own',
    caughtBy: ['refusals'],
    patches: [['server/src/http/refusal-log.ts', 'if (count >= maxAttempts || (', 'if (count < 0 || (']],
    bound: 20_000,
  },
  {
    name: 'late-lines-not-sealed',
    fault: 'a block seals up to the latest stored line, without waiting for earlier ones that are under way',
    caughtBy: ['G2'],
    patches: [
      [
        blocks,
        'AND position <= (SELECT lines_complete_to FROM payment_watermarks) ORDER BY position LIMIT ${size}),',
        'ORDER BY position LIMIT ${size}),',
      ],
      [
        blocks,
        'coalesce((SELECT position FROM lines ORDER BY position OFFSET ${size - 1}), m.lines_complete_to) AS lines_to',
        'greatest((SELECT max(position) FROM lines), (SELECT lines_to FROM last), m.lines_complete_to) AS lines_to',
      ],
    ],
    bound: 10_000,
  },
];
