import { type Mutant, seenIn } from '../mutant.ts';

const artifacts = 'server/src/doors/oauth/artifacts.ts';
const give = 'server/src/identity/oauth-grants/give.ts';
const caughtBy = ['G22'] as const;
const inPromises = seenIn('server/test/oauth/promises.test.ts');

/** Faults that let a program do more than a person chose, or for longer, or another than the one that was let. */
export const oauthMutants: readonly Mutant[] = [
  {
    name: 'grant-of-everything',
    fault: 'a program that acts as a user may do all that the user may',
    caughtBy,
    patches: [[give, 'scopesOfUserGrant(grant.scopes)', "scopesOfUserGrant(['full_access'])"]],
    ...inPromises,
  },
  {
    name: 'grant-names-any-agent',
    fault: 'a program names an agent of the party, though it may not operate them',
    caughtBy,
    patches: [
      [
        'server/src/http/permission.ts',
        'actor.grant && !namesAgents(actor.grant.scopes)',
        'actor.grant?.scopes.length === 0 && !namesAgents(actor.grant.scopes)',
      ],
    ],
    ...inPromises,
  },
  {
    name: 'ended-grant-pays',
    fault: 'the end of a grant deletes its tokens only, and a server that knows one still takes it',
    caughtBy: ['G7', 'G22'],
    patches: [
      [
        'server/src/identity/oauth-grants/end.ts',
        'await (agentId ? endAgentCredential : endUserCredential)(tx, { id, ...by })',
        '(agentId ? endAgentCredential : endUserCredential) !== null && by.now !== null',
      ],
    ],
    bound: 2_000,
    profile: 'programs',
  },
  {
    name: 'token-outlives-its-hour',
    fault: 'an access token works until its grant ends',
    caughtBy,
    patches: [
      ['server/src/identity/authentication/authenticate.ts', ' || hasExpired(tokenExpiresAt, now)', ''],
    ],
    ...inPromises,
  },
  {
    name: 'token-of-either-resource',
    fault: 'a token for models works at the API',
    caughtBy,
    patches: [
      [
        'server/src/http/handle.ts',
        'grant === null || grant.resource === resource',
        'grant?.resource !== null || resource !== null',
      ],
    ],
    ...inPromises,
  },
  {
    name: 'code-used-twice',
    fault: 'a code, or the code of a device, gives tokens again',
    caughtBy,
    patches: [
      [artifacts, 'if (isFirst || kind ===', 'if (isFirst || kind !=='],
      [artifacts, '...(isUsed && {', "...(isUsed && kind === 'RefreshToken' && {"],
    ],
    ...inPromises,
  },
  {
    name: 'code-used-at-once',
    fault: 'of some that send a code at once each has tokens',
    caughtBy,
    patches: [[artifacts, 'if (isFirst || kind ===', 'if (isFirst || kind !==']],
    ...inPromises,
  },
  {
    name: 'refresh-without-end',
    fault: 'a refresh token that was used gives tokens for ever',
    caughtBy,
    patches: [[artifacts, 'const grace_ms = 60_000;', 'const grace_ms = 60_000_000;']],
    ...inPromises,
  },
  {
    name: 'token-ends-before-its-grant',
    fault:
      'a token that is to end its grant is deleted first, and a server that then fails never ends the grant',
    caughtBy,
    patches: [
      [
        artifacts,
        'if (grantId) await endByProgram(program, grantId, reasonNow());\n      else await',
        'await',
      ],
    ],
    ...inPromises,
  },
  {
    name: 'token-in-its-row',
    fault: 'the row of a code or token contains it',
    caughtBy: ['G13', 'G22'],
    patches: [[artifacts, 'upsert: (id, { jti: _id, returnTo', 'upsert: (id, { returnTo']],
    ...inPromises,
  },
  {
    name: 'consent-without-maker',
    fault: 'who let an agent act is not the maker of what it asks for',
    caughtBy,
    patches: [
      [
        'server/src/identity/oauth-grants/queries.ts',
        'VALUES ($id, $partyId, $agentId, $prefix, $hash, $scopes::text[], $createdAt, $userId, $expiresAt)',
        `VALUES ($id, $partyId, $agentId, $prefix, $hash, $scopes::text[], $createdAt,
           coalesce((SELECT user_id FROM members WHERE party_id = $partyId AND role = 'OWNER' LIMIT 1), $userId), $expiresAt)`,
      ],
    ],
    ...inPromises,
  },
];
