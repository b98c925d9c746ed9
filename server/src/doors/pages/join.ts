import type { Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { PageRequest, PageRoute } from '../../http/web-page.ts';
import { roleWords } from '../../identity/party-invitations/compose-mail.ts';
import { findPendingByToken, type PendingInvitation } from '../../identity/party-invitations/queries.ts';
import { acceptForm, asWhom, declineForm, isUser, linkRoutes } from './answer.ts';
import { page } from './document.ts';
import { card, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { noInvitationPage } from './invitation.ts';
import { endpointOf } from './read.ts';

const url = '/join/:token';

/** Returns the page of party invitations. Who accepts one as somebody new is signed in for the party. */
export function joinPages(program: Program, endpoints: readonly Endpoint[]): PageRoute[] {
  const endpoint = (verb: string) => endpointOf(endpoints, 'POST', `/party-invitations/:token/${verb}`);
  return linkRoutes(program, {
    url,
    accept: endpoint('accept'),
    decline: endpoint('decline'),
    letIn: ({ meta }) => ({ party: meta['partyId'], user: meta['userId'] }),
    find: findPendingByToken,
    addressOf: ({ email }) => email,
    shown: (invitation, request, problem) => joinPage(program, invitation, request, problem),
    nowhere: () => noInvitationPage(program),
  });
}

async function joinPage(
  program: Program,
  invitation: PendingInvitation,
  request: PageRequest,
  problem: string | null,
): Promise<string> {
  const { partyName, inviterName, role, email, expiresAt } = invitation;
  const isKnown = await isUser(request, email);
  return page(
    { ...program, session: request.session },
    'Invitation',
    card(
      h('p', { className: 'kind' }, 'Invitation'),
      h(
        'h1',
        null,
        userText(inviterName),
        ' invites you to join ',
        userText(partyName),
        ` ${roleWords[role]}`,
      ),
      problem === null ? null : problemText(problem),
      facts(
        h(
          'div',
          { key: 'rights' },
          h('dt', null, 'You may then'),
          ...rights[role].map((right) => h('dd', { key: right, className: 'item' }, right)),
        ),
        asWhom(email, { isKnown }),
        fact('Open until', timeOf(expiresAt)),
      ),
      acceptForm('Accept', { asksName: !isKnown }),
      declineForm(),
    ),
  );
}

const rights = {
  MEMBER: ['see payments, wallets and agents of the party', 'pay and request payments for it'],
  APPROVER: [
    'see everything of the party',
    'approve and deny what it pays and withdraws, and change nothing',
  ],
  ADMIN: [
    'do what a member may',
    'approve payments, withdraw, and manage wallets, agents, keys and members of the party',
  ],
} as const;
