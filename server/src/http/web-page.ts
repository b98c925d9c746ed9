import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Program, TokenContext } from '../context.ts';
import { clockOffset } from '../db/clock.ts';
import { type Id, parseId } from '../lib/id.ts';
import { type PageFrame, sendPage } from './error-page.ts';
import {
  type Call,
  callName,
  enter,
  type Guards,
  sessionRoute,
  slotOf,
  takeAnonymousToken,
  takeCredentialToken,
} from './handle.ts';
import { announcedLength, clientAddress, sessionToken } from './head.ts';
import { sent } from './sent-token.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { refuse } from './refuse.ts';
import type { WebServer } from './server.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { badRequest, fault } from '../errors.ts';

/** A request for a page: its parts, and who is signed in. */
export type PageRequest = {
  /** Without an actor: for what anybody may do who has a link. */
  anonymous: TokenContext;
  /** The context of the user who is signed in; null if nobody is. */
  session: Context | null;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** The fields of the form; empty in a GET. */
  form: URLSearchParams;
  /** The path of the route with its parameters: no redirect leads to anything else of what was sent. */
  path: `/${string}`;
  /** Counts clients that are not signed in. */
  address: string;
  /** The head of the request, for a library that has cookies of its own. */
  message: IncomingMessage;
};

/** A page, or a redirect to a path of this server. */
export type PageResponse =
  | { html: string; status?: number; headers?: Readonly<Record<string, string>> }
  | { location: string; cookie?: string };

/** A page, or the target of a form: without a query, except for a GET. */
export type PageRoute = {
  method: 'GET' | 'POST';
  url: `/${string}`;
  run: (request: PageRequest) => Promise<PageResponse>;
};

/**
 * Adds pages for people. A request with the cookie of a browser session acts as its user, under the same guards as one
 * with a key; any other counts against its address. A form from another site is refused.
 */
export function addWebPages(
  server: WebServer,
  program: Program,
  guards: Guards,
  frame: PageFrame,
  routes: readonly PageRoute[],
): void {
  for (const { method, url, run } of routes) {
    server.route({
      method,
      url,
      config: sessionRoute,
      onRequest: async (request, reply) => {
        reply.headers(frame.headers);
        const ctx = await admit(program, guards, request, reply);
        request.setDecorator(callName, { ctx } satisfies Pick<Call, 'ctx'>);
      },
      handler: async (request, reply) => {
        const { ctx } = request.getDecorator<Pick<Call, 'ctx'>>(callName);
        const response = await run(requestOf(program, url, request, ctx));
        if (!ctx.actor) guards.admission.leave(slotOf(request));
        if ('html' in response) {
          const { html, status = 200, headers = {} } = response;
          return reply.code(status).headers(headers).send(html);
        }
        if (response.cookie !== undefined) reply.header('Set-Cookie', response.cookie);
        return reply.code(303).header('Location', response.location).send('');
      },
      errorHandler: (error, request, reply) =>
        refuse(guards.admission, slotOf(request), { error, request, reply }, () =>
          sendPage(program, frame, error, request, reply),
        ),
    });
  }
}

async function admit(
  program: Program,
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context | TokenContext> {
  const { isRead } = slotOf(request);
  const token = sessionToken(request.headers, sessionCookieOf(program).name);
  enter(guards, request, token);
  const found = token === null ? null : await guards.authenticate(sent(token), null);
  if (found) takeCredentialToken(guards, found.actor.credentialId, reply);
  else takeAnonymousToken(guards, request, reply);
  if (!isRead) {
    refuseForeignForm(request.headers, new URL(program.baseUrl()).origin);
    checkFormType(request.headers);
    announcedLength(request.headers);
  }
  // Without a session, each address is a party of its own.
  const share = found?.actor.partyId ?? (clientAddress(request) as Id<'pty'>);
  if (found || !isRead) guards.admission.admit(slotOf(request), share);
  const requestId = parseId('req', request.id) as Id<'req'>;
  if (!found) {
    const db = program.sessions.readsOf('links'); // all who open links together, like one party
    const clockOffset_ms = await clockOffset(db);
    const askedAt = new Date(Date.now() + clockOffset_ms);
    return { ...program, db, askedAt, clockOffset_ms, requestId, actor: null };
  }
  const { now: askedAt, clockOffset_ms } = found;
  const db = program.sessions.readsOf(found.actor.partyId);
  return { ...program, db, askedAt, clockOffset_ms, requestId, actor: { ...found.actor, instanceId: null } };
}

function requestOf(
  program: Program,
  url: PageRoute['url'],
  request: FastifyRequest,
  ctx: Context | TokenContext,
): PageRequest {
  const session = isSignedIn(ctx) ? ctx : null;
  const params = request.params as Record<string, string>;
  return {
    anonymous: { ...ctx, db: program.sessions.readsOf('links'), actor: null },
    session,
    params,
    query: request.query as Record<string, unknown>,
    form: readForm(request.body),
    path: filled(url, params),
    address: clientAddress(request),
    message: request.raw,
  };
}

function filled(url: PageRoute['url'], params: Readonly<Record<string, string>>): `/${string}` {
  return `/${url.slice(1).replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))}`;
}

function isSignedIn(ctx: Context | TokenContext): ctx is Context {
  return ctx.actor !== null;
}

const formType = 'application/x-www-form-urlencoded';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Refuses a form that a page of another site sent. Browsers say where a request comes from in `Sec-Fetch-Site` or, on a
 * plain connection to another machine, in `Origin` only, which must be the one of our base URL: what `Host` says is not
 * ours. What says neither does not come from a browser of today.
 */
function refuseForeignForm(headers: IncomingHttpHeaders, own: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin === own : site === 'same-origin') return;
  throw fault(
    'forbidden',
    'This form was not sent from a page of this server. Open the page and send it again.',
  );
}

/** Refuses a body that is no form (415), before any of it is read. */
function checkFormType(headers: IncomingHttpHeaders): void {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() === formType) return;
  throw fault('unsupported_media_type', `Send the form as ${formType}.`, { header: 'Content-Type' });
}

/** Returns the fields of a form. Throws a 400 if it is not UTF-8. */
function readForm(bytes: unknown): URLSearchParams {
  try {
    return new URLSearchParams(utf8.decode(bytes instanceof Uint8Array ? bytes : new Uint8Array()));
  } catch {
    throw badRequest([{ code: 'invalid_value', detail: 'The form is not UTF-8.' }]);
  }
}
