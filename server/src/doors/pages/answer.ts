import type { Program } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { PurserError } from '../../errors.ts';
import { callByToken } from '../../http/call-endpoint.ts';
import type { Endpoint, HttpResponse } from '../../http/endpoint.ts';
import { sessionCookieOf } from '../../http/session-cookie.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { parseId } from '../../lib/id.ts';
import { isLinkToken } from '../../lib/secret.ts';
import { endSession } from '../../identity/sign-in/end-session.ts';
import { openBoundSession } from '../../identity/sign-in/open-session.ts';
import { findUserByEmail } from '../../identity/members/queries.ts';
import { hrefTo, messagePage, page } from './document.ts';
import { card, type Content, fact, h, userText } from './element.ts';

/** The page of one link, without and with a problem, and the page for all links that lead nowhere. */
type LinkPages = {
  shown: (problem: string | null) => Promise<string | null>;
  nowhere: () => string;
};

/**
 * A page behind a link: its path, the endpoints that its forms call, what its token leads to, and its pages. `decline` is
 * null if it has no such form.
 */
type LinkRoute<Found> = {
  url: `/${string}`;
  accept: Endpoint;
  decline: Endpoint | null;
  letIn: LetIn;
  find: (db: Queryable, token: string, now: Date) => Promise<Found | null>;
  /** The address that the link proves; null if it proves none. */
  addressOf: (found: Found, request: PageRequest) => Promise<string | null> | string | null;
  shown: (found: Found, request: PageRequest, problem: string | null) => Promise<string>;
  nowhere: () => string;
};

/** Returns the routes of a page behind a link: reading it, and sending its forms. */
export function linkRoutes<Found>(
  program: Program,
  { url, accept, decline, letIn, find, addressOf, shown, nowhere }: LinkRoute<Found>,
): PageRoute[] {
  const foundBy = async ({ anonymous, params }: PageRequest): Promise<Found | null> => {
    const { token = '' } = params;
    return isLinkToken(token) ? find(anonymous.db, token, anonymous.askedAt) : null;
  };
  const pagesOf = (request: PageRequest): LinkPages => ({
    shown: async (problem) => {
      const found = await foundBy(request);
      return found && shown(found, request, problem);
    },
    nowhere,
  });
  return [
    { method: 'GET', url, run: (request) => showLink(pagesOf(request), null) },
    {
      method: 'POST',
      url,
      run: async (request) => {
        const pages = pagesOf(request);
        if (decline && request.form.get('verdict') === 'decline') {
          return declineByLink(program, request, { endpoint: decline, pages });
        }
        const found = await foundBy(request);
        const address = found && (await addressOf(found, request));
        return acceptByLink(program, request, { endpoint: accept, letIn, pages, address });
      },
    },
  ];
}

/** Returns the page of a link, with the problem of a form that was sent; for a link that leads nowhere, the page that says so. */
async function showLink(
  { shown, nowhere }: LinkPages,
  problem: { status: number; detail: string } | null,
): Promise<PageResponse> {
  const html = await shown(problem?.detail ?? null);
  return html === null ? { status: 404, html: nowhere() } : { status: problem?.status ?? 200, html };
}

/** Who a link has let in, from the response of its endpoint. */
type LetIn = (body: { data: { id: string }; meta: Record<string, string> }) => {
  party: string | undefined;
  user: string | undefined;
};

/**
 * Accepts what a link offers, by its endpoint. Somebody new gets a session, for that party only; who has acted for a party
 * before signs in: whoever reads one mail of a person is not that person everywhere. A refusal is shown on the page of
 * the link.
 */
