import { readReviews } from '../../authority/approvals/get.ts';
import type { ReviewRow } from '../../authority/approvals/queries.ts';
import type { Acquainted } from '../../authority/counterparties/acquaintance.ts';
import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { sessionCookieOf } from '../../http/session-cookie.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { type Id, parseId, publicId } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { endSession } from '../../identity/sign-in/end-session.ts';
import { findPerson, listSeats, type Seat } from '../../identity/sign-in/queries.ts';
import { isBound } from '../../identity/sign-in/open-session.ts';
import { switchParty } from '../../identity/sign-in/switch-party.ts';
import { programsLink } from '../oauth/programs-page.ts';
import { accountForm, type ShowAccount } from './account-form.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { buttonForm } from './forms.ts';
import { partySwitch } from './party-switch.ts';
import { payeeNotes } from './payee.ts';
import { returnPath } from './sign-in.ts';
import { getParty } from '../../identity/parties/get.ts';
import { bankPart } from './bank.ts';
import { approvalPolicyPart } from './approval-policy.ts';
import { keysPart } from './keys.ts';
import { disabledWebhooks } from './webhooks.ts';
import { permitParts } from './delegations.ts';
import { mostListed, readList } from './read.ts';
import { agentsPart, freezePart, frozenNote } from './stop.ts';

const roleNames = { OWNER: 'owner', ADMIN: 'admin', APPROVER: 'approver', MEMBER: 'member' } as const;

/** Returns the page of the user who is signed in. */
export function accountPages(program: Program, showAccount: ShowAccount): PageRoute[] {
  return [
    {
      method: 'GET',
      url: '/account',
      run: async ({ session }) =>
        session ? { html: await showAccount(session, null) } : { location: hrefTo(program, '/sign-in') },
    },
  ];
}

/** Returns the targets of the forms that end and switch sessions, for whomever their page was shown. */
export function sessionPages(program: Program, showAccount: ShowAccount): PageRoute[] {
  const cookie = () => sessionCookieOf(program);
  const toSignIn = (): PageResponse => ({ location: hrefTo(program, '/sign-in') });
  return [
    accountForm(program, showAccount, '/account/party', async (session, form) => {
      const partyId = parseId('pty', form.get('partyId') ?? '');
      if (!partyId) return toSignIn();
      const { secret } = await switchParty(session, partyId);
      return { location: hrefTo(program, returnPath(form.get('to'))), cookie: cookie().set(secret) };
    }),
    {
      method: 'POST',
      url: '/sign-out',
      run: async ({ session, form }: PageRequest) => {
        if (session) await endSession(session, { everywhere: form.get('everywhere') === 'true' });
        return { ...toSignIn(), cookie: cookie().clear() };
      },
    },
  ];
}

/** Returns the page of the account, with what is wrong with a form that was sent. */
export async function accountPage(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
  problem: string | null,
): Promise<string> {
  const { actor } = session;
  const person = await findPerson(session.db, actor.userId);
  const seats = person ? await listSeats(session.db, person.email) : [];
  const here = seats.find(({ partyId }) => partyId === actor.partyId);
  const others = seats.filter(({ partyId }) => partyId !== actor.partyId);
  const read = (path: string, query: object) => readList(guards, endpoints, session, path, query);
  const [wallets, approvals, bank, permits, webhooks, keys, agents, party] = await Promise.all([
    read('/wallets', { limit: mostListed }),
    read('/approvals', { limit: mostListed }),
    bankPart(program, guards, endpoints, session),
    permitParts(program, guards, endpoints, session),
    disabledWebhooks(program, guards, endpoints, session),
    keysPart(program, guards, endpoints, session),
    agentsPart(program, guards, endpoints, session),
    getParty(session),
  ]);
  return page(
    { ...program, session },
    'Your account',
    card(
      h('p', { className: 'kind' }, 'Signed in for'),
      h('h1', null, userText(here?.partyName ?? '')),
      problem === null ? null : problemText(problem),
      facts(
        fact('You', userText(person?.name ?? ''), userText(person?.email ?? '')),
        fact('Role', roleNames[actor.role ?? 'MEMBER']),
        wallets.length > 0 ? fact('Available', ...wallets.map(balanceOf)) : null,
      ),
      ...(await frozenNote(program, session, party)),
      ...freezePart(program, session, party),
      ...approvalsPart(program, await readReviews(session.db, actor.partyId, approvalIds(approvals))),
      ...bank,
      ...permits,
      ...webhooks,
      ...approvalPolicyPart(program, party),
      ...agents,
      ...keys,
      programsLink(program),
      ...(isBound(actor) ? boundPart(program) : otherParties(program, others)),
      buttonForm(hrefTo(program, '/sign-out'), {}, 'Sign out', 'second'),
      ...(isBound(actor) ? [] : [signOutEverywhere(program)]),
    ),
  );
}

