import { ServerResponse } from 'node:http';
import type { Context, Program } from '../../context.ts';
import type { InteractionResults } from 'oidc-provider';
import { getParty } from '../../identity/parties/get.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { hrefTo, messagePage, page, pageHeaders, signInAt } from '../pages/document.ts';
import { card, h, problemText } from '../pages/element.ts';
import { orRefusal } from '../pages/send.ts';
import { hashOf } from './artifacts.ts';
import { shownClient } from './clients.ts';
import { type ConsentRequest, giveConsent } from './consent.ts';
import {
  actsAs,
  type ConsentPages,
  consentForm,
  requestFacts,
  requireShownTo,
  titleOf,
} from './consent-form.ts';
import type { OauthParts } from './parts.ts';
import { resourceAt, scopesAsked } from './resources.ts';

const url = '/oauth/consent/:uid';

/** What a program asks, and where the browser goes when that is answered. */
type Asked = ConsentRequest & { uid: string; redirect: string };

/**
 * Returns the page on which a person allows a program to act, or does not. It opens only in the browser that asked: the
 * library finds the request by a cookie of its own, so that nobody is sent a link to somebody else's request.
 */
export function consentPages(pages: ConsentPages, parts: OauthParts): PageRoute[] {
  const { program } = pages;
  const answer = async (
    request: PageRequest,
    work: (session: Context, asked: Asked) => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    const asked = await askedBy(pages, parts, request);
    if (!asked) return { status: 404, html: gonePage(pages) };
    // Whoever answered and did not get back to the program goes on from there.
    if (asked === 'answered') return { location: wayBack(program, request.params['uid'] ?? '') };
    if (asked.scopes.length === 0) return finish(pages, parts, asked, request, nothingAsked);
    if (!request.session) return { location: signInAt(program, request.path) };
    return work(request.session, asked);
  };
  const shown =
    (session: Context, asked: Asked, { path, form }: PageRequest) =>
    (problem: string | null): Promise<string> =>
      consentPage(pages, session, asked, { path, form, problem });
  return [
    {
      method: 'GET',
      url,
      run: (request) =>
        answer(request, async (session, asked) => ({
          html: await shown(session, asked, request)(null),
          headers: headersFor(asked),
        })),
    },
    {
      method: 'POST',
      url,
      run: (request) =>
        answer(request, async (session, asked) => {
          const decided = await orRefusal(shown(session, asked, request), () =>
            decide(pages, parts, session, asked, request),
          );
          return 'html' in decided ? { ...decided, headers: headersFor(asked) } : decided;
        }),
    },
  ];
}

/** Returns what the request behind a page asks; null if it is over, or began in another browser. */
async function askedBy(
  { program }: ConsentPages,
  { provider }: OauthParts,
  { message, params }: PageRequest,
): Promise<Asked | 'answered' | null> {
  const library = await provider();
  const interaction = await library
    .interactionDetails(message, new ServerResponse(message))
    .catch(() => null);
  if (!interaction || interaction.uid !== params['uid']) return null;
  if (interaction.result) return 'answered';
  const { client_id: clientId, redirect_uri: redirect, scope, resource: address } = interaction.params;
  const client = await library.Client.find(String(clientId));
  const resource = resourceAt(program.baseUrl(), String(address));
  if (!client || !resource || typeof redirect !== 'string') return null;
  const scopes = scopesAsked(scope, resource, String(clientId));
  const { uid } = interaction;
  const requestHash = hashOf(uid);
  return { uid, redirect, client: shownClient(client, redirect), scopes, resource, requestHash };
}

async function decide(
  pages: ConsentPages,
  parts: OauthParts,
  session: Context,
  asked: Asked,
  request: PageRequest,
): Promise<PageResponse> {
  const { form } = request;
  if (form.get('decision') !== 'allow') {
    const denied = { error: 'access_denied', error_description: 'The person did not allow it.' };
    return finish(pages, parts, asked, request, denied);
  }
  requireShownTo(session, form);
  const { currency } = await getParty(session);
  const grantId = await giveConsent(session, asked, actsAs(form, currency));
  const result = { login: { accountId: session.actor.userId }, consent: { grantId } };
  return finish(pages, parts, asked, request, result);
}

const nothingAsked = { error: 'invalid_scope', error_description: 'None of these scopes can be given.' };

/** Tells the library how a request was answered, and leads the browser back to it. */
async function finish(
  { program }: ConsentPages,
  { provider }: OauthParts,
  { uid }: Asked,
  { message }: PageRequest,
  result: InteractionResults,
): Promise<PageResponse> {
  await (await provider()).interactionResult(message, new ServerResponse(message), result);
  return { location: wayBack(program, uid) };
}

/** Where the library goes on once a person has answered. */
const wayBack = (program: Program, uid: string): string => hrefTo(program, `/oauth/authorize/${uid}`);

async function consentPage(
  pages: ConsentPages,
  session: Context,
  asked: Asked,
  { path, form, problem }: { path: string; form: URLSearchParams; problem: string | null },
): Promise<string> {
  const sent = form.size === 0 ? {} : { sent: form };
  return page(
    { ...pages.program, session },
    'Let a program act',
    card(
      h('p', { className: 'kind' }, 'A program asks to act for you'),
      h('h1', null, titleOf(asked.client)),
      problem === null ? null : problemText(problem),
      ...requestFacts(asked),
      ...(await consentForm(pages, session, asked, { path, ...sent })),
    ),
  );
}

/** Browsers hold a redirect that follows a form against the policy too: the program's address is where this one ends. */
function headersFor({ redirect }: Asked): Record<string, string> {
  const policy = pageHeaders['Content-Security-Policy'].replace(
    "form-action 'self'",
    `form-action 'self' ${new URL(redirect).origin}`,
  );
  return { 'Content-Security-Policy': policy };
}

function gonePage({ program }: ConsentPages): string {
  return messagePage({ ...program, session: null }, 'Request is over', {
    kind: 'A program asks to act for you',
    heading: 'This request is over',
    text: 'It has waited for longer than half an hour, or began in another browser. Connect again in the program.',
  });
}
