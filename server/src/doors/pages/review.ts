import { readReviews } from '../../authority/approvals/get.ts';
import type { ReviewRow } from '../../authority/approvals/queries.ts';
import type { Acquainted } from '../../authority/counterparties/acquaintance.ts';
import type { Context, Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import { reasonsFor } from '../../engine/model/records.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import { isSignedIn } from '../../identity/sign-in/open-session.ts';
import { parseId } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { namedTerms } from '../../terms/payment-terms.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import { decisionPage } from './decision-page.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, fact, facts, h, timeOf, userText } from './element.ts';
import { keyField } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, endpointOf } from './read.ts';
import { payeeNotes } from './payee.ts';
import { reasonSentence } from '../../terms/reasons.ts';

/** Returns the page on which people approve or deny a payment or withdrawal. */
export function reviewPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const endpoint = (verdict: string) => endpointOf(endpoints, 'POST', `/approvals/:approvalId/${verdict}`);
  const verdicts = { approve: endpoint('approve'), deny: endpoint('deny') };
  const read = endpointOf(endpoints, 'GET', '/approvals/:approvalId');

  async function show(session: Context, approvalId: string, problem: string | null): Promise<string> {
    await callFor(guards, read, session, { params: { approvalId } });
    const id = parseId('apr', approvalId);
    const [review] = id ? await readReviews(session.db, session.actor.partyId, [id]) : [];
    if (!review) throw fault('approval_not_found', 'There is no such approval.');
    return reviewPage(program, session, review, { approvalId, problem });
  }

  return decisionPage(
    { program, guards },
    {
      url: '/review/:approvalId',
      param: 'approvalId',
      show,
      asked: (form) => {
        const isDenial = form.get('verdict') === 'deny';
        const reason = (form.get('reason') ?? '').trim();
        const attributes = isDenial && reason !== '' ? { reason } : {};
        return { endpoint: isDenial ? verdicts.deny : verdicts.approve, attributes };
      },
    },
  );
}

type Shown = { approvalId: string; problem: string | null };

async function reviewPage(
  program: Program,
  session: Context,
  review: Acquainted<ReviewRow>,
  { approvalId, problem }: Shown,
): Promise<string> {
  const { targetType, createdAt } = review;
  const isPayment = targetType === 'payment';
  return page(
    { ...program, session },
    isPayment ? 'Approve a payment' : 'Approve a withdrawal',
    card(
      h(
        'p',
        { className: 'kind' },
        isPayment ? 'Payment' : 'Withdrawal',
        ' · ',
        h('strong', null, statusWords[review.status]),
      ),
      h('h1', { className: 'amount' }, formatMoney(review)),
      problem === null ? null : h('p', { className: 'bad', role: 'alert' }, problem),
      facts(
        isPayment
          ? fact('To', userText(review.payeeName ?? ''), ...payeeNotes(review))
          : fact('To the account', userText(review.account ?? '')),
        fact('From the wallet of', userText(review.payerName)),
        ...costsOf(review),
        ...termsOf(review),
        fact('Asked by', ...askedBy(review)),
        review.instanceId === null ? null : fact('In the conversation', userText(review.instanceId)),
        fact('Asked at', timeOf(createdAt)),
        fact('Waits because', ...reasonsOf(review, session)),
        ...firstOf(review),
      ),
      ...(await decision(program, session, review, approvalId)),
    ),
  );
}

/** Who of two has approved. */
function firstOf({ firstName, firstDecidedAt }: ReviewRow): Content[] {
  if (firstName === null || firstDecidedAt === null) return [];
  const at = h('span', { className: 'soft' }, timeOf(firstDecidedAt));
  return [fact('First approved by', userText(firstName), at)];
}

function reasonsOf(review: ReviewRow, { actor }: Context): Content[] {
  const sentences = reasonsFor(actor, review).map(reasonSentence);
  return sentences.length > 0 ? sentences : ['It exceeds a limit or a rule of the party that decides.'];
}

function termsOf(review: ReviewRow): Content[] {
  return namedTerms(review, 'review').map(([name, value]) => fact(name, userText(value)));
}

/** The fee, and what leaves the wallet with it. */
function costsOf({ amount, currency, fee }: ReviewRow): Content[] {
  if (fee === null) return [];
  const money = (sum: bigint) => h('span', { className: 'number' }, formatMoney({ amount: sum, currency }));
  return [fact('Fee', money(fee)), fact('In all, with the fee', money(amount + fee))];
}

const statusWords = {
  pending: 'waits for a decision',
  approved: 'approved',
  denied: 'denied',
  canceled: 'canceled',
} as const;

function askedBy({ agentName, userName, initiatorName }: ReviewRow): Content[] {
  const party = userText(initiatorName);
  if (agentName !== null) return [h('span', null, 'The agent ', userText(agentName), ' of ', party)];
  return userName === null ? [party] : [h('span', null, userText(userName), ' of ', party)];
}

async function decision(
  program: Program,
  session: Context,
  review: ReviewRow,
  approvalId: string,
): Promise<Content[]> {
  const { actor } = session;
  if (review.status !== 'pending') return [h('p', { className: 'soft' }, 'Nothing is left to decide here.')];
  if (review.deciderPartyId !== actor.partyId) {
    return [h('p', { className: 'soft' }, 'Another party decides on this one. You can only read it.')];
  }
  if (!actor.scopes.has('approvals.decide')) {
    return [
      h(
        'p',
        { className: 'soft' },
        'Owners, admins and approvers of your party decide on this. Your role does not.',
      ),
    ];
  }
  const here = hrefTo(program, `/review/${approvalId}`);
  return [
    await approvalPart(program, session, review, `/review/${approvalId}`),
    h(
      'form',
      { key: 'deny', method: 'post', action: here },
      keyField(),
      h('input', { type: 'hidden', name: 'verdict', value: 'deny' }),
      h('label', { htmlFor: 'reason' }, 'Reason, if you deny it'),
      h('input', { id: 'reason', name: 'reason', maxLength: 500, autoComplete: 'off' }),
      h('button', { className: 'danger' }, 'Deny'),
    ),
  ];
}

async function approvalPart(
  program: Program,
  session: Context,
  review: ReviewRow,
  path: `/${string}`,
): Promise<Content> {
  if (hasApproved(review, session))
    return h('p', { key: 'first' }, 'You have approved it. Another person of your party has to, as well.');
  const asksSignIn = review.bySession && !isSignedIn(session.actor);
  if (asksSignIn || needsFreshSignIn(session, review.amount))
    return freshSignIn(program, session, { path, action: 'To approve this amount' });
  return h(
    'form',
    { key: 'approve', method: 'post', action: hrefTo(program, path) },
    keyField(),
    h('input', { type: 'hidden', name: 'verdict', value: 'approve' }),
    h('p', { className: 'soft' }, consequence(review)),
    h('button', null, `Approve ${formatMoney(review)}`),
  );
}

/** Whether the reader is the first of two who approve. */
function hasApproved({ asksTwo, first }: ReviewRow, { actor }: Context): boolean {
  return asksTwo && first?.userId === actor.userId;
}

function consequence({ targetType, payerName, asksTwo, first }: ReviewRow): Content {
  if (asksTwo && first === null)
    return 'Two people have to approve this: if you do, it waits for another one.';
  const what = targetType === 'payment' ? 'the payment runs' : 'the bank is asked to pay it out';
  return [
    'If you approve, ',
    what,
    ' at once, from the wallet of ',
    h('span', { key: 'payer' }, userText(payerName)),
    '.',
  ];
}