type Listed = { id: string; attributes: Record<string, unknown> };

function balanceOf({ attributes }: Listed): Content {
  const { balance, displayName } = attributes as {
    balance: { available: number; currency: string };
    displayName: string | null;
  };
  const money = formatMoney({ amount: BigInt(balance.available), currency: balance.currency });
  const name = displayName === null ? 'Wallet' : userText(displayName);
  return h('span', { className: 'row' }, h('span', null, name), h('span', { className: 'number' }, money));
}

function approvalIds(approvals: readonly Listed[]): Array<Id<'apr'>> {
  return approvals.map(({ id }) => parseId('apr', id)).filter((id) => id !== null);
}

/** What waits, by who asked for it, the newest first: an agent that asks for much does not hide what others ask for. */
function approvalsPart(program: Program, reviews: ReadonlyArray<Acquainted<ReviewRow>>): Content[] {
  if (reviews.length === 0) return [];
  const groups = Map.groupBy(reviews, ({ agentId }) => agentId);
  return [
    h('h2', { key: 'title' }, 'Waiting for a decision'),
    ...[...groups.values()].flatMap((group) => approvalsOf(program, group)),
  ];
}

function approvalsOf(program: Program, group: ReadonlyArray<Acquainted<ReviewRow>>): Content[] {
  const [{ agentId, agentName } = { agentId: null, agentName: null }] = group;
  const items = group.map((review) => {
    const { id, payeeName, account, createdAt } = review;
    return h(
      'li',
      { key: id },
      h(
        'a',
        { href: hrefTo(program, `/review/${publicId('apr', id)}`) },
        `${formatMoney(review)} to `,
        userText(payeeName ?? account ?? ''),
      ),
      ...payeeNotes(review).map((note) => h('p', null, note)),
      h('p', { className: 'soft' }, 'Asked at ', timeOf(createdAt), ...ofTwo(review)),
    );
  });
  const who = agentName === null ? ['People'] : ['The agent ', userText(agentName)];
  return [
    h('p', { key: `${agentId} asks` }, ...who, ` · ${group.length}`),
    h('ul', { key: `${agentId}`, className: 'plain' }, ...items),
  ];
}

function ofTwo({ asksTwo, firstName }: ReviewRow): Content[] {
  if (!asksTwo) return [];
  return firstName === null
    ? [' · two people have to approve it']
    : [' · ', userText(firstName), ' has approved it, another person has to'];
}

function signOutEverywhere(program: Program): Content {
  return buttonForm(hrefTo(program, '/sign-out'), { everywhere: 'true' }, 'Sign out everywhere', 'second');
}

/** For somebody whom another link has let in: how to get a session that is theirs. */
function boundPart(program: Program): Content[] {
  const href = hrefTo(program, '/sign-in');
  return [
    h(
      'p',
      { key: 'bound', className: 'soft' },
      'The link in your mail let you in, for this party only. Large amounts and your other parties need a ',
      h('a', { href }, 'sign-in by mail'),
      '.',
    ),
  ];
}

function otherParties(program: Program, seats: readonly Seat[]): Content[] {
  if (seats.length === 0) return [];
  return [h('h2', { key: 'title' }, 'Act for another party'), partySwitch(program, seats, null)];
}
