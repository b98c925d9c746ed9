import { type Mutant, seenIn } from '../mutant.ts';

const inFlow = (name: string) => seenIn(`server/test/flows/${name}.test.ts`);
const permission = 'server/src/http/permission.ts';
const answer = 'server/src/doors/pages/answer.ts';
const switchParty = 'server/src/identity/sign-in/switch-party.ts';
const members = 'server/src/identity/members/change.ts';
const authority = 'server/src/engine/rules/authority.ts';
const byToken = 'server/src/authority/customer-invitations/incoming/by-token.ts';

const caughtBy = ['G20'] as const;

/** Faults of links, of what power is given and shown, and of when it ends, that no client of the hammer looks for. */
export const powerMutants: readonly Mutant[] = [
  {
    name: 'link-opens-session-of-user',
    fault: 'a link opens a session for a user who exists',
    caughtBy,
    patches: [[answer, 'if (isKnown) return {', "if (isKnown && address === '') return {"]],
    ...inFlow('bound-sessions'),
  },
  {
    name: 'link-ends-session-of-reader',
    fault: 'a link that somebody accepts as a user who exists ends the session of the browser',
    caughtBy,
    patches: [
      [
        answer,
        '  if (isKnown) return {',
        '  if (isKnown && request.session) await endSession(request.session, { everywhere: false });\n  if (isKnown) return {',
      ],
    ],
    ...inFlow('bound-sessions'),
  },
  {
    name: 'bound-session-is-fresh',
    fault: 'the session that a link opens for somebody new is a fresh sign-in',
    caughtBy,
    patches: [
      [
        'server/src/http/require-fresh.ts',
        'if (signedInAt === null || (',
        'if (signedInAt === null || signedInAt.getTime() === 0 || (',
      ],
    ],
    ...inFlow('bound-sessions'),
  },
  {
    name: 'bound-session-ends-others',
    fault: 'the session that a link opens ends all sessions of its user',
    caughtBy,
    patches: [
      [
        'server/src/identity/sign-in/end-session.ts',
        'options.everywhere && !isBound(actor)',
        'options.everywhere || isBound(actor)',
      ],
    ],
    ...inFlow('bound-sessions'),
  },
  {
    name: 'entering-leaves-no-line',
    fault: 'switching the party leaves no line in the log of the party that is entered',
    caughtBy,
    patches: [[switchParty, 'await recordEntry(tx, { requestId: ctx.requestId, now }, seat, opened);', '']],
    ...inFlow('sign-in'),
  },
  {
    name: 'refusal-by-token-leaves-no-line',
    fault: 'declining by a token leaves its line in the log of the sandbox only',
    caughtBy,
    patches: [[byToken, 'tokenActor(token.partyId, null)', 'tokenActor(token.id as never, null)']],
    ...inFlow('answered-by-token'),
  },
  {
    name: 'expiring-key-gives',
    fault: 'a key that expires accepts grants, widens them and invites people',
    caughtBy,
    patches: [
      [
        permission,
        'if (expiresAt === null || signedInAt !== null) return;',
        'if (expiresAt === null || expiresAt.getTime() > 0) return;',
      ],
    ],
    ...inFlow('power-given'),
  },
  {
    name: 'expiring-key-invites-members',
    fault: 'a key that expires invites people to the party',
    caughtBy,
    patches: [['server/src/identity/party-invitations/create.ts', '    requireLasting(ctx.actor);\n', '']],
    ...inFlow('power-given'),
  },
  {
    name: 'expiring-key-makes-webhooks',
    fault: 'a key that expires makes a webhook, by which it reads on',
    caughtBy,
    patches: [['server/src/history/webhooks/create.ts', '    requireLasting(actor);\n', '']],
    ...inFlow('power-given'),
  },
  {
    name: 'accepts-beyond-its-scopes',
    fault: 'a key accepts an invitation for more than it may itself',
    caughtBy,
    patches: [
      [
        'server/src/authority/customer-invitations/incoming/by-party.ts',
        'requireMayGive(actor, invitation.permissions);',
        'requireMayGive(actor, []);',
      ],
    ],
    ...inFlow('power-given'),
  },
  {
    name: 'asks-beyond-its-scopes',
    fault: 'a key asks customers for more than it may itself',
    caughtBy,
    patches: [
      [
        'server/src/authority/customer-invitations/create.ts',
        'requireMayGive)(actor, attributes.permissions, (place) => ({',
        'requireMayGive)(actor, attributes.permissions.slice(0, 0), (place) => ({',
      ],
    ],
    ...inFlow('power-given'),
  },
  {
    name: 'resumes-beyond-its-scopes',
    fault: 'a key resumes a delegation that permits more than it may itself',
    caughtBy,
    patches: [
      [
        'server/src/authority/delegations/change.ts',
        "if (to === 'ACTIVE') requireMayGive(ctx.actor, delegation.permissions);",
        "if (to === 'ACTIVE') requireMayGive(ctx.actor, []);",
      ],
    ],
    ...inFlow('power-given'),
  },
  {
    name: 'limits-shown-to-the-other',
    fault: 'an approval shows the limits of the party that decides to the other party',
    caughtBy,
    patches: [
      [
        'server/src/engine/model/records.ts',
        '.filter(({ onGrant }) => onGrant || deciderPartyId === partyId)',
        ".filter(({ onGrant }) => onGrant || deciderPartyId !== ('' as string) || partyId)",
      ],
    ],
    ...inFlow('power-shown'),
  },
  {
    name: 'limits-of-grants-hidden',
    fault: 'an approval hides the limit of a grant, which both parties know',
    caughtBy,
    patches: [
      [
        'server/src/engine/model/records.ts',
        '.filter(({ onGrant }) => onGrant || deciderPartyId === partyId)',
        '.filter(() => deciderPartyId === partyId)',
      ],
    ],
    ...inFlow('power-shown'),
  },
  {
    name: 'preview-tells-the-balance',
    fault: 'a preview decides on funds for a key that may not read wallets',
    caughtBy,
    patches: [
      [
        'server/src/http/permission.ts',
        "return kind === 'agentKey' || scopes.has('wallets.read');",
        'return kind !== null || scopes.size > 0;',
      ],
    ],
    ...seenIn('server/test/api/previews.test.ts', 'server/test/flows/power-shown.test.ts'),
  },
  {
    name: 'preview-tells-the-balance-of-a-customer',
    fault: 'a preview decides on the funds of a customer who permits no reading of wallets',
    caughtBy,
    patches: [
      [
        'server/src/authority/previews/preview.ts',
        "(await readableParty(ctx, payer, 'wallets.read')) !== null",
        "(await readableParty(ctx, payer, 'payments.read')) !== null",
      ],
    ],
    ...seenIn('server/test/api/previews.test.ts', 'server/test/flows/power-shown.test.ts'),
  },
  {
    name: 'own-reader-reads-all',
    fault: 'an agent that reads its own only reads all of its party',
    caughtBy,
    patches: [[permission, 'return readsOwn ? agentId : null;', 'return readsOwn ? null : null;']],
    ...inFlow('agent-reads'),
  },
  {
    name: 'own-reader-answers-others',
    fault: 'an agent that reads its own only answers what is asked of its party',
    caughtBy,
    patches: [
      ['server/src/engine/model/own.ts', "agents.id = ${agent}) = 'party')", "agents.id = ${agent}) <> '')"],
    ],
    ...inFlow('agent-reads'),
  },
  {
    name: 'own-reader-told-what-others-paid',
    fault: 'an agent that reads its own only is told which payment of another agent it repeats',
    caughtBy,
    patches: [
      [
        'server/src/engine/model/records.ts',
        "if (reason.type !== 'possibleDuplicate' || !('ofOtherAgent' in reason)) return reason;",
        "if (reason.type !== 'possibleDuplicate' || 'ofOtherAgent' in reason) return reason;",
      ],
    ],
    ...inFlow('agent-reads-others'),
  },
  {
    name: 'own-reader-told-by-replay',
    fault: 'a replay tells an agent that reads its own only by now which payment of another agent it repeats',
    caughtBy,
    patches: [
      [
        'server/src/engine/decide/idempotency.ts',
        'viewer.readsOwn ? (ownBody ?? body) : body',
        'viewer.readsOwn ? body : body',
      ],
    ],
    ...inFlow('agent-reads-others'),
  },
  {
    name: 'own-reader-told-by-stale-credential',
    fault: 'the response to a payment is written by what the engine has cached of what its agent reads',
    caughtBy,
    patches: [
      [
        'server/db/baseline/6_authority.sql',
        "EXECUTE FUNCTION invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags');",
        "EXECUTE FUNCTION invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags', 'reads');",
      ],
    ],
    ...inFlow('agent-reads-others'),
  },
  {
    name: 'preview-is-silent-to-an-agent',
    fault: "a preview does not decide on funds for a party's own agent",
    caughtBy,
    patches: [
      [
        'server/src/http/permission.ts',
        "return kind === 'agentKey' || scopes.has('wallets.read');",
        "return kind !== 'agentKey' && scopes.has('wallets.read');",
      ],
    ],
    ...seenIn('server/test/api/previews.test.ts', 'server/test/flows/power-shown.test.ts'),
  },
  {
    name: 'revoked-agent-keeps-delegation-wide',
    fault: 'revoking an agent leaves its delegation as wide as its grant was',
    caughtBy,
    patches: [
      [
        'server/src/authority/agents/revoke.ts',
        'await revokeGrantsOfAgent(tx, partyId, id, now);',
        'await revokeGrantsOfAgent(tx, partyId, (now.getTime() < 0 ? id : newId("agt")), now);',
      ],
      [
        'server/src/authority/agents/revoke.ts',
        "import type { Id } from '../../lib/id.ts';",
        "import { newId, type Id } from '../../lib/id.ts';",
      ],
    ],
    ...inFlow('power-ended'),
  },
  {
    name: 'suspended-delegate-cancels',
    fault: 'a delegate cancels payments of a customer who has suspended the delegation',
    caughtBy,
    patches: [
      [
        authority,
        "if (delegation?.status === 'SUSPENDED') return 'delegation_suspended';",
        "if (delegation?.status === 'SUSPENDED') return null;",
      ],
    ],
    ...inFlow('power-ended'),
  },
  {
    name: 'revoked-delegate-cancels',
    fault: 'a delegate cancels payments of a customer who has revoked the delegation',
    caughtBy,
    patches: [
      [
        authority,
        "if (delegation?.status !== 'ACTIVE') return 'delegation_ended';",
        "if (delegation?.status !== 'ACTIVE') return null;",
      ],
    ],
    ...inFlow('power-ended'),
  },
  {
    name: 'narrowed-delegate-cancels',
    fault: 'a delegate whose agents may not pay any more cancels payments of the customer',
    caughtBy,
    patches: [[authority, "? 'delegation_narrowed' : null;", '? null : null;']],
    ...inFlow('power-ended'),
  },
  {
    name: 'delegate-sees-new-name',
    fault: 'a delegate sees what a customer changes of itself after it has ended the delegation',
    caughtBy,
    patches: [
      [
        'server/src/authority/customers/queries.ts',
        "SELECT CASE d.status WHEN 'ACTIVE' THEN name ELSE d.last_name END AS name,",
        'SELECT name,',
      ],
    ],
    ...inFlow('power-ended'),
  },
  {
    name: 'webhooks-outlive-member',
    fault: 'removing a member leaves the webhooks that it made enabled',
    caughtBy,
    patches: [
      [
        'server/src/identity/members/queries.ts',
        "WHERE id IN (SELECT id FROM made WHERE status = 'ENABLED'))",
        "WHERE id IN (SELECT id FROM made WHERE status = 'DISABLED'))",
      ],
    ],
    ...inFlow('power-left'),
  },
  {
    name: 'agent-keys-left-unnamed',
    fault: 'removing a member does not name the keys of agents that it made',
    caughtBy,
    patches: [
      [
        members,
        'const response = removedMember(member, { agentKeys, webhooks });',
        'const response = removedMember(member, { agentKeys: agentKeys.slice(0, 0), webhooks });',
      ],
    ],
    ...inFlow('power-left'),
  },
  {
    name: 'admin-revokes-owner',
    fault: 'an administrator revokes the key of an owner',
    caughtBy,
    patches: [
      [
        'server/src/identity/api-keys/revoke.ts',
        "if (actor.role === 'OWNER' ||",
        "if (actor.role !== 'MEMBER' ||",
      ],
    ],
    ...inFlow('power-left'),
  },
  {
    name: 'actions-show-payments',
    fault: 'the answers of actions show payments to a key that may not read them',
    caughtBy,
    patches: [
      [
        permission,
        "return scopes.has('payments.read');",
        "return scopes.has('payments.read') || scopes.size > 0;",
      ],
    ],
    ...inFlow('power-left'),
  },
  {
    name: 'query-of-a-write-ignored',
    fault: 'a write ignores query parameters that it does not know',
    caughtBy: ['responses'],
    patches: [['server/src/http/head.ts', 'else refuseQuery(request.query as object, faults);', '']],
    profile: 'payees',
    bound: 1_000,
  },
  {
    name: 'query-by-token-ignored',
    fault: 'an answer by a token ignores query parameters that it does not know',
    caughtBy: ['responses'],
    patches: [['server/src/http/admit-by-token.ts', 'refuseQuery(request.query as object, faults);', '']],
    ...inFlow('claim-races'),
  },
];
