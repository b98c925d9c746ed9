import { lookBacks } from '../../../server/src/engine/model/agent-rules.ts';
import type { Mutant } from '../mutant.ts';

const brokenRules = 'server/src/engine/rules/broken-rules.ts';
const decideApproval = 'server/src/engine/commands/decide-approval.ts';
const history = 'server/src/engine/rules/rule-history.ts';
const load = 'server/src/engine/load/load.ts';

const unjudged = Object.keys(lookBacks).map((rule): Mutant => ({
  name: `not-judged-${rule}`,
  fault: `the rule ${rule} is accepted and never broken`,
  caughtBy: ['G6'],
  patches: [
    [brokenRules, 'judge.breach(rule, judged)', `(name === '${rule}' ? null : judge.breach(rule, judged))`],
  ],
  bound: 2_000,
  profile: 'rules',
}));

/** Faults that let an agent do what its rules forbid, or review or refuse what they allow. */
export const ruleMutants: readonly Mutant[] = [
  ...unjudged,
  {
    name: 'approved-though-refused',
    fault: 'an approval accepts a payment that a rule of its owner refuses by now',
    caughtBy: ['G6'],
    patches: [
      [decideApproval, 'if (judgement.refusing) return', 'if (judgement.refusing && !isLast) return'],
    ],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'payments-counted-in-their-batch-only',
    fault: 'how many payments an agent has made is not stored, so that each batch begins to count again',
    caughtBy: ['G6'],
    patches: [
      [
        'server/src/engine/store/store-rule-history.ts',
        '[...ruleCounters.values()]',
        '[...ruleCounters.values()].slice(0, 0)',
      ],
    ],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'one-payment-too-many',
    fault: 'a rule that allows a number of payments allows one more',
    caughtBy: ['G6'],
    patches: [
      [
        brokenRules,
        'Number(paymentsIn(period, counter, now)) + 1;',
        'Number(paymentsIn(period, counter, now));',
      ],
    ],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'counted-although-the-rule-was-removed',
    fault: 'a rule that is set again goes on counting where it stopped when it was removed',
    caughtBy: ['G6'],
    patches: [
      [
        'server/src/authority/agents/update.ts',
        'if (attributes.rules !== undefined) {',
        'if (attributes.rules) {',
      ],
    ],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'history-read-before-the-locks',
    fault: 'what the rules look back at is read before the agent is locked',
    caughtBy: ['G6'],
    patches: [
      [load, ': historyReads)', ': [installation])'],
      [load, '  const locks = [\n', '  const locks = [\n    ...Object.values(ruleHistoryLoads),\n'],
    ],
    bound: 20_000, // it shows only where the rules were cached
    profile: 'rules',
    servers: 2,
  },
  {
    name: 'repeat-in-the-same-batch-passes',
    fault: 'an equal payment of the same batch is no earlier payment',
    caughtBy: ['G6'],
    patches: [[history, '  purchases.set(key, [...(purchases.get(key) ?? []), purchase]);\n', '']],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'repeat-in-a-later-batch-passes',
    fault: 'payments are not recorded for later ones to be compared with',
    caughtBy: ['G6'],
    patches: [
      [history, '  changes.purchases.push({ ...purchase, ...agentDigestsOf(purchase, agentId) });\n', ''],
    ],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'reworded-repeat-passes',
    fault: 'an equal payment in other words is no repetition',
    caughtBy: ['G6'],
    patches: [['server/src/engine/model/rule-history.ts', 'normalizedText(description)', 'description']],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'payee-known-before-acceptance',
    fault: 'a payment in review makes its payee known, before anybody has approved it',
    caughtBy: ['G6'],
    patches: [[history, 'knownPayees: { inReview: false,', 'knownPayees: { inReview: true,']],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'refused-breach-is-reviewed',
    fault: 'a payment that breaks a rule waits for an approval, though its owner refuses it',
    caughtBy: ['G6'],
    patches: [
      [
        'server/src/engine/rules/broken-rules.ts',
        "reason.onBreach === 'refuse'",
        "String(reason.onBreach) === 'never'",
      ],
    ],
    bound: 2_000,
    profile: 'rules',
  },
  {
    name: 'rules-cached-for-ever',
    fault: 'a change of the rules of an agent does not invalidate the authority cache',
    caughtBy: ['G6'],
    patches: [
      [
        'server/db/baseline/6_authority.sql',
        "invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags')",
        "invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags', 'rules')",
      ],
    ],
    bound: 2_000,
    profile: 'rules',
  },
];
