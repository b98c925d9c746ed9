import type { Program } from '../../context.ts';
import { hashLinkToken } from '../../db/link-token.ts';
import { type Answerable, findAnswerable } from '../../authority/customer-invitations/incoming/queries.ts';
import { findPendingByToken, type PendingInvitation } from '../../authority/customer-invitations/queries.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { PageRequest, PageRoute } from '../../http/web-page.ts';
import { publicId } from '../../lib/id.ts';
import { acceptForm, asWhom, declineForm, isUser, linkRoutes } from './answer.ts';
import { hrefTo, messagePage, page } from './document.ts';
import { card, type Content, h, problemText } from './element.ts';
import { howToEnd, offer } from './offer.ts';
import { endpointOf } from './read.ts';

const url = '/invitations/:token';
/** In which a new person gets its first wallet, and so the limits that it permits. */
const firstCurrency = 'USD';

/**
 * Returns the page of customer invitations. The link that the inviting party sees only shows one; the link in the mail
 * answers it too, and a person without an account gets one.
 */
export function invitationPages(program: Program, endpoints: readonly Endpoint[]): PageRoute[] {
  const endpoint = (verb: string) => endpointOf(endpoints, 'POST', `/invitations/:token/${verb}`);
  return linkRoutes(program, {
    url,
    accept: endpoint('accept'),
    decline: endpoint('decline'),
    letIn: ({ meta }) => ({ party: meta['partyId'], user: meta['userId'] }),
    find: findPendingByToken,
    addressOf: async (_, request) => (await answerableBy(request))?.recipientValue ?? null,
    shown: (invitation, request, problem) => invitationPage(program, invitation, request, problem),
    nowhere: () => noInvitationPage(program),
  });
}

/** The page for every link without a pending invitation. It does not reveal whether there ever was one. */
export function noInvitationPage(program: Program): string {
  return messagePage({ ...program, session: null }, 'No open invitation', {
    kind: 'Invitation',
    heading: 'This link leads to no open invitation',
    text:
      'It may have been answered, withdrawn or left too long, or the link is incomplete. If you expect an ' +
      'invitation, ask for a new one.',
  });
}

async function invitationPage(
  program: Program,
  invitation: PendingInvitation,
  request: PageRequest,
  problem: string | null,
): Promise<string> {
  const answerable = await answerableBy(request);
  const isKnown = await isUser(request, answerable?.recipientValue ?? null);
  const currency = answerable && !answerable.isParty ? firstCurrency : null;
  return page(
    { ...program, session: request.session },
    'Invitation',
    card(
      ...offer(invitation, currency),
      problem === null ? null : problemText(problem),
      ...answers(program, answerable, isKnown),
    ),
  );
}

function answerableBy({ anonymous, params }: PageRequest): Promise<Answerable | null> {
  return findAnswerable(anonymous.db, hashLinkToken(params['token'] ?? ''));
}

function answers(program: Program, answerable: Answerable | null, isKnown: boolean): Content[] {
  if (!answerable) {
    const note =
      'This page only shows the invitation. The link to answer it is in the message to whoever is invited.';
    return [h('p', { key: 'note', className: 'soft' }, note)];
  }
  if (answerable.isParty) {
    const href = hrefTo(program, `/invited/${publicId('adi', answerable.id)}`);
    return [
      h('p', { key: 'known' }, 'You have an account with this address already.'),
      h('p', { key: 'action' }, h('a', { className: 'button', href }, 'Sign in to answer')),
    ];
  }
  return [
    h('dl', { key: 'whom' }, asWhom(answerable.recipientValue, { isKnown })),
    acceptForm('Accept', { asksName: true }),
    declineForm(),
    h('p', { key: 'end', className: 'soft' }, howToEnd),
  ];
}
