import type { Mutant } from '../mutant.ts';

const authority = 'server/src/engine/rules/authority.ts';
const customers = 'server/src/authority/customers/queries.ts';
const rotate = 'server/src/authority/agent-keys/rotate.ts';
const rotateApiKey = 'server/src/identity/api-keys/rotate.ts';

// Most operations of this profile take authority away, so the bounds are low.
const profile = 'revoke';

/** Faults that leave a power to pay with an actor from whom it was taken away. */
export const takenAwayMutants: readonly Mutant[] = [
  {
    name: 'suspended-agent-pays',
    fault: 'a suspended agent still pays',
    caughtBy: ['G7'],
    patches: [['server/src/engine/decide/decide.ts', "return refuse('agent_suspended');", 'return null;']],
    bound: 2_000,
    profile,
  },
  {
    name: 'expired-key-acts',
    fault: 'a key still works after its time of expiry',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/engine/model/actor.ts',
        'expiresAt !== null && expiresAt <= now',
        'expiresAt !== null && now.getTime() < 0',
      ],
    ],
    bound: 3_000,
    profile,
  },
  {
    name: 'rotated-key-stays',
    fault: 'an agent key that is rotated without an overlap is not revoked',
    caughtBy: ['G7'],
    patches: [
      [
        rotate,
        'return expiresInSeconds === 0 ? revokeAgentKey(tx, until, { userId: ctx.actor.userId, now }) : until;',
        'return until;',
      ],
      [rotate, "import { revokeAgentKey } from './remove.ts';\n", ''],
    ],
    bound: 3_000,
    profile,
  },
  {
    name: 'overlap-too-long',
    fault: 'a rotated key outlives its overlap',
    caughtBy: ['G7'],
    patches: [['server/src/identity/api-keys/lifetime.ts', 'overlap_s * 1000', 'overlap_s * 60_000']],
    bound: 3_000,
    profile,
  },
  {
    name: 'rotated-api-key-stays',
    fault: 'an API key that is rotated without an overlap is not revoked',
    caughtBy: ['G7'],
    patches: [
      [
        rotateApiKey,
        'rotated && expiresInSeconds === 0 ? await revokeApiKey(tx, partyId, id, { userId, now }) : rotated',
        'rotated && userId ? rotated : null',
      ],
      [rotateApiKey, "import { revokeApiKey } from './revoke.ts';\n", ''],
    ],
    bound: 3_000,
    profile,
  },
  {
    name: 'suspended-delegation-pays',
    fault: 'a delegate still pays under a suspended delegation',
    caughtBy: ['G7'],
    patches: [[authority, "delegation.status !== 'ACTIVE'", "delegation.status === 'REVOKED'"]],
    bound: 3_000,
    profile,
  },
  {
    name: 'delegation-permissions-ignored',
    fault: 'a delegate still pays although the customer took the permission from the delegation',
    caughtBy: ['G7'],
    patches: [[authority, 'if (!delegation.pays) return [];', '']],
    bound: 4_000,
    profile,
  },
  {
    name: 'grant-permissions-ignored',
    fault: 'an agent still pays for a customer although its grant does not permit it any more',
    caughtBy: ['G7'],
    patches: [[authority, "grant.status === 'ACTIVE' && grant.pays", "grant.status === 'ACTIVE'"]],
    bound: 4_000,
    profile,
  },
  {
    name: 'revoked-grant-cached',
    fault: 'a change of a delegation and its grants does not invalidate the authority cache',
    caughtBy: ['G7', 'G6', 'responses'], // a lowered limit is exceeded, or a grant that was just given refused
    patches: [
      [
        'server/db/baseline/6_authority.sql',
        'AFTER INSERT OR DELETE OR UPDATE ON delegation_grants',
        'AFTER DELETE ON delegation_grants',
      ],
      [
        'server/db/baseline/6_authority.sql',
        'AFTER DELETE OR UPDATE ON delegations',
        'AFTER DELETE ON delegations',
      ],
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'accepted-grant-not-replaced',
    fault: 'an accepted invitation leaves the permissions of an earlier grant as they were',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/authority/delegations/grants/queries.ts',
        "UPDATE SET status = 'ACTIVE', permissions = excluded.permissions,",
        "UPDATE SET status = 'ACTIVE', permissions = delegation_grants.permissions,",
      ],
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'invitation-answered-twice',
    fault: 'an invitation that is answered or canceled already can be accepted at the same moment',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/authority/customer-invitations/incoming/queries.ts',
        "WHERE id = $id AND status = 'PENDING' AND expires_at > $now",
        'WHERE id = $id AND expires_at > $now',
      ],
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'reads-without-grant',
    fault: 'a delegate without an agent reads for a customer although no grant permits it any more',
    caughtBy: ['G7'],
    patches: [
      [
        customers,
        'AND EXISTS (SELECT FROM delegation_grants g',
        'AND ($agentId::uuid IS NULL OR EXISTS (SELECT FROM delegation_grants g',
      ],
      [customers, 'ANY (g.permissions))`', 'ANY (g.permissions)))`'],
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'widened-without-permission',
    fault: 'a key lifts the limit of a grant although it may not pay itself',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/authority/delegations/update.ts',
        "(isLifted || isFreed ? (['payments.create'] as const) : [])",
        "(isLifted && isFreed ? (['payments.create'] as const) : [])",
      ],
    ],
    bound: 4_000,
    profile,
  },
];
