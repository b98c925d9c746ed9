import {
  findOpenByToken,
  listShownWaiting,
  sumShownWaiting,
  type OpenClaim,
  type ShownWaiting,
  type WaitingTotal,
} from '../../identity/claims/queries.ts';
import type { Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { PageRequest, PageRoute } from '../../http/web-page.ts';
import { formatMoney } from '../../lib/money.ts';
import { acceptForm, asWhom, isUser, linkRoutes } from './answer.ts';
import { messagePage, page } from './document.ts';
import { namedTerms } from '../../terms/payment-terms.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { endpointOf } from './read.ts';

const url = '/claims/:token';
const shownAtMost = 5;

/** Returns the page behind the link in a mail about money that waits. Who claims it gets an account. */
export function claimPages(program: Program, endpoints: readonly Endpoint[]): PageRoute[] {
  return linkRoutes(program, {
    url,
    accept: endpointOf(endpoints, 'POST', '/claims/:token/accept'),
    decline: null,
    letIn: ({ data, meta }) => ({ party: data.id, user: meta['userId'] }),
    find: findOpenByToken,
    addressOf: ({ value }) => value,
    shown: (claim, request, problem) => claimPage(program, claim, request, problem),
    nowhere: () => nothingPage(program),
  });
}

/** The page for every link under which nothing waits. It does not reveal whether anything ever did. */
function nothingPage(program: Program): string {
  return messagePage({ ...program, session: null }, 'Nothing waits', {
    kind: 'Payment',
    heading: 'No money waits under this link',
    text: 'It may have been claimed, canceled or returned to whoever sent it, or the link is incomplete.',
  });
}

async function claimPage(
  program: Program,
  claim: OpenClaim,
  request: PageRequest,
  problem: string | null,
): Promise<string> {
  const { db, askedAt: now } = request.anonymous;
  const isKnown = await isUser(request, claim.value);
  const partyId = claim.id;
  const waiting = await listShownWaiting(db, { partyId, now, count: shownAtMost + 1 });
  const totals = waiting.length > 1 ? await sumShownWaiting(db, { partyId, now }) : [];
  return page(
    { ...program, session: request.session },
    'Money waits for you',
    card(
      h('p', { className: 'kind' }, 'Payment'),
      ...titleOf(waiting),
      problem === null ? null : problemText(problem),
      factsOf({ ...claim, isKnown }, waiting, totals),
      acceptForm('Claim the money', { asksName: true }),
      h(
        'p',
        { className: 'soft' },
        'This makes an account for you, with a wallet in which the money arrives. You pay nothing and need no password.',
      ),
    ),
  );
}

function titleOf([first, ...others]: readonly ShownWaiting[]): Content[] {
  if (!first || others.length > 0) return [h('h1', { key: 'title' }, 'Money waits for you')];
  return [h('h1', { key: 'title', className: 'amount' }, formatMoney(first))];
}

function factsOf(
  { value, expiresAt, isKnown }: OpenClaim & { isKnown: boolean },
  waiting: readonly ShownWaiting[],
  totals: readonly WaitingTotal[],
): Content {
  const isMore = waiting.length > shownAtMost;
  const shown = waiting.slice(0, shownAtMost);
  return facts(
    asWhom(value, { isKnown }),
    ...shown.map((payment, index) => fromWhom(payment, index, waiting.length > 1)),
    isMore ? fact('And', 'more payments') : null,
    totals.length > 0 ? fact('Together', ...totals.map(formatMoney)) : null,
    fact('Can be claimed until', timeOf(expiresAt)),
  );
}

function fromWhom({ payerName, ...payment }: ShownWaiting, index: number, isList: boolean): Content {
  return h(
    'div',
    { key: index },
    h('dt', null, 'From'),
    h('dd', null, userText(payerName)),
    isList ? h('dd', { className: 'number' }, formatMoney(payment)) : null,
    ...namedTerms(payment, 'claim').map(([name, value]) =>
      h('dd', { className: 'soft', key: name }, userText(value)),
    ),
  );
}
