import { type Mutant, seenIn } from '../mutant.ts';

const usage = 'server/src/engine/rules/usage.ts';
const shown = seenIn('server/test/flows/why-it-waits.test.ts');

/** Faults in what agents and parties are told of their limits, and of what waits. */
export const usageMutants: readonly Mutant[] = [
  {
    name: 'usage-a-cent-short',
    fault: 'the usage of a limit leaves out a cent of what was spent in the day',
    caughtBy: ['G6'],
    patches: [[usage, 'used: inDay, resetsAt', 'used: inDay > 0n ? inDay - 1n : 0n, resetsAt']],
    bound: 2_000,
    profile: 'limits',
  },
  {
    name: 'spendable-beyond-the-party',
    fault: 'what an agent may spend leaves out the limits of its party',
    caughtBy: ['G6'],
    patches: [
      [
        usage,
        '    .flatMap((limit) => usedOf(limit, state, now))\n    .filter',
        "    .filter(({ setOn }) => setOn === 'agent')\n    .flatMap((limit) => usedOf(limit, state, now))\n    .filter",
      ],
    ],
    bound: 2_000,
    profile: 'limits',
  },
  {
    name: 'usage-of-another-agent',
    fault: 'an agent reads another agent and its usage',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/authority/agents/get.ts',
        "agentId !== null && named !== 'me' && named !== agentId",
        "agentId !== null && named !== 'me' && named === ''",
      ],
    ],
    ...seenIn('server/test/api/usage.test.ts'),
  },
  {
    name: 'waits-with-figures-of-the-other',
    fault: 'a payment in review shows the figures of its customer to the delegate, and the other way round',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/terms/asked-approvals.ts',
        'reasons: reasonsFor(viewer, approval),',
        'reasons: reasonsFor({ ...viewer, partyId: approval.deciderPartyId }, approval),',
      ],
    ],
    ...shown,
  },
  {
    name: 'replay-shows-later-approvals',
    fault: 'the replay of a payment shows the approvals that are pending, not those it was made with',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/engine/model/asked-approvals.ts',
        '`a.created_at = ${target}.created_at`',
        "`a.status = 'pending'`",
      ],
    ],
    ...shown,
  },
];
