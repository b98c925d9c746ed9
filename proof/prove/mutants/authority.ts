import type { Mutant } from '../mutant.ts';

const decide = 'server/src/engine/decide/decide.ts';
const authentication = 'server/src/identity/authentication/queries.ts';

const credentialInEngine = {
  file: decide,
  find: "if (!key || hasExpired(key.expiresAt, now)) return refuse('credential_revoked');\n  if (key.role",
  replace: 'if (key && key.role',
};

const agentInEngine = {
  file: decide,
  find: "if (agent?.status === 'ACTIVE' && agent.partyId",
  replace: 'if (agent?.partyId',
};

/** Faults that let an actor do what it may not, or may no longer, do. */
export const authorityMutants: readonly Mutant[] = [
  {
    name: 'revoked-key-acts',
    fault: 'neither authentication nor the engine checks whether an API key was revoked',
    caughtBy: ['G7'],
    patches: [
      {
        file: authentication,
        find: 'LIMIT 1) m\n     WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL',
        replace: 'LIMIT 1) m\n     WHERE k.hash = ANY ($1::bytea[])',
      },
      credentialInEngine,
    ],
    bound: 10_000,
  },
  {
    name: 'revoked-key-reads',
    fault: 'authentication does not check whether an API key was revoked',
    caughtBy: ['G7'],
    patches: [
      {
        file: authentication,
        find: 'LIMIT 1) m\n     WHERE k.hash = ANY ($1::bytea[]) AND k.revoked_at IS NULL',
        replace: 'LIMIT 1) m\n     WHERE k.hash = ANY ($1::bytea[])',
      },
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
      {
        file: 'server/src/engine/load/authority-cache.ts',
        find: 'version !== null && version === cache.version',
        replace: 'cache.version !== null',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'revocation-not-invalidated',
    fault: 'revoking an API key does not invalidate the authority cache',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/db/baseline/5_identity.sql',
        find: 'AFTER DELETE OR UPDATE ON api_keys',
        replace: 'AFTER DELETE OR UPDATE OF name ON api_keys',
      },
    ],
    bound: 20_000,
    profile: 'seldomRevoke', // any other change of authority hides the fault, because it empties the cache
  },
  {
    name: 'trigger-not-always',
    fault: 'a session that runs no ordinary triggers changes agents without invalidating the authority cache',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/db/baseline/9_every_table.sql',
        find: 'WHERE NOT tgisinternal',
        replace: "WHERE NOT tgisinternal AND tgname <> 'agents_invalidate_authority_cache'",
      },
    ],
    bound: 5_000, // the audit at the first checkpoint finds it
  },
  {
    name: 'cache-used-for-reads',
    fault: 'authentication uses its cache even if no transaction checks the actor again',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/src/http/handle.ts',
        find: 'const mayUseCache = endpoint.recheckedInTransaction;',
        replace: "const mayUseCache = endpoint.method !== 'DELETE';",
      },
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
      {
        file: 'server/src/authority/agents/queries.ts', // the revocation ends the agent's keys too, which the engine would see
        find: 'WHERE agent_id = $2 AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE',
        replace: 'WHERE agent_id = $2 AND revoked_at < $3 ORDER BY id FOR NO KEY UPDATE',
      },
    ],
    bound: 20_000,
  },
  {
    name: 'revoked-agent-acts',
    fault: 'neither authentication nor the engine checks whether an agent was revoked',
    caughtBy: ['G7'],
    patches: [
      { file: authentication, find: " AND a.status <> 'REVOKED'`", replace: '`' },
      {
        file: authentication,
        find: "WHERE id = ANY ($1::uuid[]) AND status <> 'REVOKED'`",
        replace: 'WHERE id = ANY ($1::uuid[])`',
      },
      agentInEngine,
    ],
    bound: 10_000,
  },
  {
    name: 'foreign-agent-acts',
    fault: 'X-Agent-ID may name an agent of another party',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/identity/authentication/authenticate.ts',
        find: '(await agents.load(agentId)) === row.partyId',
        replace: '(await agents.load(agentId)) !== null',
      },
      {
        file: decide,
        find: " === 'ACTIVE' && agent.partyId === actor.partyId",
        replace: " === 'ACTIVE'",
      },
    ],
    bound: 10_000,
  },
  {
    name: 'scope-not-checked',
    fault: 'a key with any scope may use every endpoint',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/http/permission.ts',
        find: 'if (endpoint.scope && !actor.scopes.has(endpoint.scope))',
        replace: 'if (actor.scopes.size === 0)',
      },
    ],
    bound: 1_000,
  },
  {
    name: 'refusals-not-summed',
    fault: 'every refusal adds a line to the audit log',
    caughtBy: ['refusals'],
    patches: [
      {
        file: 'server/src/http/refusal-log.ts',
        find: 'if (repeated.has(key)) return add(key, sum, 1);',
        replace: '',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'event-missing',
    fault: 'the decision of an approval records no event',
    caughtBy: ['G1', 'G2'], // the comparison at the end, or the audit at a checkpoint
    patches: [
      {
        file: 'server/src/engine/rules/targets.ts',
        find: "addEvent(changes, 'approval', approval.id, approval.status, status, by.now);",
        replace: '',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'key-in-the-banner',
    fault: 'the banner shows a key although the output is no terminal',
    caughtBy: ['G13'],
    patches: [
      {
        file: 'server/src/start/banner.ts',
        find: 'if (!output.isTerminal)',
        replace: "if (!output.isTerminal && output.file === '')",
      },
    ],
    bound: 1_000,
  },
  {
    name: 'key-in-the-log',
    fault: 'the log shows the key of a request that is refused for lack of permission',
    caughtBy: ['G13'],
    patches: [
      {
        file: 'server/src/http/handle.ts',
        find: 'if (refusal) throw refusal;',
        replace: `if (refusal) {
    program.log.warn({ authorization: request.headers.authorization }, 'refused');
    throw refusal;
  }`,
      },
    ],
    bound: 2_000,
  },
];
