import type { Mutant } from '../mutant.ts';
import { schema } from '../schema.ts';

const decide = 'server/src/engine/decide/decide.ts';
const callers = 'server/src/authentication/queries.ts';

const credentialInEngine = {
  file: decide,
  find: 'if (!state.activeCredentials.has(actor.credentialId))',
  replace: "if (actor.credentialId === '')",
};

const agentInEngine = {
  file: decide,
  find: "if (agent?.status === 'ACTIVE' && agent.partyId",
  replace: 'if (agent?.partyId',
};

/** Faults with which a caller may do what it may not, or not any more. */
export const authorityMutants: readonly Mutant[] = [
  {
    name: 'revoked-key-acts',
    fault: 'neither the edge nor the engine asks whether an API key was revoked',
    caughtBy: ['G7'],
    patches: [
      {
        file: callers,
        find: 'FROM api_keys WHERE hash = ANY ($1::bytea[]) AND revoked_at IS NULL',
        replace: 'FROM api_keys WHERE hash = ANY ($1::bytea[])',
      },
      credentialInEngine,
    ],
    bound: 10_000,
  },
  {
    name: 'revoked-key-reads',
    fault: 'the edge does not ask whether an API key was revoked',
    caughtBy: ['G7'],
    patches: [
      {
        file: callers,
        find: 'FROM api_keys WHERE hash = ANY ($1::bytea[]) AND revoked_at IS NULL',
        replace: 'FROM api_keys WHERE hash = ANY ($1::bytea[])',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'revoked-key-remembered',
    fault: 'the engine does not ask whether a key was revoked, and the edge remembers its caller',
    caughtBy: ['G7'],
    patches: [credentialInEngine],
    bound: 10_000,
  },
  {
    name: 'remembered-for-ever',
    fault: 'the engine does not ask whether what it remembers of people has changed',
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
    name: 'revocation-not-counted',
    fault: 'the database does not tell batches that a key was revoked',
    caughtBy: ['G7'],
    patches: [
      {
        file: schema,
        find: 'UPDATE ON public.api_keys DEFERRABLE',
        replace: 'UPDATE OF name ON public.api_keys DEFERRABLE',
      },
    ],
    bound: 20_000, // any other change of authority hides it: the cache is emptied
  },
  {
    name: 'remembered-for-reads',
    fault: 'the edge remembers callers also for what no transaction looks at again',
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
    name: 'revoked-agent-remembered',
    fault: 'the engine does not ask whether an agent was revoked, and the edge remembers its key',
    caughtBy: ['G7'],
    patches: [agentInEngine],
    bound: 20_000,
  },
  {
    name: 'revoked-agent-acts',
    fault: 'neither the edge nor the engine asks whether an agent was revoked',
    caughtBy: ['G7'],
    patches: [
      { file: callers, find: " AND a.status = 'ACTIVE'`", replace: '`' },
      {
        file: callers,
        find: "WHERE id = ANY ($1::uuid[]) AND status = 'ACTIVE'`",
        replace: 'WHERE id = ANY ($1::uuid[])`',
      },
      agentInEngine,
    ],
    bound: 10_000,
  },
  {
    name: 'foreign-agent-acts',
    fault: 'an agent that a header names is not asked whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/authentication/authenticate.ts',
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
    name: 'scope-not-asked',
    fault: 'a key may do what none of its scopes allows',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/http/permission.ts',
        find: 'if (!actor.scopes.has(endpoint.scope))',
        replace: 'if (actor.scopes.size === 0)',
      },
    ],
    bound: 1_000,
  },
  {
    name: 'event-missing',
    fault: 'an approval that is decided leaves no event',
    caughtBy: ['G1'],
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
    name: 'key-in-the-log',
    fault: 'the log shows the key of whoever is turned away at the door',
    caughtBy: ['G13'],
    patches: [
      {
        file: 'server/src/http/handle.ts',
        find: 'if (refusal) throw refusal;',
        replace: `if (refusal) {
    program.log.warn({ authorization: request.headers.authorization }, 'turned away');
    throw refusal;
  }`,
      },
    ],
    bound: 2_000,
  },
];
