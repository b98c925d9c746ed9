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
import { openSession } from '../../identity/sign-in/open-session.ts';
import { hrefTo, messagePage } from './document.ts';
import { type Content, h } from './element.ts';

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
  shown: (found: Found, request: PageRequest, problem: string | null) => Promise<string>;
  nowhere: () => string;
};

/** Returns the routes of a page behind a link: reading it, and sending its forms. */
export function linkRoutes<Found>(
  program: Program,
  { url, accept, decline, letIn, find, shown, nowhere }: LinkRoute<Found>,
): PageRoute[] {
  const pagesOf = (request: PageRequest): LinkPages => ({
    shown: async (problem) => {
      const { anonymous, params } = request;
      const { token = '' } = params;
      const found = isLinkToken(token) ? await find(anonymous.db, token, anonymous.askedAt) : null;
      return found && shown(found, request, problem);
    },
    nowhere,
  });
  return [
    { method: 'GET', url, run: (request) => showLink(pagesOf(request), null) },
    {
      method: 'POST',
      url,
      run: (request) => {
        const pages = pagesOf(request);
        if (decline && request.form.get('verdict') === 'decline') {
          return declineByLink(program, request, { endpoint: decline, pages });
        }
        return acceptByLink(program, request, { endpoint: accept, letIn, pages });
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
 * Accepts what a link offers, by its endpoint, and signs in the user to whom that leads, who has just proved the address.
 * A refusal is shown on the page of the link.
 */
async function acceptByLink(
  program: Program,
  request: PageRequest,
  { endpoint, letIn, pages }: { endpoint: Endpoint; letIn: LetIn; pages: LinkPages },
): Promise<PageResponse> {
  const name = (request.form.get('name') ?? '').trim();
  const accepted = await callByLink(request, endpoint, name === '' ? {} : { name }, pages);
  if (!('body' in accepted)) return accepted;
  const { party, user } = letIn(bodyOf(accepted));
  const partyId = parseId('pty', party ?? '');
  const userId = parseId('usr', user ?? '');
  if (!partyId || !userId) return { location: hrefTo(program, '/sign-in') };
  const { secret } = await openSession(request.anonymous, {
    linkId: null,
    email: null,
    seat: { partyId, userId },
  });
  if (request.session) await endSession(request.session, { everywhere: false });
  return { location: hrefTo(program, '/account'), cookie: sessionCookieOf(program).set(secret) };
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
