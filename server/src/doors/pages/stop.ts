import type { AgentKeyResource } from '../../authority/agent-keys/resource.ts';
import type { AgentResource } from '../../authority/agents/resource.ts';
import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageRoute } from '../../http/web-page.ts';
import type { PartyRow } from '../../identity/parties/queries.ts';
import { accountForm, type ShowAccount } from './account-form.ts';
import { hrefTo } from './document.ts';
import { type Content, h, userText } from './element.ts';
import { buttonForm, keyOf } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, cutNote, endpointOf, mostListed, readList } from './read.ts';

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
  const target = (url: PageRoute['url'], call: (form: URLSearchParams) => Called): PageRoute =>
    accountForm(program, showAccount, url, async (session, form) => {
      const { endpoint, params = {} } = call(form);
      await callFor(guards, endpoint, session, { params, key: keyOf(form) });
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
  const mayLift = isOwn && mayFreeze(session);
  const isOld = needsFreshSignIn(session, null);
  return [
    h(
      'div',
      { key: 'frozen', className: 'note' },
      h('p', null, h('strong', null, 'Frozen. '), `No money leaves your party. ${whoFroze(frozenBy)}`),
      mayLift && !isOld
        ? buttonForm(hrefTo(program, urls.party), { to: 'ACTIVE' }, 'Unfreeze', 'second')
        : null,
    ),
    mayLift && isOld
      ? await freshSignIn(program, session, { path: '/account', action: 'To unfreeze it' })
      : null,
  ];
}

function whoFroze(frozenBy: PartyRow['frozenBy']): string {
  if (!frozenBy.includes('party'))
    return 'The operator of this service has frozen it, and only the operator lifts that.';
  if (!frozenBy.includes('operator')) return 'Its own people have frozen it.';
  return 'Its own people have frozen it, and the operator of this service has, too. Each lifts its own freeze.';
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
        'From then on no money leaves, whether people, keys or agents ask for it. Money still arrives. To unfreeze here, you sign in again by mail. An API key that may change the party can unfreeze it too, so revoke every key that somebody else may have.',
      ),
      buttonForm(hrefTo(program, urls.party), { to: 'FROZEN' }, 'Freeze all money that leaves', 'danger'),
    ),
  ];
}

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
    read('/agents', { limit: mostListed, status: 'ACTIVE' }),
    read('/agents', { limit: mostListed, status: 'SUSPENDED' }),
    read('/agent-keys', { limit: mostListed, status: 'ACTIVE' }),
  ]);
  const agents = [...active, ...suspended] as AgentResource[];
  if (agents.length === 0) return [];
  const isOld = needsFreshSignIn(session, null);
  const items = agents.map((agent) => {
    const own = (keys as AgentKeyResource[]).filter((key) => key.relationships.agent.data.id === agent.id);
    return agentItem({ program, isOld, mayRevoke: session.actor.scopes.has('agents.delete') }, agent, own);
  });
  return [
    h('h2', { key: 'agents' }, 'Your agents'),
    h('ul', { key: 'agent-list', className: 'plain' }, ...items),
    cutNote('agents-cut', active, suspended, keys),
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
