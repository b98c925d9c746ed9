import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { acquaintOne } from '../../authority/counterparties/acquaintance.ts';
import { newId, parseId, publicId } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { isLinkToken } from '../../lib/secret.ts';
import { findByLink, type LinkedPaymentRequest } from '../../money/payment-requests/queries.ts';
import { hrefTo, messagePage, page, signInAt } from './document.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { keyOf } from './forms.ts';
import { type Payer, payForms } from './pay-forms.ts';
import { endOf, states } from './pay-states.ts';
import { callFor, endpointOf } from './read.ts';
import { payeeNotes } from './payee.ts';
import { orRefusal } from './send.ts';

const url = '/pay/:token';

/** Returns the page behind a payment link: anybody who has it reads the request, and who is asked can pay it. */
export function payPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const endpoint = (verb: string) =>
    endpointOf(endpoints, 'POST', `/payment-requests/:paymentRequestId/${verb}`);
  const verbs = { pay: endpoint('fulfill'), decline: endpoint('decline') };
  const payer: Payer = { program, guards, endpoints };

  async function answer(request: PageRequest, asked: LinkedPaymentRequest): Promise<PageResponse> {
    const { session, form, path } = request;
    if (!session) return { location: signInAt(program, path) };
    const isDecline = form.get('verdict') === 'decline';
    const call = {
      params: { paymentRequestId: publicId('prq', asked.id) },
      attributes: isDecline ? {} : paymentOf(form),
      key: keyOf(form),
    };
    return orRefusal(
      async (problem) => payPage(payer, request, (await requestOf(request)) ?? asked, problem),
      async () => {
        await callFor(guards, isDecline ? verbs.decline : verbs.pay, session, call);
        return { location: hrefTo(program, path) };
      },
    );
  }

  return [
    {
      method: 'GET',
      url,
      run: async (request) => {
        const asked = await requestOf(request);
        if (!asked) return { status: 404, html: noRequestPage(program, request.session) };
        return { html: await payPage(payer, request, asked, null) };
      },
    },
    {
      method: 'POST',
      url,
      run: async (request) => {
        const asked = await requestOf(request);
        if (!asked) return { status: 404, html: noRequestPage(program, request.session) };
        return answer(request, asked);
      },
    },
  ];
}

async function requestOf({ anonymous, params }: PageRequest): Promise<LinkedPaymentRequest | null> {
  const { token = '' } = params;
  return isLinkToken(token) ? findByLink(anonymous.db, token) : null;
}

/**
 * What the form says was to be paid, so that nothing is paid if the request asked for something else. What it lacks is
 * sent as empty text, which is refused.
 */
function paymentOf(form: URLSearchParams): object {
  const id = form.get('source') ?? '';
  const isAccount = parseId('eac', id) !== null;
  return {
    paymentSource: isAccount
      ? { type: 'external_account', externalAccountId: id }
      : { type: 'wallet', walletId: id },
    expectedAmount: Number(form.get('amount')),
    expectedCurrency: form.get('currency') ?? '',
  };
}

/** The page for every address without a request. */
function noRequestPage(program: Program, session: Context | null): string {
  return messagePage({ ...program, session }, 'No such request', {
    kind: 'Payment request',
    heading: 'This link leads to no request',
    text: 'The link is incomplete or wrong. If you expect to pay somebody, ask them for the whole link.',
  });
}

async function payPage(
  payer: Payer,
  { session, anonymous, path }: PageRequest,
  asked: LinkedPaymentRequest,
  problem: string | null,
): Promise<string> {
  const { requesterName, requesterEmail, description, expiresAt, updatedAt } = asked;
  const isOver = asked.status === 'OPEN' && expiresAt <= anonymous.askedAt;
  const status = isOver ? 'EXPIRED' : asked.status;
  const isOpen = status === 'OPEN';
  return page(
    { ...payer.program, session },
    'Payment request',
    card(
      h('p', { className: 'kind' }, 'Payment request · ', h('strong', null, states[status])),
      h('h1', { className: 'amount' }, formatMoney(asked)),
      problem === null ? null : problemText(problem),
      facts(
        fact(
          'From',
          userText(requesterName),
          requesterEmail === null || requesterEmail === requesterName ? null : userText(requesterEmail),
          ...(session ? await requesterNotes(session, asked) : []),
        ),
        description ? fact('For', userText(description)) : null,
        isOpen
          ? fact('Open until', timeOf(expiresAt))
          : fact('Since', timeOf(isOver ? expiresAt : updatedAt)),
      ),
      ...(isOpen ? await answers(payer, session, asked, path) : [await endOf(session, asked.id, status)]),
    ),
  );
}

/** Returns what the party knows of who asks it; once it has paid, what it knew then. */
async function requesterNotes(session: Context, asked: LinkedPaymentRequest): Promise<Content[]> {
  const { requesterId, requesterName, paymentId, paymentCreatedAt } = asked;
  const { partyId } = session.actor;
  if (requesterId === partyId) return [];
  const when = { id: paymentId ?? newId('pay'), createdAt: paymentCreatedAt ?? session.askedAt };
  const named = {
    payeePartyId: requesterId,
    payeeName: requesterName,
    payeeAddress: null,
    payeeVerified: true,
  };
  return payeeNotes(await acquaintOne(session.db, partyId, { ...named, ...when }));
}

async function answers(
  payer: Payer,
  session: Context | null,
  asked: LinkedPaymentRequest,
  path: string,
): Promise<Content[]> {
  if (session) return payForms(payer, session, asked, path);
  const signIn = signInAt(payer.program, path);
  return [
    h('p', { key: 'action' }, h('a', { className: 'button', href: signIn }, 'Sign in to pay or decline')),
    h(
      'p',
      { key: 'note', className: 'soft' },
      'Opening this page pays nothing. Only whoever was asked can pay. If you do not know who asks, close it.',
    ),
  ];
}
