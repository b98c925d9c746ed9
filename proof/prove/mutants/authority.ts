import type { Mutant, Patch } from '../mutant.ts';

const decide = 'server/src/engine/decide/decide.ts';
const authentication = 'server/src/identity/authentication/queries.ts';

const credentialInEngine: Patch = [
  decide,
  "if (!key || isOver(key, actor, now)) return refuse('credential_revoked');\n  if (key.role",
  'if (key && key.role',
];

const agentInEngine: Patch = [
  decide,
  "if (agent?.status === 'ACTIVE' && agent.partyId",
  'if (agent?.partyId',
];

/** Faults that let an actor do what it may not, or may no longer, do. */
export const authorityMutants: readonly Mutant[] = [
  {
    name: 'revoked-key-acts',
    fault: 'neither authentication nor the engine checks whether an API key was revoked',
    caughtBy: ['G7'],
    patches: [
      [
        authentication,
        '${ofMember}\n     WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL',
        '${ofMember}\n     WHERE k.hash = ANY ($1::bytea[])',
      ],
      credentialInEngine,
    ],
    bound: 10_000,
  },
  {
    name: 'revoked-key-reads',
    fault: 'authentication does not check whether an API key was revoked',
    caughtBy: ['G7'],
    patches: [
      [
        authentication,
        '${ofMember}\n     WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL',
        '${ofMember}\n     WHERE k.hash = ANY ($1::bytea[])',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'revoked-key-cached',
    fault: 'the engine does not check whether a key was revoked, and authentication has it in its cache',
    caughtBy: ['G7'],
    patches: [credentialInEngine],
    bound: 10_000,
  },
  {
    name: 'cache-never-invalidated',
    fault: 'the engine uses its authority cache although the authority version has changed',
    caughtBy: ['G7', 'G6'],
    patches: [
      [
        'server/src/engine/load/authority-cache.ts',
        'version !== null && version === cache.version',
        'cache.version !== null',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'revocation-not-invalidated',
    fault: 'revoking an API key does not invalidate the authority cache',
    caughtBy: ['G7'],
    patches: [
      [
        'server/db/baseline/5_identity.sql',
        'AFTER DELETE OR UPDATE ON api_keys',
        'AFTER DELETE OR UPDATE OF name ON api_keys',
      ],
    ],
    bound: 20_000,
    profile: 'seldomRevoke', // any other change of authority hides the fault, because it empties the cache
  },
  {
    name: 'trigger-not-always',
    fault: 'a session that runs no ordinary triggers changes agents without invalidating the authority cache',
    caughtBy: ['G2'],
    patches: [
      [
        'server/db/baseline/9_every_table.sql',
        'WHERE NOT tgisinternal',
        "WHERE NOT tgisinternal AND tgname <> 'agents_invalidate_authority_cache'",
      ],
    ],
    bound: 5_000, // the audit at the first checkpoint finds it
  },
  {
    name: 'cache-used-for-reads',
    fault: 'authentication uses its cache even if no transaction checks the actor again',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/http/handle.ts',
        'mayUseCache: endpoint.recheckedInTransaction,',
        "mayUseCache: endpoint.method !== 'DELETE',",
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'revoked-agent-cached',
    fault:
      'the engine does not check whether an agent was revoked, and authentication has its key in the cache',
    caughtBy: ['G7'],
    patches: [
      agentInEngine,
      [
        'server/src/authority/agents/queries.ts', // the revocation ends the agent's keys too, which the engine would see
        'WHERE agent_id = $id AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE',
        'WHERE agent_id = $id AND revoked_at < $now ORDER BY id FOR NO KEY UPDATE',
      ],
    ],
    bound: 20_000,
  },
  {
    name: 'revoked-agent-acts',
    fault: 'neither authentication nor the engine checks whether an agent was revoked',
    caughtBy: ['G7'],
    patches: [
      [
        authentication,
        "ANY ($1::bytea[]) AND k.revoked_at IS NULL AND a.status <> 'REVOKED'`",
        'ANY ($1::bytea[]) AND k.revoked_at IS NULL`',
      ],
      [
        authentication,
        "WHERE id = ANY ($1::uuid[]) AND status <> 'REVOKED'`",
        'WHERE id = ANY ($1::uuid[])`',
      ],
      agentInEngine,
    ],
    bound: 10_000,
  },
  {
    name: 'foreign-agent-acts',
    fault: 'X-Agent-ID may name an agent of another party',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/identity/authentication/authenticate.ts',
        'named?.partyId === actor.partyId',
        'named !== null',
      ],
      [decide, " === 'ACTIVE' && agent.partyId === actor.partyId", " === 'ACTIVE'"],
    ],
    bound: 10_000,
  },
  {
    name: 'scope-not-checked',
    fault: 'a key with any scope may use every endpoint',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/http/permission.ts',
        'if (endpoint.scope && !actor.scopes.has(endpoint.scope) && !isEnough)',
        'if (actor.scopes.size === 0 && !isEnough)',
      ],
    ],
    bound: 1_000,
  },
  {
    name: 'refusals-not-summed',
    fault: 'every refusal adds a line to the audit log',
    caughtBy: ['refusals'],
    patches: [
      ['server/src/http/refusal-log.ts', 'if (repeated.has(key) && !attempt) return add(key, sum, 1);', ''],
    ],
    bound: 5_000,
  },
  {
    name: 'event-missing',
    fault: 'the decision of an approval records no event',
    caughtBy: ['G1', 'G2'], // the comparison at the end, or the audit at a checkpoint
    patches: [
      [
        'server/src/engine/rules/targets.ts',
        "addEvent(changes, 'approval', approval.id, approval.status, status, by.now);",
        '',
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'key-in-the-banner',
    fault: 'the banner shows a key although the output is no terminal',
    caughtBy: ['G13'],
    patches: [
      [
        'server/src/start/banner.ts',
        'if (!output.isTerminal)',
        "if (!output.isTerminal && output.file === '')",
      ],
    ],
    bound: 1_000,
  },
  {
    name: 'key-in-the-log',
    fault: 'the log shows the key of a request that is refused for lack of permission',
    caughtBy: ['G13'],
    patches: [
      [
        'server/src/http/handle.ts',
        'throw refusal;',
        `program.log.warn({ authorization: request.headers.authorization }, 'refused');
    throw refusal;`,
      ],
    ],
    bound: 2_000,
  },
];
