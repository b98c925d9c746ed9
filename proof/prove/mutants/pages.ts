import { type Mutant, seenIn } from '../mutant.ts';

/** Faults of sessions and of the pages with their forms. */
export const pageMutants: readonly Mutant[] = [
  {
    name: 'session-outlives-member',
    fault:
      'the removal of a member leaves its browser sessions open, and their look-up does not ask for the member',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/identity/api-keys/queries.ts',
        'WHERE party_id = $partyId AND created_by = $userId AND revoked_at IS NULL\n     ORDER BY id',
        'WHERE party_id = $partyId AND created_by = $userId AND revoked_at IS NULL AND signed_in_at IS NULL\n     ORDER BY id',
      ],
      [
        'server/src/identity/authentication/queries.ts',
        '`${apiKey} AND k.signed_in_at IS NOT NULL',
        "`${apiKey.replace('m.role', \"coalesce(m.role, 'MEMBER') AS role\").replace('CROSS', 'LEFT').replace('LIMIT 1) m', 'LIMIT 1) m ON true')} AND k.signed_in_at IS NOT NULL",
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'sign-in-link-works-twice',
    fault: 'a link to sign in that two use at once opens a session for both',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/identity/sign-in/queries.ts',
        'WHERE id = $1 AND used_at IS NULL AND expires_at > $2`',
        'WHERE id = $1 AND expires_at > $2`',
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'link-token-unhashed',
    fault: 'the token of a link is stored as it is, not as its hash',
    caughtBy: ['G13'],
    patches: [['server/src/db/link-token.ts', "Buffer.from(hashKey(token), 'hex')", 'Buffer.from(token)']],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'link-session-switches',
    fault: 'the session that an invitation to join opens may switch to the other parties of the person',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/identity/sign-in/open-session.ts',
        'return open(ctx, { linkId: null, email: null, seat }, () => neverSignedIn);',
        'return open(ctx, { linkId: null, email: null, seat }, (now) => now);',
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'mailbox-shows-invitations',
    fault: 'a member reads in the mailbox the invitation of an administrator, and the link in it',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/mails/readable-kinds.ts',
        "partyInvitation: { scope: 'invite.create', invites: true },",
        'partyInvitation: null,',
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'form-of-another-site',
    fault: 'a form that a page of another site sends is accepted',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/http/web-page.ts',
        "site === undefined ? headers.origin === own : site === 'same-origin'",
        "headers.origin !== '' || site",
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'form-of-another-party',
    fault: 'a form acts for the party to which a second tab has switched since its page was shown',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/doors/pages/shown-to.ts',
        'return sent !== null && sent !== shownTo(session);',
        'return shownTo(session) === sent && sent === null;',
      ],
    ],
    ...seenIn('server/test/flows/shown-to.test.ts'),
  },
  {
    name: 'form-without-its-key',
    fault: 'a form that is sent twice acts under a new key each time',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/doors/pages/forms.ts',
        '/^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID()',
        "sent === '' ? sent : randomUUID()",
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
  {
    name: 'description-as-markup',
    fault: 'a page shows the text of a user without escaping it',
    caughtBy: ['responses'],
    patches: [
      [
        'server/src/doors/pages/element.ts',
        "return h('bdi', null, plainUserText(text));",
        "return h('bdi', { dangerouslySetInnerHTML: { __html: plainUserText(text) } });",
      ],
    ],
    bound: 3_000,
    profile: 'pages',
  },
];
