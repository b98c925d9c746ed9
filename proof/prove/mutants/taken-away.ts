import type { Mutant } from '../mutant.ts';

const authority = 'server/src/engine/rules/authority.ts';
const rotate = 'server/src/authority/agent-keys/rotate.ts';

// Most operations of this profile take authority away, so the bounds are low.
const profile = 'revoke';

/** Faults that leave a power to pay with an actor from whom it was taken away. */
export const takenAwayMutants: readonly Mutant[] = [
  {
    name: 'suspended-agent-pays',
    fault: 'a suspended agent still pays',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/src/engine/decide/decide.ts',
        find: "return refuse('agent_suspended');",
        replace: 'return null;',
      },
    ],
    bound: 2_000,
    profile,
  },
  {
    name: 'expired-key-acts',
    fault: 'a key still works after its time of expiry',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/src/engine/model/actor.ts',
        find: 'expiresAt !== null && expiresAt <= now',
        replace: 'expiresAt !== null && now.getTime() < 0',
      },
    ],
    bound: 3_000,
    profile,
  },
  {
    name: 'rotated-key-stays',
    fault: 'an agent key that is rotated without an overlap is not revoked',
    caughtBy: ['G7'],
    patches: [
      { file: rotate, find: 'return revokeAgentKey(ctx, tx, key);', replace: 'return key;' },
      { file: rotate, find: "import { revokeAgentKey } from './remove.ts';\n", replace: '' },
    ],
    bound: 3_000,
    profile,
  },
  {
    name: 'overlap-too-long',
    fault: 'a rotated agent key outlives its overlap',
    caughtBy: ['G7'],
    patches: [{ file: rotate, find: 'expiresInSeconds * 1000', replace: 'expiresInSeconds * 60_000' }],
    bound: 3_000,
    profile,
  },
  {
    name: 'suspended-delegation-pays',
    fault: 'a delegate still pays under a suspended delegation',
    caughtBy: ['G7'],
    patches: [
      { file: authority, find: "delegation.status !== 'ACTIVE'", replace: "delegation.status === 'REVOKED'" },
    ],
    bound: 3_000,
    profile,
  },
  {
    name: 'delegation-permissions-ignored',
    fault: 'a delegate still pays although the customer took the permission from the delegation',
    caughtBy: ['G7'],
    patches: [{ file: authority, find: 'if (!delegation.pays) return [];', replace: '' }],
    bound: 4_000,
    profile,
  },
  {
    name: 'grant-permissions-ignored',
    fault: 'an agent still pays for a customer although its grant does not permit it any more',
    caughtBy: ['G7'],
    patches: [
      {
        file: authority,
        find: "grant.status === 'ACTIVE' && grant.pays",
        replace: "grant.status === 'ACTIVE'",
      },
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'revoked-grant-cached',
    fault: 'a change of a delegation and its grants does not invalidate the authority cache',
    caughtBy: ['G7', 'G6', 'responses'], // a lowered limit is exceeded, or a grant that was just given refused
    patches: [
      {
        file: 'server/db/baseline/6_authority.sql',
        find: 'AFTER INSERT OR DELETE OR UPDATE ON delegation_grants',
        replace: 'AFTER DELETE ON delegation_grants',
      },
      {
        file: 'server/db/baseline/6_authority.sql',
        find: 'AFTER DELETE OR UPDATE ON delegations',
        replace: 'AFTER DELETE ON delegations',
      },
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'accepted-grant-not-replaced',
    fault: 'an accepted invitation leaves the permissions of an earlier grant as they were',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/src/authority/delegations/grants/queries.ts',
        find: "UPDATE SET status = 'ACTIVE', permissions = excluded.permissions,",
        replace: "UPDATE SET status = 'ACTIVE', permissions = delegation_grants.permissions,",
      },
    ],
    bound: 4_000,
    profile,
  },
  {
    name: 'invitation-answered-twice',
    fault: 'an invitation that is answered or canceled already can be accepted at the same moment',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/src/authority/customer-invitations/incoming/queries.ts',
        find: "WHERE id = $1 AND status = 'PENDING' AND expires_at > $3",
        replace: 'WHERE id = $1 AND expires_at > $3',
      },
    ],
    bound: 4_000,
    profile,
  },
];
