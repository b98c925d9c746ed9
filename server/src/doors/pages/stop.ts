import type { AgentKeyResource } from '../../authority/agent-keys/resource.ts';
import type { AgentResource } from '../../authority/agents/resource.ts';
import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageRequest, PageRoute } from '../../http/web-page.ts';
import type { PartyRow } from '../../identity/parties/queries.ts';
import { hrefTo } from './document.ts';
import { type Content, h, userText } from './element.ts';
import { buttonForm, keyOf } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, endpointOf, readList } from './read.ts';
import { orRefusal, type ShowAccount } from './send.ts';

// What stops money is done at once. What lets it move again needs a sign-in of just now, which the verbs ask for.

const urls = { party: '/account/freeze', agent: '/account/agent', key: '/account/key' } as const;

/** Returns the targets of the forms that freeze the party, stop agents and revoke keys, or let party and agents go on. */
export function stopPages(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  showAccount: ShowAccount,
): PageRoute[] {
  const find = (method: Endpoint['method'], path: string) => endpointOf(endpoints, method, path);
  const [freeze, unfreeze] = [find('POST', '/parties/me/freeze'), find('POST', '/parties/me/unfreeze')];
  const [suspend, resume] = [
    find('POST', '/agents/:agentId/suspend'),
    find('POST', '/agents/:agentId/resume'),
  ];
  const [apiKey, agentKey] = [
    find('DELETE', '/api-keys/:apiKeyId'),
    find('DELETE', '/agent-keys/:agentKeyId'),
  ];
  const target = (url: PageRoute['url'], call: (form: URLSearchParams) => Called): PageRoute => ({
    method: 'POST',
    url,
    run: async ({ session, form }: PageRequest) => {
      if (!session) return { location: hrefTo(program, '/sign-in') };
      const { endpoint, params = {} } = call(form);
      return orRefusal(
        (problem) => showAccount(session, problem),
        async () => {
          await callFor(guards, endpoint, session, { params, key: keyOf(form) });
          return { location: hrefTo(program, '/account') };
        },
      );
    },
  });
  return [
    target(urls.party, (form) => ({ endpoint: form.get('to') === 'ACTIVE' ? unfreeze : freeze })),
    target(urls.agent, (form) => ({
      endpoint: form.get('to') === 'ACTIVE' ? resume : suspend,
      params: { agentId: form.get('agentId') ?? '' },
    })),
    target(urls.key, (form) => {
      const id = form.get('keyId') ?? '';
      return id.startsWith('agk_')
        ? { endpoint: agentKey, params: { agentKeyId: id } }
        : { endpoint: apiKey, params: { apiKeyId: id } };
    }),
  ];
}

type Called = { endpoint: Endpoint; params?: Readonly<Record<string, string>> };

/** Says on top of the account's page that the party is frozen, by whom, and how its own freeze is lifted. */
export async function frozenNote(
  program: Program,
  session: Context,
  { frozenBy }: PartyRow,
): Promise<Content[]> {
  if (frozenBy.length === 0) return [];
  const isOwn = frozenBy.includes('party');
  const who = !isOwn
    ? 'The operator of this service has frozen it, and only the operator lifts that.'
    : frozenBy.length === 1
      ? 'Its own people have frozen it.'
      : 'Its own people have frozen it, and the operator of this service has, too. Each lifts its own freeze.';
  return [
    h(
      'div',
      { key: 'frozen', className: 'note' },
      h('p', null, h('strong', null, 'Frozen. '), `No money leaves your party. ${who}`),
      isOwn && mayFreeze(session) && !needsFreshSignIn(session, null)
        ? buttonForm(hrefTo(program, urls.party), { to: 'ACTIVE' }, 'Unfreeze', 'second')
        : null,
    ),
    isOwn && mayFreeze(session) && needsFreshSignIn(session, null)
      ? await freshSignIn(program, session, { path: '/account', action: 'To unfreeze it' })
      : null,
  ];
}

const mayFreeze = ({ actor }: Context): boolean => actor.scopes.has('party.update');

/** Returns the part of the account's page that freezes the party. */
export function freezePart(program: Program, session: Context, { frozenBy }: PartyRow): Content[] {
  if (!mayFreeze(session) || frozenBy.includes('party')) return [];
  return [
    h(
      'details',
      { key: 'freeze' },
      h('summary', null, 'Freeze your party: stop all money…'),
      h(
        'p',
        null,
        'No money leaves from then on, whoever asks for it: people, keys or agents. Money still arrives. To unfreeze here, you sign in again by mail. A key that may change the party can unfreeze it too: revoke those that others may have.',
      ),
      buttonForm(hrefTo(program, urls.party), { to: 'FROZEN' }, 'Freeze all money that leaves', 'danger'),
    ),
  ];
}

const shown = '100';

/** Returns the part of the account's page on which agents are stopped, and their keys revoked. */
export async function agentsPart(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
): Promise<Content[]> {
  if (!session.actor.scopes.has('agents.update')) return [];
  const read = (path: string, query: object) => readList(guards, endpoints, session, path, query);
  const [active, suspended, keys] = await Promise.all([
    read('/agents', { limit: shown, status: 'ACTIVE' }),
    read('/agents', { limit: shown, status: 'SUSPENDED' }),
    read('/agent-keys', { limit: shown, status: 'ACTIVE' }),
  ]);
  const agents = [...active, ...suspended] as AgentResource[];
  if (agents.length === 0) return [];
  const isOld = needsFreshSignIn(session, null);
  const items = agents.map((agent) => {
    const own = (keys as AgentKeyResource[]).filter((key) => key.relationships.agent.data.id === agent.id);
    return agentItem({ program, isOld, mayRevoke: session.actor.scopes.has('agents.delete') }, agent, own);
  });
  const isCut = [active, suspended, keys].some((each) => each.length === Number(shown));
  return [
    h('h2', { key: 'agents' }, 'Your agents'),
    h('ul', { key: 'agent-list', className: 'plain' }, ...items),
    isCut
      ? h('p', { key: 'agents-cut', className: 'soft' }, 'The newest are shown; the API lists all.')
      : null,
    suspended.length > 0 && isOld
      ? await freshSignIn(program, session, { path: '/account', action: 'To resume an agent' })
      : null,
  ];
}

function agentItem(
  { program, isOld, mayRevoke }: { program: Program; isOld: boolean; mayRevoke: boolean },
  { id, attributes: { name, status } }: AgentResource,
  keys: readonly AgentKeyResource[],
): Content {
  const href = hrefTo(program, urls.agent);
  const isSuspended = status === 'SUSPENDED';
  return h(
    'li',
    { key: id },
    h('p', null, h('strong', null, userText(name)), isSuspended ? ' (suspended)' : null),
    ...(isSuspended
      ? [isOld ? null : buttonForm(href, { agentId: id, to: 'ACTIVE' }, 'Resume', 'second')]
      : [buttonForm(href, { agentId: id, to: 'SUSPENDED' }, 'Suspend', 'danger')]),
    ...(mayRevoke ? keys.map((key) => revocation(program, key.id, `${key.attributes.agentKeyPrefix}…`)) : []),
  );
}

/** Returns what revokes a key, after a second look: nothing brings it back. */
export function revocation(program: Program, keyId: string, prefix: string | null): Content {
  const what = prefix === null ? ['Revoke it…'] : ['Revoke its key ', h('code', null, prefix)];
  return h(
    'details',
    { key: keyId },
    h('summary', null, ...what),
    h('p', null, 'Whatever uses the key stops working at once, for good.'),
    buttonForm(hrefTo(program, urls.key), { keyId }, 'Revoke the key', 'danger'),
  );
}
