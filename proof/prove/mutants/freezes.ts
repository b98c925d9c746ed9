import { type Mutant, seenIn } from '../mutant.ts';

/** Faults that let the money of a frozen party leave. */
export const freezeMutants: readonly Mutant[] = [
  {
    name: 'frozen-party-pays',
    fault: 'a payment does not check whether the party is frozen',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/engine/commands/pay.ts',
        '  const frozen = refusalIfFrozen(actor, payer, state);\n  if (frozen) return frozen;\n',
        '',
      ],
      [
        'server/src/engine/commands/pay.ts',
        'payerBounds, refusalIfFrozen, viewerOf',
        'payerBounds, viewerOf',
      ],
    ],
    bound: 10_000,
    profile: 'revoke',
  },
  {
    name: 'frozen-delegate-pays',
    fault: 'a payment for a customer does not check whether one of the two parties is frozen',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/engine/rules/authority.ts',
        'const party = [partyId, payer].map(',
        'const party = (partyId === payer ? [payer] : []).map(',
      ],
    ],
    bound: 10_000,
    profile: 'revoke',
  },
  {
    name: 'frozen-party-approves',
    fault: 'an approval does not check whether a party of its payment is frozen',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/engine/commands/decide-approval.ts',
        '  if (frozen) return frozen;\n',
        '  if (frozen && command.now.getTime() === 0) return frozen;\n',
      ],
    ],
    bound: 10_000,
    profile: 'revoke',
  },
  {
    name: 'freeze-not-invalidated',
    fault: 'freezing a party does not invalidate the authority cache',
    caughtBy: ['G7', 'responses'], // unfreezing does not invalidate it either
    patches: [
      [
        'server/db/baseline/5_identity.sql',
        "invalidate_authority_cache('name', 'name_key', 'updated_at', 'agent_defaults');",
        "invalidate_authority_cache('name', 'name_key', 'updated_at', 'agent_defaults', 'status', 'frozen_by');",
      ],
    ],
    bound: 20_000,
    profile: 'seldomFreeze', // any other change of authority hides the fault, because it empties the cache
    servers: 2,
  },
  {
    name: 'operators-freeze-lifted-by-party',
    fault: 'whoever unfreezes a party lifts the freeze of the operator and that of its people',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/identity/parties/freeze/change.ts',
        '(each === by ? isFrozen : party.frozenBy.includes(each))',
        '(isFrozen ? each === by || party.frozenBy.includes(each) : false)',
      ],
    ],
    bound: 10_000,
    profile: 'revoke',
  },
  {
    name: 'operators-freeze-replaced',
    fault: 'a party that freezes itself replaces the freeze of the operator by its own',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/identity/parties/freeze/change.ts',
        '(each === by ? isFrozen : party.frozenBy.includes(each))',
        '(each === by ? isFrozen : !isFrozen && party.frozenBy.includes(each))',
      ],
    ],
    ...seenIn('server/test/flows/freeze.test.ts'),
  },
  {
    name: 'old-session-unfreezes',
    fault: 'a browser session of long ago unfreezes the party',
    caughtBy: ['G20'],
    patches: [
      [
        'server/src/identity/parties/freeze/freeze.ts',
        '    if (!isFrozen) requireFreshSignIn(ctx, null);\n',
        '',
      ],
      [
        'server/src/identity/parties/freeze/freeze.ts',
        "import { requireFreshSignIn } from '../../../http/require-fresh.ts';\n",
        '',
      ],
    ],
    ...seenIn('server/test/flows/stop-page.test.ts'),
  },
];
