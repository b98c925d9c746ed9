import type { Mutant } from '../mutant.ts';

const carryOut = 'server/src/engine/rules/carry-out.ts';
const money = 'server/src/engine/load/load-money.ts';
const common = { caughtBy: ['G6'], bound: 1_000, profile: 'reviews' } as const;

/** Faults by which more of an agent waits for approval at once than may, or less. */
export const reviewMutants: readonly Mutant[] = [
  {
    ...common,
    name: 'review-without-end',
    fault: 'any number of payments of an agent waits for approval',
    patches: [[carryOut, 'if (waiting >= maxInReview) return', 'if (waiting >= maxInReview * 1_000) return']],
  },
  {
    ...common,
    name: 'one-more-in-review',
    fault: 'one payment more of an agent waits for approval than may',
    patches: [[carryOut, 'if (waiting >= maxInReview) return', 'if (waiting > maxInReview) return']],
  },
  {
    ...common,
    name: 'in-review-not-counted-in-batch',
    fault: 'payments of an agent that one transaction decides do not count against each other',
    patches: [
      [carryOut, 'state.inReview.set(agentId, waiting + 1);', 'state.inReview.set(agentId, waiting);'],
    ],
  },
  {
    ...common,
    name: 'decided-counts-as-in-review',
    fault: 'what was decided still counts as waiting for approval',
    patches: [
      [
        money,
        "WHERE a.agent_id = n.agent_id AND a.status = 'pending' OFFSET 0) c",
        "WHERE a.agent_id = n.agent_id AND a.status <> 'none' OFFSET 0) c",
      ],
    ],
  },
  {
    ...common,
    name: 'withdrawals-not-in-review',
    fault: 'withdrawals that wait for approval do not count',
    patches: [
      [
        money,
        "WHERE a.agent_id = n.agent_id AND a.status = 'pending' OFFSET 0) c",
        "WHERE a.agent_id = n.agent_id AND a.status = 'pending' AND a.target_type = 'payment' OFFSET 0) c",
      ],
    ],
  },
];
