import { type Mutant, type Patch, seenIn } from '../mutant.ts';

// The removal of a member revokes its keys, and a key is usable only while its user is a member.
const keysOfRemovedMember: Patch = [
  'server/src/identity/members/change.ts',
  'await revokeApiKeysOf(tx, member.partyId, userId, { userId: actor.userId, now });',
  '',
];

const membershipInAuthentication: Patch = [
  'server/src/identity/authentication/queries.ts',
  'CROSS JOIN LATERAL\n       ${ofMember}',
  'LEFT JOIN LATERAL\n       ${ofMember} ON true',
];

/** Faults that let the keys of a removed member act, or a key make a member what it may not. */
export const memberMutants: readonly Mutant[] = [
  {
    name: 'removed-member-acts',
    fault:
      'the keys of a removed member stay, and neither authentication nor the engine looks for the member',
    caughtBy: ['G7'],
    patches: [
      keysOfRemovedMember,
      membershipInAuthentication,
      [
        'server/src/engine/load/load-authority.ts',
        'CROSS JOIN LATERAL\n    (SELECT role FROM members m WHERE m.party_id = k.party_id AND m.user_id = k.created_by LIMIT 1) m',
        'LEFT JOIN LATERAL\n    (SELECT role FROM members m WHERE m.party_id = k.party_id AND m.user_id = k.created_by LIMIT 1) m ON true',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'removed-member-reads',
    fault: 'the keys of a removed member stay, and authentication does not look for the member',
    caughtBy: ['G7'],
    patches: [keysOfRemovedMember, membershipInAuthentication],
    bound: 10_000,
  },
  {
    name: 'expiring-key-raises-a-member',
    fault: 'a key that expires makes a member an owner, for ever',
    caughtBy: ['G20'],
    patches: [
      [
        'server/src/identity/members/change.ts',
        '    if (givesMore(member.role, changed.role)) requireLasting(ctx.actor);\n',
        '',
      ],
    ],
    ...seenIn('server/test/flows/power-given.test.ts'),
  },
];
