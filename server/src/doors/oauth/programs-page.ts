import type { Context } from '../../context.ts';
import type { AgentResource } from '../../authority/agents/resource.ts';
import type { PageRoute } from '../../http/web-page.ts';
import type { MemberResource } from '../../identity/members/resource.ts';
import type { OauthGrantResource } from '../../identity/oauth-grants/resource.ts';
import { publicId } from '../../lib/id.ts';
import { oauthScopeWords } from '../../scopes.ts';
import { hrefTo, page } from '../pages/document.ts';
import { card, type Content, h, problemText, timeOf, userText } from '../pages/element.ts';
import { formPage } from '../pages/form-page.ts';
import { buttonForm, keyOf } from '../pages/forms.ts';
import { callFor, cutNote, endpointOf, mostListed, readList } from '../pages/read.ts';
import type { ConsentPages } from './consent-form.ts';

const url = '/account/programs';

/** Returns the page on which people see the programs that act for their party, and end what they let them do. */
export function programPages(pages: ConsentPages): PageRoute[] {
  const { program, guards, endpoints } = pages;
  const end = endpointOf(endpoints, 'DELETE', '/oauth-grants/:oauthGrantId');
  return formPage(program, {
    url,
    show: (session, problem) => programsPage(pages, session, problem),
    send: async (session, { form }) => {
      const oauthGrantId = form.get('oauthGrantId') ?? '';
      const isOwn = (await ownGrants(pages, session)).some(({ id }) => id === oauthGrantId);
      const as = isOwn ? asGiver(session) : session;
      await callFor(guards, end, as, { params: { oauthGrantId }, key: keyOf(form) });
      return { location: hrefTo(program, url) };
    },
  });
}

/** A key of a member ends no grants, but the person who gave one takes it back. */
function asGiver(session: Context): Context {
  const { actor } = session;
  return { ...session, actor: { ...actor, scopes: new Set([...actor.scopes, 'api_keys.delete']) } };
}

async function grantsOf(
  { guards, endpoints }: ConsentPages,
  session: Context,
): Promise<OauthGrantResource[]> {
  const query = { limit: mostListed, status: 'ACTIVE' };
  return (await readList(guards, endpoints, session, '/oauth-grants', query)) as OauthGrantResource[];
}

async function ownGrants(pages: ConsentPages, session: Context): Promise<OauthGrantResource[]> {
  const userId = publicId('usr', session.actor.userId);
  return (await grantsOf(pages, session)).filter(({ attributes }) => attributes.userId === userId);
}

async function programsPage(pages: ConsentPages, session: Context, problem: string | null): Promise<string> {
  const { program, guards, endpoints } = pages;
  const read = (path: string) => readList(guards, endpoints, session, path, { limit: mostListed });
  const [grants, agents, members] = await Promise.all([
    grantsOf(pages, session),
    read('/agents'),
    read('/parties/me/members'),
  ]);
  const names = new Map([
    ...(agents as AgentResource[]).map(({ id, attributes }) => [id, attributes.name] as const),
    ...(members as MemberResource[]).map(({ id, attributes }) => [id, attributes.name] as const),
  ]);
  const items = grants.map((grant) => grantItem(pages, session, grant, names));
  return page(
    { ...program, session },
    'Programs',
    card(
      h('p', { className: 'kind' }, 'Programs'),
      h('h1', null, 'Programs that act for your party'),
      problem === null ? null : problemText(problem),
      grants.length === 0
        ? h('p', null, 'None. A program that you connect asks you on a page of this server.')
        : h('ul', { className: 'plain' }, ...items),
      cutNote('cut', grants),
      h('p', null, h('a', { href: hrefTo(program, '/oauth/device') }, 'Type the code of a program')),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

function grantItem(
  { program }: ConsentPages,
  { actor }: Context,
  { id, attributes }: OauthGrantResource,
  names: ReadonlyMap<string, string>,
): Content {
  const { clientName, clientHost, agentId, userId, scopes, createdAt, lastUsedAt } = attributes;
  const as = names.get(agentId ?? userId) ?? '';
  const mayEnd = actor.scopes.has('api_keys.delete') || userId === publicId('usr', actor.userId);
  const used = lastUsedAt === null ? ['never used'] : ['last used at ', timeOf(new Date(lastUsedAt))];
  return h(
    'li',
    { key: id },
    h('strong', null, clientHost === null ? 'A program on a computer' : userText(clientHost)),
    clientName === null ? null : [' · calls itself ', userText(clientName)],
    h('p', null, agentId === null ? 'Acts as ' : 'Acts as the agent ', userText(as)),
    h('p', { className: 'soft' }, scopes.map((scope) => oauthScopeWords[scope]).join(' · ')),
    h('p', { className: 'soft' }, 'Allowed at ', timeOf(new Date(createdAt)), ', ', ...used),
    mayEnd ? buttonForm(hrefTo(program, url), { oauthGrantId: id }, 'End it now', 'danger') : null,
  );
}

/** Returns the link to the page, for the page of the account. */
export function programsLink(program: ConsentPages['program']): Content {
  return h('p', { key: 'programs' }, h('a', { href: hrefTo(program, url) }, 'Programs that act for you'));
}
