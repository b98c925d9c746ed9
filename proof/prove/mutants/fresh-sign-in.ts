import { type Mutant, seenIn } from '../mutant.ts';

const create = 'server/src/money/payments/create.ts';
const refund = 'server/src/money/payments/refund.ts';
const tests = seenIn('server/test/flows/fresh-sign-in.test.ts');
const caughtBy = ['G20'] as const;

/** Faults that let a browser, in which somebody signed in long ago, spend more than small amounts. */
export const freshSignInMutants: readonly Mutant[] = [
  {
    name: 'stale-session-pays',
    fault: 'a payment asks for no fresh sign-in',
    caughtBy,
    patches: [
      [
        create,
        'return pay(ctx, payOf(ctx, attributes), attributes.amount);',
        'return runCommand(ctx, payOf(ctx, attributes));',
      ],
    ],
    ...tests,
  },
  {
    name: 'stale-session-fulfils',
    fault: 'who pays a payment request is asked for no fresh sign-in',
    caughtBy,
    patches: [
      [
        create,
        'return pay(ctx, fulfilmentOf(ctx, request), request.terms.amount);',
        'return runCommand(ctx, fulfilmentOf(ctx, request));',
      ],
    ],
    ...tests,
  },
  {
    name: 'stale-session-withdraws',
    fault: 'a withdrawal asks for no fresh sign-in above the amount',
    caughtBy,
    patches: [
      [
        'server/src/money/transfers/withdraw.ts',
        'requireFreshSignIn(ctx, attributes.amount);',
        'requireFreshSignIn(ctx, 0n);',
      ],
    ],
    ...tests,
  },
  {
    name: 'stale-session-refunds',
    fault: 'a refund asks for no fresh sign-in if it names no amount',
    caughtBy,
    patches: [
      [refund, 'requireFreshSignIn(ctx, amount ?? leftAmount);', 'requireFreshSignIn(ctx, amount ?? 0n);'],
    ],
    ...tests,
  },
  {
    name: 'stale-session-approves',
    fault: 'an approval asks for no fresh sign-in',
    caughtBy,
    patches: [
      [
        'server/src/authority/approvals/decide.ts',
        "if (decision.verdict === 'approve') requireFreshSignIn(ctx, facts.amount);",
        "if (decision.verdict === 'deny') requireFreshSignIn(ctx, facts.amount);",
      ],
    ],
    ...tests,
  },
  {
    name: 'stale-session-permits-payments',
    fault: 'who permits payments without a limit is asked for no fresh sign-in',
    caughtBy,
    patches: [
      [
        'server/src/authority/customer-invitations/incoming/by-party.ts',
        'requireFreshSignIn(ctx, mostAtOnce(invitation));',
        'requireFreshSignIn(ctx, mostAtOnce(invitation) ?? 0n);',
      ],
    ],
    ...tests,
  },
  {
    name: 'sign-in-never-stale',
    fault: 'a sign-in of any time is fresh',
    caughtBy,
    patches: [
      [
        'server/src/http/require-fresh.ts',
        'askedAt.getTime() - signedInAt.getTime() > fresh_ms;',
        'askedAt.getTime() - signedInAt.getTime() < -fresh_ms;',
      ],
    ],
    ...tests,
  },
];
