import type { Context, Program } from '../../context.ts';
import type { DelegationResource } from '../../authority/delegations/resource.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { getParty } from '../../identity/parties/get.ts';
import { amountsForm, amountsOf } from './amounts.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, h, problemText, userText } from './element.ts';
import { formPage } from './form-page.ts';
import { keyOf } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, endpointOf } from './read.ts';

type Pages = { program: Program; guards: Guards; read: Endpoint; update: Endpoint };
type Ids = { delegationId: string; agentId: string };
type Agent = DelegationResource['attributes']['agents'][number];

/** Returns the path of the page on which a customer sets what an agent may spend of its money. */
export const grantLimitsPath = ({ delegationId, agentId }: Ids): string =>
  `/account/delegation/${delegationId}/${agentId}`;

/** Returns the page on which people of a customer see and set the limits of an agent that acts for it. */
export function grantLimitPages(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
): PageRoute[] {
  const pages = {
    program,
    guards,
    read: endpointOf(endpoints, 'GET', '/delegations/:delegationId'),
    update: endpointOf(endpoints, 'PATCH', '/delegations/:delegationId'),
  };
  return formPage(program, {
    url: '/account/delegation/:delegationId/:agentId',
    show: (session, problem, request) => grantPage(pages, session, idsIn(request), problem),
    send: (session, request) => save(pages, session, idsIn(request), request.form),
  });
}

const idsIn = ({ params: { delegationId = '', agentId = '' } }: PageRequest): Ids => ({
  delegationId,
  agentId,
});

async function save(
  { program, guards, update }: Pages,
  session: Context,
  { delegationId, agentId }: Ids,
  form: URLSearchParams,
): Promise<PageResponse> {
  const { currency } = await getParty(session);
  const attributes = { agents: [{ agentId, limits: amountsOf(form, currency) }] };
  await callFor(guards, update, session, { params: { delegationId }, attributes, key: keyOf(form) });
  return { location: hrefTo(program, '/account') };
}

async function grantPage(pages: Pages, session: Context, ids: Ids, problem: string | null): Promise<string> {
  const { program, guards, read } = pages;
  const { delegationId } = ids;
  const { attributes, relationships } = await callFor<DelegationResource>(guards, read, session, {
    params: { delegationId },
  });
  const agent = attributes.agents.find(
    ({ agentId, status }) => agentId === ids.agentId && status !== 'REVOKED',
  );
  const isOwn = attributes.direction === 'given' && attributes.status !== 'REVOKED';
  return page(
    { ...program, session },
    'Limits of an agent',
    card(
      h('p', { className: 'kind' }, 'Limits of an agent'),
      h('h1', null, 'What an agent may spend of your money'),
      problem === null ? null : problemText(problem),
      ...(agent && isOwn
        ? await parts(pages, session, ids, { agent, by: relationships.delegate.data.attributes.name })
        : [h('p', { key: 'none' }, 'This agent does not act for you.')]),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

async function parts(
  { program }: Pages,
  session: Context,
  ids: Ids,
  { agent, by }: { agent: Agent; by: string },
): Promise<Content[]> {
  const { currency } = await getParty(session);
  const about = h(
    'p',
    { key: 'about' },
    'Agent ',
    userText(agent.name),
    ' of ',
    userText(by),
    '. What it asks for beyond these limits waits for your approval; what it has spent already counts.',
  );
  if (!session.actor.scopes.has('delegations.update'))
    return [about, h('p', { key: 'role', className: 'soft' }, 'Your role does not change them.')];
  const asksFresh = needsFreshSignIn(session, null);
  const path = grantLimitsPath(ids);
  return [
    about,
    ...(asksFresh ? [await freshSignIn(program, session, { path, action: 'To raise a limit' })] : []),
    amountsForm(agent.limits, currency),
  ];
}
