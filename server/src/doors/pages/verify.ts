import { hashLinkToken } from '../../db/link-token.ts';
import { findOpenById, type OpenContact } from '../../identity/contacts/queries.ts';
import type { Program } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { parseId } from '../../lib/id.ts';
import { isLinkToken } from '../../lib/secret.ts';
import { hrefTo, messagePage, page, signInAt } from './document.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { keyField, keyOf } from './forms.ts';
import { callFor, endpointOf } from './read.ts';

const url = '/verify/:contactId/:token';

/**
 * Returns the page behind the link in a message about an address that a party says is its own. The link proves that its
 * reader gets the messages, the session that the party wants them: it takes both, as with the endpoint.
 */
export function verifyPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const verify = endpointOf(endpoints, 'POST', '/parties/me/contacts/:contactId/verify');

  async function answer(request: PageRequest): Promise<PageResponse> {
    const { session, params, form, path } = request;
    if (!session) return { location: signInAt(program, path) };
    const { contactId = '', token = '' } = params;
    try {
      const call = { params: { contactId }, attributes: { token }, key: keyOf(form) };
      await callFor(guards, verify, session, call);
    } catch (error) {
      if (!(error instanceof PurserError) || ![400, 403, 404, 409, 422].includes(error.status)) throw error;
      const { status, faults } = error;
      return show(program, request, { status, detail: faults[0].detail });
    }
    return { html: verifiedPage(program, request) };
  }

  return [
    { method: 'GET', url, run: (request) => show(program, request, null) },
    { method: 'POST', url, run: answer },
  ];
}

/** Shows the address that the link proves, or the page of links that prove none. */
async function show(
  program: Program,
  request: PageRequest,
  problem: { status: number; detail: string } | null,
): Promise<PageResponse> {
  const contact = await contactOf(request);
  if (!contact) return { status: 404, html: nothingPage(program) };
  return { status: problem?.status ?? 200, html: verifyPage(program, request, contact, problem?.detail) };
}

async function contactOf({ params, anonymous }: PageRequest): Promise<OpenContact | null> {
  const { contactId = '', token = '' } = params;
  const id = isLinkToken(token) ? parseId('con', contactId) : null;
  const contact = id && (await findOpenById(anonymous.db, id, anonymous.askedAt));
  return contact?.tokenHash?.equals(hashLinkToken(token)) ? contact : null;
}

/** The page for every link that proves no address. It does not reveal whether it ever did. */
function nothingPage(program: Program): string {
  return messagePage({ ...program, session: null }, 'Nothing to confirm', {
    kind: 'Address',
    heading: 'This link confirms no address',
    text: 'It works once and for 24 hours only. It may be used up, too old, or incomplete.',
  });
}

function verifyPage(
  program: Program,
  { session, path }: PageRequest,
  contact: OpenContact,
  problem: string | undefined,
): string {
  const { value, partyName, expiresAt } = contact;
  return page(
    { ...program, session },
    'Confirm an address',
    card(
      h('p', { className: 'kind' }, 'Address'),
      h('h1', null, 'Confirm this address'),
      problem === undefined ? null : problemText(problem),
      facts(
        fact('Address', userText(value)),
        fact('Of', userText(partyName)),
        fact('Can be confirmed until', timeOf(expiresAt)),
      ),
      h('p', null, 'Payments and mails to this address then reach ', userText(partyName), '.'),
      ...answerPart(program, session?.actor.partyId ?? null, contact, path),
    ),
  );
}

function answerPart(
  program: Program,
  signedInFor: string | null,
  { partyId, partyName }: OpenContact,
  path: string,
): Content[] {
  if (signedInFor === null) {
    const href = signInAt(program, path);
    return [
      h('p', { key: 'action' }, h('a', { className: 'button', href }, 'Sign in to confirm it')),
      h('p', { key: 'note', className: 'soft' }, 'If you do not know the party, close this page.'),
    ];
  }
  if (signedInFor !== partyId) {
    const account = h('a', { href: hrefTo(program, '/account') }, 'See for whom you are signed in');
    return [
      h('p', { key: 'other', className: 'note' }, 'Only people of ', userText(partyName), ' can confirm it.'),
      h('p', { key: 'account' }, account),
    ];
  }
  const button = h('button', null, 'Confirm this address');
  return [h('form', { key: 'form', method: 'post' }, keyField(), button)];
}

function verifiedPage(program: Program, { session }: PageRequest): string {
  return messagePage({ ...program, session }, 'Address confirmed', {
    kind: 'Address',
    heading: 'The address is confirmed',
    text: 'Payments and mails to it reach your party now.',
  });
}
