import { type Mutant, seenIn } from '../mutant.ts';

const decideApproval = 'server/src/engine/commands/decide-approval.ts';
const approvers = 'server/src/engine/model/approvers.ts';
const policy = 'server/src/identity/parties/approval-policy.ts';
const inEngine = seenIn('server/test/engine/approval-policy.test.ts');
const inFlow = seenIn('server/test/flows/approval-policy.test.ts');
const caughtBy = ['G6'] as const;

/** Faults that let fewer people approve than a party asks for, or others, or let others say who does. */
export const approvalPolicyMutants: readonly Mutant[] = [
  {
    name: 'key-approves-for-people',
    fault: 'a key approves where only people do who have signed in',
    caughtBy,
    patches: [
      [decideApproval, "policy?.approveBy === 'session' && !command.isSignedIn)", 'policy === undefined)'],
    ],
    ...inEngine,
  },
  {
    name: 'link-signs-in-to-approve',
    fault: 'a session that another link has opened approves where only people do who have signed in',
    caughtBy,
    patches: [
      [
        'server/src/identity/sign-in/open-session.ts',
        'return actor.signedInAt !== null && !isBound(actor);',
        'return actor.signedInAt !== null;',
      ],
    ],
    ...inFlow,
  },
  {
    name: 'one-user-approves-twice',
    fault: 'the first of two approves as the second with another key',
    caughtBy,
    patches: [
      [
        decideApproval,
        "if (first?.userId === actor.userId) return refuse('approved_already');",
        "if (first?.credentialId === actor.credentialId) return refuse('approved_already');",
      ],
    ],
    ...inEngine,
  },
  {
    name: 'lone-owner-above-two',
    fault: 'an owner who is alone approves what two have to',
    caughtBy,
    patches: [[decideApproval, 'byMaker && (asksTwo || !isAlone', 'byMaker && (!isAlone']],
    ...inEngine,
  },
  {
    name: 'other-currency-by-one',
    fault: 'one user approves any amount in another currency than that of the policy',
    caughtBy,
    patches: [
      [
        approvers,
        'return currency !== policy.defaultCurrency || amount > policy.twoAbove;',
        'return currency === policy.defaultCurrency && amount > policy.twoAbove;',
      ],
    ],
    ...inEngine,
  },
  {
    // `approveByPolicy` of the hammer sees it, over HTTP, with approvals by several users at once.
    name: 'two-one-cent-late',
    fault: 'one user approves a cent more than the amount above which two have to',
    caughtBy,
    patches: [[approvers, 'amount > policy.twoAbove;', 'amount > policy.twoAbove + 1n;']],
    bound: 3_000,
    profile: 'reviews',
  },
  {
    name: 'removed-first-counts',
    fault: 'the first of two counts after the role was taken away',
    caughtBy,
    patches: [
      [
        decideApproval,
        'return member && decidingRoles.includes(member.role) ?',
        'return member?.role !== decidingRoles[9] || userId ?',
      ],
    ],
    ...inEngine,
  },
  {
    name: 'first-by-key-counts',
    fault: 'a first approval by a key counts after the party has only people approve',
    caughtBy,
    patches: [
      [decideApproval, "policy?.approveBy === 'session' && firstSignedIn !== true", 'policy === undefined'],
    ],
    ...inEngine,
  },
  {
    name: 'first-who-is-maker-counts',
    fault: 'the first of two counts, who is a maker by now',
    caughtBy,
    patches: [
      [decideApproval, 'approval.ofParty || ofParty)) first = null;', 'approval.ofParty)) first = null;'],
    ],
    ...inEngine,
  },
  {
    name: 'anybody-sets-the-policy',
    fault: 'any session says who approves for the party',
    caughtBy,
    patches: [[policy, '    requireFreshOwner(ctx);\n', '']],
    ...inFlow,
  },
  {
    name: 'two-of-one',
    fault: 'a party with one user who decides asks for two',
    caughtBy,
    patches: [[policy, '  requireDeciders(deciders, policy, before);\n', '']],
    ...inFlow,
  },
  {
    name: 'key-raises-limits-for-people',
    fault: 'a key raises the limits of a party for which only people approve',
    caughtBy,
    patches: [
      [
        'server/src/identity/parties/set-limits.ts',
        'if (isWidened(before, after)) requireFreshOwner(ctx);',
        '',
      ],
    ],
    ...inFlow,
  },
];
