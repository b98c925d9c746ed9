import type { Mutant } from '../mutant.ts';

const limits = 'server/src/engine/rules/limits.ts';
const authority = 'server/src/engine/rules/authority.ts';
const decideApproval = 'server/src/engine/commands/decide-approval.ts';

/** Faults that allow more spending than the limits and approvals do, or less. */
export const limitMutants: readonly Mutant[] = [
  {
    name: 'limit-reached-is-exceeded',
    fault: '>= for >: an amount equal to a limit waits for an approval',
    caughtBy: ['G6'],
    patches: [{ file: limits, find: 'actual <= bound', replace: 'actual < bound' }],
    bound: 1_000,
  },
  {
    name: 'limit-exceeded-by-a-cent',
    fault: 'an amount one cent over a limit passes',
    caughtBy: ['G6'],
    patches: [{ file: limits, find: 'actual <= bound', replace: 'actual <= bound + 1n' }],
    bound: 1_000,
  },
  {
    name: 'amount-left-out-of-the-sum',
    fault: 'the limit per day or month is compared with earlier spending only, without the payment itself',
    caughtBy: ['G6'],
    patches: [
      { file: limits, find: 'limit.perDay, spent.inDay + amount', replace: 'limit.perDay, spent.inDay' },
      {
        file: limits,
        find: 'limit.perMonth, spent.inMonth + amount',
        replace: 'limit.perMonth, spent.inMonth',
      },
    ],
    bound: 1_000,
  },
  {
    name: 'spending-not-counted',
    fault: 'payments do not count against the day and month',
    caughtBy: ['G6'],
    patches: [
      { file: limits, find: 'counter.spentInDay = inDay + amount;', replace: 'counter.spentInDay = inDay;' },
      {
        file: limits,
        find: 'counter.spentInMonth = inMonth + amount;',
        replace: 'counter.spentInMonth = inMonth;',
      },
    ],
    bound: 1_000,
  },
  {
    name: 'day-never-reset',
    fault: 'spending of an earlier day counts against the current day',
    caughtBy: ['G6', 'G1'], // G1: a payment that should have been accepted was canceled with its delegation, in review
    patches: [
      {
        file: limits,
        find: 'inDay: counter?.day === day ? counter.spentInDay : 0n,',
        replace: 'inDay: counter?.spentInDay ?? 0n,',
      },
    ],
    bound: 20_000,
  },
  {
    name: 'agent-not-counted',
    fault: 'spending of an agent does not count against its own day and month',
    caughtBy: ['G6'],
    patches: [
      {
        file: authority,
        find: 'agent.partyId, agent.id, state',
        replace: 'agent.partyId, null, state',
      },
    ],
    bound: 2_000,
  },
  {
    name: 'payer-not-counted',
    fault: 'a payment for a customer ignores the limits of the customer',
    caughtBy: ['G6'],
    patches: [
      { file: authority, find: 'payer === partyId ? [payer] : [partyId, payer]', replace: '[partyId]' },
    ],
    bound: 10_000,
  },
  {
    name: 'cancellation-not-subtracted',
    fault: 'a canceled payment still counts against the day and month',
    caughtBy: ['G6'],
    patches: [
      { file: limits, find: 'counter.spentInMonth -= amount;', replace: 'counter.spentInMonth -= 0n;' },
      { file: limits, find: 'counter.spentInDay -= amount;', replace: 'counter.spentInDay -= 0n;' },
    ],
    bound: 5_000,
  },
  {
    name: 'approval-not-counted',
    fault: 'an approved payment does not count against the day and month',
    caughtBy: ['G6'],
    patches: [
      {
        file: decideApproval,
        find: 'carryOut(spend, from, judgement, state, changes)',
        replace:
          'carryOut(spend, from, { ...judgement, bounds: { ...judgement.bounds, limits: [] } }, state, changes)',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'first-of-two-approvals-suffices',
    fault: 'a payment that two parties have to approve is executed when one of them has approved it',
    caughtBy: ['G6'],
    patches: [{ file: decideApproval, find: 'others.length > 0 ? null : proceed', replace: 'proceed' }],
    bound: 10_000,
  },
  {
    name: 'maker-approves',
    fault: 'the maker of a payment may approve it',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: decideApproval,
        find: "if (!isAlone(actor, state)) return refuse('maker_decides');",
        replace: 'void isAlone(actor, state);',
      },
    ],
    bound: 20_000,
  },
  {
    name: 'agent-approves',
    fault: 'an agent may decide on approvals',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/http/permission.ts',
        find: 'if (endpoint.agentsRefused && actor.agentId)',
        replace: "if (endpoint.agentsRefused && actor.agentId === '')",
      },
    ],
    bound: 5_000,
  },
  {
    name: 'approval-decided-twice',
    fault: 'an approval that was decided can be decided again',
    caughtBy: ['G1'],
    patches: [
      {
        file: decideApproval,
        find: "!loaded || approval.status !== 'pending'",
        replace: '!loaded',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'day-of-the-request',
    fault: 'a payment counts in the day of its request, although the clock was advanced before the decision',
    caughtBy: ['G6', 'G1', 'responses'], // an approval requested in the past expires at once: a conflict
    patches: [
      {
        file: 'server/src/engine/queue/batch.ts',
        find: 'command.clockOffset_ms !== clockOffset_ms',
        replace: 'command.clockOffset_ms < 0',
      },
    ],
    bound: 8_000, // the first payment after a checkpoint, on the server that did not advance the clock
    servers: 2,
  },
  {
    name: 'limit-change-not-invalidated',
    fault: 'changing the limits of a party does not invalidate the authority cache',
    caughtBy: ['G6'],
    patches: [
      {
        file: 'server/db/baseline/5_identity.sql',
        find: "invalidate_authority_cache('name', 'updated_at')",
        replace:
          "invalidate_authority_cache('name', 'updated_at', 'per_transaction', 'per_day', 'per_month', 'limits_updated_at')",
      },
    ],
    bound: 20_000,
  },
  {
    name: 'counter-not-locked',
    fault: 'two servers count against one party at the same time',
    caughtBy: ['G6'],
    patches: [
      {
        file: 'server/src/engine/load/load-money.ts',
        find: "ORDER BY owner_id ${lock('FOR NO KEY UPDATE')}",
        replace: 'ORDER BY owner_id',
      },
    ],
    bound: 20_000,
    servers: 2,
  },
];
