import type { Context, Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import { findIncoming, type IncomingRow } from '../../authority/customer-invitations/incoming/queries.ts';
import { mostAtOnce } from '../../terms/most-at-once.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import { parseId, publicId } from '../../lib/id.ts';
import { acceptForm, declineForm } from './answer.ts';
import { decisionPage } from './decision-page.ts';
import { page } from './document.ts';
import { card, type Content, h, problemText } from './element.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { howToEnd, offer } from './offer.ts';
import { callFor, endpointOf } from './read.ts';

/** Returns the page on which a party that has an account answers a customer invitation, after its sign-in. */
export function invitedPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const endpoint = (verb: string) =>
    endpointOf(endpoints, 'POST', `/customer-invitations/:invitationId/${verb}`);
  const verbs = { accept: endpoint('accept'), decline: endpoint('decline') };

  const show = (session: Context, id: string, problem: string | null): Promise<string> =>
    invitedPage({ program, guards, readParty: endpointOf(endpoints, 'GET', '/parties/me') }, session, {
      id,
      problem,
    });

  return decisionPage(
    { program, guards },
    {
      url: '/invited/:invitationId',
      param: 'invitationId',
      show,
      asked: (form) => ({ endpoint: form.get('verdict') === 'decline' ? verbs.decline : verbs.accept }),
    },
  );
}

type Readers = { program: Program; guards: Guards; readParty: Endpoint };

async function invitedPage(
  { program, guards, readParty }: Readers,
  session: Context,
  { id: sent, problem }: { id: string; problem: string | null },
): Promise<string> {
  const id = parseId('adi', sent);
  const invitation = id && (await findIncoming(session.db, session.actor.partyId, id));
  if (!invitation) {
    throw fault(
      'customer_invitation_not_found',
      'Your party has no such invitation. If you act for several parties, switch to the right one.',
    );
  }
  type Party = { attributes: { defaultCurrency: string } };
  const { attributes } = await callFor<Party>(guards, readParty, session, {});
  return page(
    { ...program, session },
    'Invitation',
    card(
      ...offer(invitation, attributes.defaultCurrency),
      problem === null ? null : problemText(problem),
      ...(await answers(program, session, invitation)),
    ),
  );
}

const ends = {
  ACCEPTED: 'You have accepted this invitation.',
  DECLINED: 'You have declined this invitation.',
  CANCELED: 'The invitation was withdrawn.',
  EXPIRED: 'The invitation was open for too long.',
} as const;

async function answers(program: Program, session: Context, invitation: IncomingRow): Promise<Content[]> {
  const { askedAt: now, actor } = session;
  const { id, status, expiresAt } = invitation;
  const ended = status === 'PENDING' && expiresAt <= now ? 'EXPIRED' : status;
  const end = h('p', { key: 'end', className: 'soft' }, howToEnd);
  if (ended !== 'PENDING') {
    return [h('p', { key: 'ended' }, h('strong', null, ends[ended])), ended === 'ACCEPTED' ? end : null];
  }
  if (!actor.scopes.has('delegations.create')) {
    return [h('p', { key: 'role', className: 'soft' }, 'Owners and admins of your party answer this.')];
  }
  const needsFresh = needsFreshSignIn(session, mostAtOnce(invitation));
  const path = `/invited/${publicId('adi', id)}`;
  const accept = needsFresh
    ? await freshSignIn(program, session, { path, action: 'To permit payments like these' })
    : acceptForm('Accept', { asksName: false });
  return [accept, declineForm(), end];
}