async function acceptByLink(
  program: Program,
  request: PageRequest,
  {
    endpoint,
    letIn,
    pages,
    address,
  }: { endpoint: Endpoint; letIn: LetIn; pages: LinkPages; address: string | null },
): Promise<PageResponse> {
  const isKnown = await isUser(request, address);
  const name = (request.form.get('name') ?? '').trim();
  const accepted = await callByLink(request, endpoint, name === '' ? {} : { name }, pages);
  if (!('body' in accepted)) return accepted;
  if (isKnown) return { html: acceptedPage(program, request, address) };
  const { party, user } = letIn(bodyOf(accepted));
  const partyId = parseId('pty', party ?? '');
  const userId = parseId('usr', user ?? '');
  if (!partyId || !userId) return { location: hrefTo(program, '/sign-in') };
  const { secret } = await openBoundSession(request.anonymous, { partyId, userId });
  if (request.session) await endSession(request.session, { everywhere: false });
  return { location: hrefTo(program, '/account'), cookie: sessionCookieOf(program).set(secret) };
}

/** Returns whether somebody with this address has acted for a party before. */
export async function isUser(
  { anonymous: { db } }: Pick<PageRequest, 'anonymous'>,
  address: string | null,
): Promise<boolean> {
  return address !== null && (await findUserByEmail(db, address)) !== null;
}

/** The page for who has accepted as a user who exists: the sign-in, which shows that it is them. */
function acceptedPage(program: Program, { session }: PageRequest, address: string | null): string {
  const href = hrefTo(program, '/sign-in');
  return page(
    { ...program, session },
    'Accepted',
    card(
      h('h1', null, 'You have accepted'),
      h('p', null, 'You have an account already. Sign in as ', userText(address ?? ''), ' to go on.'),
      h('p', null, h('a', { className: 'button', href }, 'Sign in')),
    ),
  );
}

/** Says as whom the reader of a link accepts, and how it goes on. */
export function asWhom(address: string, { isKnown }: { isKnown: boolean }): Content {
  const next = isKnown
    ? 'You have an account with this address: you sign in afterwards.'
    : 'You are then signed in with this address, for this party only.';
  return fact('As', userText(address), h('span', { className: 'soft' }, next));
}

/** Declines what a link offers, by its endpoint. */
async function declineByLink(
  program: Program,
  request: PageRequest,
  { endpoint, pages }: { endpoint: Endpoint; pages: LinkPages },
): Promise<PageResponse> {
  const declined = await callByLink(request, endpoint, {}, pages);
  if (!('body' in declined)) return declined;
  return {
    html: messagePage({ ...program, session: request.session }, 'Declined', {
      kind: 'Invitation',
      heading: 'You have declined',
      text: 'Nothing else happens, and nobody acts for you.',
    }),
  };
}

async function callByLink(
  { anonymous, params }: PageRequest,
  endpoint: Endpoint,
  attributes: object,
  pages: LinkPages,
): Promise<HttpResponse | PageResponse> {
  try {
    return await callByToken(endpoint, anonymous, { token: params['token'] ?? '', attributes });
  } catch (error) {
    if (!(error instanceof PurserError) || ![404, 409, 422].includes(error.status)) throw error;
    const [{ detail }] = error.faults;
    return showLink(pages, { status: error.status, detail });
  }
}

function bodyOf({ body }: HttpResponse): Parameters<LetIn>[0] {
  return (typeof body === 'string' ? JSON.parse(body) : body) as Parameters<LetIn>[0];
}

/** Returns a form that accepts with the name of a new person, or without one. */
export function acceptForm(label: string, { asksName }: { asksName: boolean }): Content {
  const field = { id: 'name', name: 'name', required: true, maxLength: 128, autoComplete: 'name' };
  return h(
    'form',
    { key: 'accept', method: 'post' },
    h('input', { type: 'hidden', name: 'verdict', value: 'accept' }),
    asksName ? h('label', { htmlFor: 'name' }, 'Your name') : null,
    asksName ? h('input', field) : null,
    h('button', null, label),
  );
}

export function declineForm(): Content {
  return h(
    'form',
    { key: 'decline', method: 'post' },
    h('input', { type: 'hidden', name: 'verdict', value: 'decline' }),
    h('button', { className: 'second' }, 'Decline'),
  );
}
