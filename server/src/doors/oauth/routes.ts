import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Program } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import type { Guards } from '../../http/handle.ts';
import {
  addLibraryRoutes,
  type LibraryAnswer,
  type LibraryRequest,
  type LibraryRoute,
} from '../../http/library-route.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';
import type { WebServer } from '../../http/server.ts';
import { messagePage, pageFrame } from '../pages/document.ts';
import { hashOf, share } from './artifacts.ts';
import { registrationOf } from './clients.ts';
import type { OauthParts } from './parts.ts';
import { findArtifact } from './queries.ts';
import { addressOf, resourceAt } from './resources.ts';
import { oauthScopesIn } from '../../scopes.ts';

/** Registrations that one address may ask for, and all together: each keeps a row for a day. */
const fromOne = { perSecond: 1 / 30, burst: 20 };
const fromAll = { perSecond: 1, burst: 200 };

/**
 * Adds the endpoints of OAuth 2.1: the library's, which programs call, and people only by way of their browser. What they
 * send is put right first where the library would take it amiss.
 */
export function addOauth(
  server: WebServer,
  program: Program,
  guards: Guards,
  { provider }: OauthParts,
): void {
  const asPage = (refused: LibraryAnswer): string => refusalPage(program, refused);
  const routes: LibraryRoute[] = [
    {
      method: 'GET',
      url: '/oauth/authorize',
      asPage,
      answer: ({ query, pass }) => pass({ path: `/oauth/authorize?${asked(program, query).toString()}` }),
    },
    { method: 'GET', url: '/oauth/authorize/:uid', asPage, answer: ({ path, pass }) => pass({ path }) },
    {
      method: 'POST',
      url: '/oauth/token',
      answer: async ({ body, pass }) => {
        const form = withResource(program, new URLSearchParams(body));
        return (await unfitRefresh(program, form)) ?? pass({ path: '/oauth/token', form });
      },
    },
    {
      method: 'POST',
      url: '/oauth/revoke',
      answer: ({ body, pass }) => pass({ path: '/oauth/revoke', form: new URLSearchParams(body) }),
    },
    {
      method: 'POST',
      url: '/oauth/device/authorize',
      answer: async ({ body, pass }) => {
        const form = withResource(program, new URLSearchParams(body));
        if (!form.has('resource')) form.set('resource', addressOf(program.baseUrl(), 'api'));
        if (!form.has('scope')) form.set('scope', 'full_access');
        if (oauthScopesIn(form.get('scope')).length === 0)
          return refusal('invalid_scope', 'None of these scopes can be given.');
        return withoutLink(await pass({ path: '/oauth/device/authorize', form }));
      },
    },
    { method: 'POST', url: '/oauth/register', answer: registering() },
  ];
  const listener = async () => {
    const library = (await provider()).callback();
    const { pathname } = new URL(program.baseUrl());
    const mount = pathname.replace(/\/$/, '');
    return (request: IncomingMessage, response: ServerResponse) => {
      // By this the library finds the path of the base URL, for its links and the paths of its cookies.
      Object.assign(request, { originalUrl: `${mount}${request.url}` });
      void library(request, response);
    };
  };
  addLibraryRoutes(server, program, guards, pageFrame(program), { listener, routes });
}

/** Returns a request for consent with the part of this server that it is for, and with what is asked for if it says neither. */
function asked(program: Program, sent: URLSearchParams): URLSearchParams {
  const all = withResource(program, sent);
  const mode = all.get('response_mode') ?? '';
  if (mode !== '' && mode !== 'query') all.set('response_mode', 'unsupported'); // the library has more than we offer
  const scope = (all.get('scope') ?? '').trim();
  const known = oauthScopesIn(scope);
  if (scope === '') all.set('scope', 'payments:read payments:move');
  // For any other, as `openid`, the library would ask the person again and again: no grant has it.
  else if (known.length > 0 && all.getAll('scope').length === 1) all.set('scope', known.join(' '));
  return all;
}

/** Returns the parameters with one resource at most, under the address that its tokens have as their audience. */
function withResource(program: Program, sent: URLSearchParams): URLSearchParams {
  const baseUrl = program.baseUrl();
  const address = sent.get('resource');
  if (!address) {
    sent.delete('resource'); // without a value it is as good as not sent (RFC 6749, 3.2)
    return sent;
  }
  const resource = resourceAt(baseUrl, address);
  sent.set('resource', resource ? addressOf(baseUrl, resource) : address);
  return sent;
}

/**
 * Refuses a refresh for another part of this server than the grant is for: the library would use the token up before it
 * looks. And one for fewer scopes, as a token acts with all that its grant has: no program may take it for a weaker one.
 */
async function unfitRefresh(program: Program, form: URLSearchParams): Promise<LibraryAnswer | null> {
  const [token, resource] = [form.get('refresh_token'), form.get('resource')];
  const scope = form.get('scope');
  if (form.get('grant_type') !== 'refresh_token' || token === null || !(resource || scope)) return null;
  const named = { kind: 'RefreshToken', idHash: hashOf(token) } as const;
  const found = await findArtifact(program.sessions.readsOf(share), named);
  if (!found) return null;
  if (resource && found.payload['resource'] !== resource)
    return refusal('invalid_target', 'This grant is for another resource.');
  const asked = oauthScopesIn(scope);
  if (scope && oauthScopesIn(found.payload['scope']).some((held) => !asked.includes(held)))
    return refusal('invalid_scope', 'A token has all scopes of its grant. Leave out scope.');
  return null;
}

/** Leaves out the address with the code in it: nobody is to be sent one (RFC 8628, 5.4), and our page reads none. */
function withoutLink(answer: LibraryAnswer): LibraryAnswer {
  const { verification_uri_complete: _link, ...rest } = parsed(answer.body) as Record<string, unknown>;
  return { ...answer, body: JSON.stringify(rest) };
}

function refusal(error: string, detail: string): LibraryAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return { status: 400, headers, body: JSON.stringify({ error, error_description: detail }) };
}

function registering(): LibraryRoute['answer'] {
  const [takeOfOne, takeOfAll] = [createRateLimiter(fromOne), createRateLimiter(fromAll)];
  return async ({ address, body, pass }: LibraryRequest) => {
    const now_ms = Date.now(); // real time: the sandbox's clock refills nothing
    const ofOne = takeOfOne(address, now_ms);
    const full = ofOne.allowed ? takeOfAll('all', now_ms) : ofOne; // what one is refused takes nothing from the others
    if (!full.allowed) {
      const detail = 'Too many programs were registered. Wait for the seconds in Retry-After.';
      throw new PurserError([{ code: 'rate_limited', detail }], { retryAfter_s: full.retryIn_s });
    }
    const read = registrationOf(parsed(body));
    if ('metadata' in read) return pass({ path: '/oauth/register', json: read.metadata });
    const isRedirect = read.fault.startsWith('redirect_uris');
    return refusal(isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', read.fault);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Shows a person why a program's request leads nowhere: it cannot be told, as its address is not known to be its own. */
function refusalPage(program: Program, { body }: LibraryAnswer): string {
  const { error, error_description: detail } = (parsed(body) ?? {}) as Record<string, unknown>;
  const isUnknown = error === 'invalid_client';
  return messagePage({ ...program, session: null }, 'Connection not possible', {
    kind: 'A program asks to act for you',
    heading: isUnknown ? 'This program has to connect again' : 'This request cannot be answered',
    text: isUnknown
      ? 'Its registration here is over. Remove this server in the program, then add it again.'
      : `Go back to the program and connect again. What is wrong: ${typeof detail === 'string' ? detail : 'its request'}.`,
  });
}
