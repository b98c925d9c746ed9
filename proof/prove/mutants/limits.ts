import type { Mutant } from '../mutant.ts';

const limits = 'server/src/engine/rules/limits.ts';
const authority = 'server/src/engine/rules/authority.ts';
const approvers = 'server/src/engine/model/approvers.ts';
const decideApproval = 'server/src/engine/commands/decide-approval.ts';

/** Faults that allow more spending than the limits and approvals do, or less. */
export const limitMutants: readonly Mutant[] = [
  {
    name: 'limit-reached-is-exceeded',
    fault: '>= for >: an amount equal to a limit waits for an approval',
    caughtBy: ['G6'],
    patches: [[limits, 'actual <= bound', 'actual < bound']],
    bound: 1_000,
  },
  {
    name: 'limit-exceeded-by-a-cent',
    fault: 'an amount one cent over a limit passes',
    caughtBy: ['G6'],
    patches: [[limits, 'actual <= bound', 'actual <= bound + 1n']],
    bound: 1_000,
  },
  {
    name: 'amount-left-out-of-the-sum',
    fault: 'the limit per day or month is compared with earlier spending only, without the payment itself',
    caughtBy: ['G6'],
    patches: [
      [limits, 'bounds.perDay, spent.inDay + amount', 'bounds.perDay, spent.inDay'],
      [limits, 'bounds.perMonth, spent.inMonth + amount', 'bounds.perMonth, spent.inMonth'],
    ],
    bound: 1_000,
  },
  {
    name: 'spending-not-counted',
    fault: 'payments do not count against the day and month',
    caughtBy: ['G6'],
    patches: [
      [limits, 'counter.spentInDay = inDay + amount;', 'counter.spentInDay = inDay;'],
      [limits, 'counter.spentInMonth = inMonth + amount;', 'counter.spentInMonth = inMonth;'],
    ],
    bound: 1_000,
  },
  {
    name: 'day-never-reset',
    fault: 'spending of an earlier day counts against the current day',
    caughtBy: ['G6', 'G1'], // G1: a payment that should have been accepted was canceled with its delegation, in review
    patches: [
      [limits, 'inDay: counter?.day === day ? counter.spentInDay : 0n,', 'inDay: counter?.spentInDay ?? 0n,'],
    ],
    bound: 20_000,
  },
  {
    name: 'agent-not-counted',
    fault: 'spending of an agent does not count against its own day and month',
    caughtBy: ['G6'],
    patches: [[authority, 'agent.partyId, agent.id, state', 'agent.partyId, null, state']],
    bound: 2_000,
  },
  {
    name: 'grant-not-counted',
    fault:
      'what an agent spends of the money of a customer does not count against the day and month of its grant',
    caughtBy: ['G6'],
    patches: [
      [authority, 'grantLimit(granted, payer, agentId, state)', 'grantLimit(granted, payer, null, state)'],
    ],
    bound: 2_000,
    profile: 'limits',
  },
  {
    name: 'grant-begins-again',
    fault: 'a new invitation begins to count what an agent has spent again',
    caughtBy: ['G6'],
    patches: [
      [
        'server/src/authority/delegations/delegate.ts',
        'await countGrant(tx, { agentId, customerId }, to, past);',
        "await countGrant(tx, { agentId, customerId }, to, past && { ...past, before: 'f'.repeat(32), sums: [], open: [] });",
      ],
    ],
    bound: 2_000,
    profile: 'limits',
  },
  {
    name: 'grant-total-without-agent',
    fault: 'a party sheds the totals of a grant by paying without its agent',
    caughtBy: ['G6'],
    patches: [[authority, 'grant.rules === null && !isCounted(grant)', 'grant.rules === null']],
    bound: 2_000,
    profile: 'limits',
  },
  {
    name: 'payer-not-counted',
    fault: 'a payment for a customer ignores the limits of the customer',
    caughtBy: ['G6'],
    patches: [[authority, 'payer === partyId ? [payer] : [partyId, payer]', '[partyId]']],
    bound: 10_000,
  },
  {
    name: 'cancellation-not-subtracted',
    fault: 'a canceled payment still counts against the day and month',
    caughtBy: ['G6'],
    patches: [
      [limits, 'counter.spentInMonth -= amount;', 'counter.spentInMonth -= 0n;'],
      [limits, 'counter.spentInDay -= amount;', 'counter.spentInDay -= 0n;'],
    ],
    bound: 5_000,
  },
  {
    name: 'approval-not-counted',
    fault: 'an approved payment does not count against the day and month',
    caughtBy: ['G6'],
    patches: [
      [
        decideApproval,
        'carryOut(spend, from, judgement, state, changes)',
        'carryOut(spend, from, { ...judgement, bounds: { ...judgement.bounds, limits: [] } }, state, changes)',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'first-of-two-approvals-suffices',
    fault: 'a payment that two parties have to approve is executed when one of them has approved it',
    caughtBy: ['G6'],
    patches: [
      [
        decideApproval,
        'isLast ? proceed(command, loaded, judgement, state, changes) : null',
        'proceed(command, loaded, judgement, state, changes)',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'maker-approves',
    fault: 'the maker of a payment may approve it',
    caughtBy: ['tenancy', 'G6'],
    patches: [
      [
        approvers,
        'return made.credentialId === credentialId || made.userId === userId;',
        'return made.credentialId === null && String(userId) === String(credentialId);',
      ],
    ],
    bound: 20_000,
  },
  {
    name: 'minter-approves',
    fault: "who minted an agent's key approves what that agent asks over a limit of the party",
    caughtBy: ['G6'],
    patches: [
      [
        approvers,
        'if (made.madeByAgentKey && !ofParty) return false;',
        'if (made.madeByAgentKey) return false;',
      ],
    ],
    bound: 2_000,
    profile: 'limits',
  },
  {
    name: 'agent-approves',
    fault: 'an agent may decide on approvals',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/http/permission.ts',
        'if (endpoint.agentsRefused && actor.agentId)',
        "if (endpoint.agentsRefused && actor.agentId === '')",
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'approval-decided-twice',
    fault: 'an approval that was decided can be decided again',
    caughtBy: ['G1'],
    patches: [[decideApproval, "!loaded || approval.status !== 'pending'", '!loaded']],
    bound: 10_000,
    profile: 'requests', // without `approveByPolicy`: the database refuses a second run of a payment, which is a 500
  },
  {
    name: 'day-of-the-request',
    fault: 'a payment counts in the day of real time, although the clock was advanced',
    // An approval requested in the past expires at once: a conflict. A payee is known since another time.
    caughtBy: ['G6', 'G1', 'G18', 'responses'],
    patches: [
      [
        'server/src/engine/decide/time.ts',
        'loaded.clock.now_ms)',
        'loaded.clock.now_ms - loaded.clock.offset_ms)',
      ],
    ],
    bound: 8_000, // the first payment after a checkpoint, on the server that did not advance the clock
    servers: 2,
  },
  {
    name: 'limit-change-not-invalidated',
    fault: 'changing the limits of a party does not invalidate the authority cache',
    caughtBy: ['G6'],
    patches: [
      [
        'server/db/baseline/5_identity.sql',
        "invalidate_authority_cache('name', 'name_key', 'updated_at', 'agent_defaults')",
        "invalidate_authority_cache('name', 'name_key', 'updated_at', 'agent_defaults', 'per_transaction', 'per_day', 'per_month', 'limits_updated_at')",
      ],
    ],
    bound: 20_000,
  },
  {
    name: 'counter-not-locked',
    fault: 'two servers count against one party at the same time',
    caughtBy: ['G6'],
    patches: [
      ['server/src/engine/load/load-money.ts', "inOrder, lock('FOR NO KEY UPDATE'));", "inOrder, '');"],
    ],
    bound: 20_000,
    servers: 2,
  },
];
