import type { AgentResource } from '../../authority/agents/resource.ts';
import type { Context, Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import { getParty } from '../../identity/parties/get.ts';
import { isSignedIn } from '../../identity/sign-in/open-session.ts';
import { findPerson, listSeats } from '../../identity/sign-in/queries.ts';
import { exponentOf } from '../../lib/currencies.ts';
import { parseId } from '../../lib/id.ts';
import { defaultsOf } from '../../terms/agent-defaults.ts';
import { movesMoney, oauthScopeWords } from '../../scopes.ts';
import { amountFields, amountsOf } from '../pages/amounts.ts';
import { hrefTo } from '../pages/document.ts';
import { type Content, fact, facts, h, plainUserText, userText } from '../pages/element.ts';
import { textField } from '../pages/forms.ts';
import { partySwitch } from '../pages/party-switch.ts';
import { freshSignIn } from '../pages/fresh-sign-in.ts';
import { mostListed, readList } from '../pages/read.ts';
import { isShownToOther } from '../pages/shown-to.ts';
import type { ShownClient } from './clients.ts';
import { type ActsAs, agentScopesOf, type ConsentRequest } from './consent.ts';

/** What the pages of consent are made with. */
export type ConsentPages = { program: Program; guards: Guards; endpoints: readonly Endpoint[] };

/** Returns what a program is called: the host that is known of it, never what it says of itself. */
export function titleOf({ host, isDescribed }: ShownClient): Content {
  if (host === null) return 'A program on a computer';
  return isDescribed ? userText(host) : h('span', null, 'An unverified program at ', userText(host));
}

/** Returns what is known of a program, and what it asks for. */
export function requestFacts({ client, scopes }: ConsentRequest, ...others: readonly Content[]): Content[] {
  return [
    facts(
      fact('Calls itself', client.name === null ? 'nothing' : userText(client.name)),
      fact(
        'Answers go to',
        client.answersTo === null ? 'the computer that it runs on' : userText(client.answersTo),
      ),
      ...others,
    ),
    client.isDescribed && client.answersTo !== null
      ? null
      : h(
          'p',
          { key: 'unverified', className: 'note' },
          client.isDescribed
            ? 'Every program on a computer can call itself this one. Go on only if you have just connected it yourself.'
            : 'Nobody has checked who made this program. Go on only if you have just connected it yourself.',
        ),
    h('h2', { key: 'asks' }, 'It asks to'),
    h('ul', { key: 'scopes' }, ...scopes.map((scope) => h('li', { key: scope }, oauthScopeWords[scope]))),
  ];
}

/**
 * Returns the form by which a person allows it or not: for which party, and as whom the program acts. `hidden` are fields
 * that the page has of its own, and `path` is where a fresh sign-in leads back to.
 */
export async function consentForm(
  pages: ConsentPages,
  session: Context,
  request: ConsentRequest,
  {
    path,
    hidden = {},
    sent,
  }: { path: string; hidden?: Readonly<Record<string, string>>; sent?: URLSearchParams },
): Promise<Content[]> {
  const { program } = pages;
  const parties = await partyPart(pages, session, path);
  if (!isSignedIn(session.actor) || (movesMoney(request.scopes) && needsFreshSignIn(session, null))) {
    const action = 'To let a program move money';
    return [...parties, await freshSignIn(program, session, { path, action })];
  }
  const asUser = 'user';
  const choices = [...(await agentChoices(pages, session, request, sent)), userChoice(session)];
  return [
    ...parties,
    h(
      'form',
      { key: 'consent', method: 'post', action: hrefTo(program, path) },
      ...Object.entries(hidden).map(([name, value]) =>
        h('input', { key: name, type: 'hidden', name, value }),
      ),
      h(
        'fieldset',
        null,
        h('legend', null, 'It acts as'),
        ...choices.map(({ id, content }, at) =>
          h(
            'div',
            { key: id },
            h(
              'label',
              { className: 'choice' },
              h('input', {
                type: 'radio',
                name: 'as',
                value: id,
                defaultChecked: sent?.has('as') ? sent.get('as') === id : at === 0 && id !== asUser,
                required: true,
              }),
              h('span', null, content.title),
            ),
            content.more,
          ),
        ),
      ),
      h('button', { name: 'decision', value: 'allow' }, 'Allow'),
      h(
        'button',
        { name: 'decision', value: 'deny', className: 'second', formNoValidate: true },
        'Do not allow',
      ),
    ),
  ];
}

/**
 * Throws `conflict` if a form was shown to somebody else, or for another party: whoever sends it has read who it is for.
 */
export function requireShownTo(session: Context, form: URLSearchParams): void {
  if (!isShownToOther(session, form)) return;
  throw fault(
    'conflict',
    'This page was for another party or person. Look at whom it is for now, then decide.',
  );
}

type AsChoice = { id: string; content: { title: Content; more: Content } };

async function partyPart({ program }: ConsentPages, session: Context, path: string): Promise<Content[]> {
  const { actor, db } = session;
  const person = await findPerson(db, actor.userId);
  const seats = person ? await listSeats(db, person.email) : [];
  const here = seats.find(({ partyId }) => partyId === actor.partyId);
  const others = isSignedIn(actor) ? seats.filter(({ partyId }) => partyId !== actor.partyId) : [];
  return [
    facts(
      fact('For', userText(here?.partyName ?? '')),
      fact('You are', userText(person?.name ?? ''), userText(person?.email ?? '')),
    ),
    others.length === 0
      ? null
      : h(
          'details',
          { key: 'party' },
          h('summary', null, 'For another party…'),
          partySwitch(program, others, path),
        ),
  ];
}

async function agentChoices(
  { guards, endpoints }: ConsentPages,
  session: Context,
  { client, scopes }: ConsentRequest,
  sent: URLSearchParams | undefined,
): Promise<AsChoice[]> {
  if (!session.actor.scopes.has('agents.create') || agentScopesOf(scopes).length === 0) return [];
  const party = await getParty(session);
  const { limits } = defaultsOf(party.agentDefaults);
  const unit = 10n ** BigInt(exponentOf(party.currency));
  const proposed = { perTransaction: 20n * unit, perDay: 100n * unit, perMonth: 500n * unit };
  const set = {
    perTransaction: limits.perTransaction ?? proposed.perTransaction,
    perDay: limits.perDay ?? proposed.perDay,
    perMonth: limits.perMonth ?? proposed.perMonth,
  };
  const agents = (await readList(guards, endpoints, session, '/agents', {
    limit: mostListed,
    status: 'ACTIVE',
  })) as AgentResource[];
  const name = sent?.get('name') ?? client.name ?? client.host ?? 'Assistant';
  const isReviewed = !sent || sent.get('newPayees') === 'review';
  const more = h(
    'div',
    { className: 'indented' },
    ...textField('name', 'Its name', { maxLength: 128, defaultValue: plainUserText(name) }),
    ...amountFields(set, party.currency, sent),
    h(
      'label',
      { className: 'choice' },
      h('input', { type: 'checkbox', name: 'newPayees', value: 'review', defaultChecked: isReviewed }),
      h('span', null, 'The first payment to a new payee waits for a person'),
    ),
    h('p', { className: 'soft' }, 'What goes beyond waits for an approval. An empty amount is no limit.'),
  );
  const existing = agents.map(({ id, attributes }): AsChoice => ({
    id,
    content: { title: h('span', null, 'The agent ', userText(attributes.name)), more: null },
  }));
  return [{ id: 'new', content: { title: 'A new agent, with limits of its own', more } }, ...existing];
}

function userChoice({ actor }: Context): AsChoice {
  const role = (actor.role ?? 'MEMBER').toLowerCase();
  const more = h(
    'p',
    { className: 'soft' },
    `Only the limits of your party bind it then, and it is limited to what you may do as ${role}.`,
  );
  return { id: 'user', content: { title: 'Act as myself', more } };
}

/** Returns as whom a form says that the program acts. Throws `invalid_value`. */
export function actsAs(form: URLSearchParams, currency: string): ActsAs {
  const as = form.get('as') ?? '';
  if (as === 'user') return { kind: 'user' };
  const agentId = parseId('agt', as);
  if (agentId) return { kind: 'agent', agentId };
  if (as !== 'new') throw fault('invalid_value', 'Choose as whom the program acts.');
  const amounts = amountsOf(form, currency);
  const reviewsNewPayees = form.get('newPayees') === 'review';
  return { kind: 'new', name: form.get('name') ?? '', amounts, reviewsNewPayees };
}
