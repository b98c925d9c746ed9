import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { getParty } from '../../identity/parties/get.ts';
import { messagePage, page } from '../pages/document.ts';
import { card, type Content, fact, h, problemText, timeOf, userText } from '../pages/element.ts';
import { formPage } from '../pages/form-page.ts';
import { textField } from '../pages/forms.ts';
import { orRefusal } from '../pages/send.ts';
import { hashOf, writeOauth } from './artifacts.ts';
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
import { createWrongCodes, type WrongCodes } from './wrong-codes.ts';
import { answerDevice, type Artifact, findByUserCode } from './queries.ts';
import { addressOf, resourceAt, scopesAsked } from './resources.ts';

const url = '/oauth/device';
/** A device that shows a code, and what its program asks for. */
type Device = ConsentRequest & { userCode: string; ip: string; askedAt: Date };

/**
 * Returns the page on which a person types the code that a program shows, sees which program and where it asked from, and
 * lets it act or not. No link fills the code in: whoever is sent one by a stranger has nothing to agree to.
 */
export function devicePages(pages: ConsentPages, parts: OauthParts): PageRoute[] {
  const { program } = pages;
  const wrongCodes = createWrongCodes();
  return formPage(program, {
    url,
    show: async (session, problem) => codePage(pages, session, problem),
    send: async (session, request) => {
      const { form } = request;
      const device = await deviceOf(pages, parts, session, form, wrongCodes);
      const decision = form.get('decision');
      if (decision === 'deny') return denied(pages, session, device);
      if (decision !== 'allow') return { html: await approvePage(pages, session, device, request, null) };
      return orRefusal(
        (problem) => approvePage(pages, session, device, request, problem),
        () => allowed(pages, session, device, form),
      );
    },
  });
}

/** Returns the device whose code a form has. Throws `invalid_value` if none waits with it, and `rate_limited`. */
async function deviceOf(
  { program }: ConsentPages,
  { provider }: OauthParts,
  { actor, askedAt, db }: Context,
  form: URLSearchParams,
  wrongCodes: WrongCodes,
): Promise<Device> {
  const userCode = (form.get('code') ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '');
  const now_ms = Date.now(); // real time: the sandbox's clock gives nobody more tries
  wrongCodes.take(actor.userId, now_ms);
  const found = await findByUserCode(db, hashOf(userCode));
  if (!isWaiting(found, askedAt)) throw noCode();
  wrongCodes.giveBack(actor.userId, now_ms);
  const { clientId, params, deviceInfo } = found.payload as {
    clientId: string;
    params: { scope?: string; resource?: string };
    deviceInfo: { ip: string };
  };
  const client = await (await provider()).Client.find(clientId);
  const resource = resourceAt(program.baseUrl(), String(params.resource));
  if (!client || !resource) throw noCode();
  return {
    userCode,
    ip: deviceInfo.ip,
    askedAt: found.createdAt,
    client: shownClient(client, null),
    scopes: scopesAsked(params.scope, resource, clientId),
    resource,
    requestHash: hashOf(userCode),
  };
}

function isWaiting(found: Artifact | null, now: Date): found is Artifact {
  if (!found || found.expiresAt <= now || found.consumedAt || found.grantId) return false;
  return found.payload['error'] === undefined;
}

function noCode(): PurserError {
  return fault(
    'invalid_value',
    'No program waits with this code. Look at it again: it works for ten minutes.',
  );
}

async function allowed(
  pages: ConsentPages,
  session: Context,
  device: Device,
  form: URLSearchParams,
): Promise<PageResponse> {
  const { program } = pages;
  const { userCode, scopes, resource } = device;
  requireShownTo(session, form);
  const { currency } = await getParty(session);
  const { userId: accountId } = session.actor;
  const answer = { accountId, scope: scopes.join(' '), resource: addressOf(program.baseUrl(), resource) };
  await giveConsent(session, device, actsAs(form, currency), async (tx, grantId, now) => {
    const userCodeHash = hashOf(userCode);
    if (!(await answerDevice(tx, { userCodeHash, grantId, answer, now }))) throw noCode();
  });
  return {
    html: donePage(pages, session, 'The program may act now. Go back to it; you can close this page.'),
  };
}

async function denied({ program }: ConsentPages, session: Context, device: Device): Promise<PageResponse> {
  const answer = { error: 'access_denied', errorDescription: 'The person did not allow it.' };
  const userCodeHash = hashOf(device.userCode);
  await writeOauth(program, (tx, now) => answerDevice(tx, { userCodeHash, grantId: null, answer, now }));
  return { html: donePage({ program }, session, 'The program was not allowed to act.') };
}

function codePage({ program }: ConsentPages, session: Context, problem: string | null): string {
  return page(
    { ...program, session },
    'Connect a program',
    card(
      h('p', { className: 'kind' }, 'Connect a program'),
      h('h1', null, 'Type the code that it shows'),
      problem === null ? null : problemText(problem),
      h(
        'p',
        { className: 'note' },
        'Type only a code of a program that you have started yourself. Whoever sends you one wants to act as you.',
      ),
      h(
        'form',
        { method: 'post' },
        ...textField('code', 'Code', {
          required: true,
          maxLength: 16,
          autoCapitalize: 'characters',
          spellCheck: false,
        }),
        h('button', null, 'Go on'),
      ),
    ),
  );
}

async function approvePage(
  pages: ConsentPages,
  session: Context,
  device: Device,
  { form }: PageRequest,
  problem: string | null,
): Promise<string> {
  const { program } = pages;
  const code = `${device.userCode.slice(0, 4)}-${device.userCode.slice(4)}`;
  const facts: Content[] = [
    fact('Code', h('code', null, code)),
    fact('Asked from', userText(device.ip)),
    fact('Asked at', timeOf(device.askedAt)),
  ];
  const sent = form.has('as') ? { sent: form } : {};
  return page(
    { ...program, session },
    'Connect a program',
    card(
      h('p', { className: 'kind' }, 'A program asks to act for you'),
      h('h1', null, titleOf(device.client)),
      problem === null ? null : problemText(problem),
      ...requestFacts(device, ...facts),
      ...(await consentForm(pages, session, device, {
        path: url,
        hidden: { code: device.userCode },
        ...sent,
      })),
    ),
  );
}

function donePage({ program }: Pick<ConsentPages, 'program'>, session: Context, text: string): string {
  const kind = 'Connect a program';
  return messagePage({ ...program, session }, kind, { kind, heading: 'Done', text });
}
