import type { Context, Program } from '../../context.ts';
import type { IncomingInvitationResource } from '../../authority/customer-invitations/resource.ts';
import type { DelegationResource } from '../../authority/delegations/resource.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRequest, PageRoute } from '../../http/web-page.ts';
import { hrefTo } from './document.ts';
import { type Content, h, userText } from './element.ts';
import { buttonForm, keyOf } from './forms.ts';
import { callFor, endpointOf, readList } from './read.ts';

const url = '/account/delegation';

/** Returns the target of the form that ends what a customer has permitted. */
export function permitPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const revoke = endpointOf(endpoints, 'DELETE', '/delegations/:delegationId');
  return [
    {
      method: 'POST',
      url,
      run: async ({ session, form }: PageRequest) => {
        if (!session) return { location: hrefTo(program, '/sign-in') };
        const delegationId = form.get('delegationId') ?? '';
        await callFor(guards, revoke, session, { params: { delegationId }, key: keyOf(form) });
        return { location: hrefTo(program, '/account') };
      },
    },
  ];
}

/** Returns the parts of the account's page about who acts for the party, and who asks to. */
export async function permitParts(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
): Promise<Content[]> {
  const read = (path: string, query: object) => readList(guards, endpoints, session, path, query);
  const [incoming, given] = await Promise.all([
    read('/customer-invitations/incoming', { status: 'PENDING', limit: '20' }),
    read('/delegations', { direction: 'given', limit: '100' }),
  ]);
  const open = (given as DelegationResource[]).filter(({ attributes }) => attributes.status !== 'REVOKED');
  const mayEnd = session.actor.scopes.has('delegations.delete');
  return [
    ...invitations(program, incoming as IncomingInvitationResource[]),
    ...delegations(program, open, mayEnd),
  ];
}

function invitations(program: Program, incoming: readonly IncomingInvitationResource[]): Content[] {
  if (incoming.length === 0) return [];
  const items = incoming.map(({ id, relationships: { party } }) => {
    const href = hrefTo(program, `/invited/${id}`);
    return h('li', { key: id }, h('a', { href }, 'From ', userText(party.data.attributes.name)));
  });
  return [
    h('h2', { key: 'invitations' }, 'Invitations to answer'),
    h('ul', { key: 'invited', className: 'plain' }, ...items),
  ];
}

function delegations(program: Program, open: readonly DelegationResource[], mayEnd: boolean): Content[] {
  if (open.length === 0) return [];
  const items = open.map(({ id, attributes: { agents }, relationships: { delegate } }) => {
    const names = agents.filter(({ status }) => status === 'ACTIVE');
    return h(
      'li',
      { key: id },
      h('strong', null, userText(delegate.data.attributes.name)),
      ...names.map((agent) => h('p', { key: agent.id, className: 'soft' }, 'Agent ', userText(agent.name))),
      mayEnd ? buttonForm(hrefTo(program, url), { delegationId: id }, 'End', 'danger') : null,
    );
  });
  return [
    h('h2', { key: 'delegations' }, 'Who may act for you'),
    h('ul', { key: 'delegates', className: 'plain' }, ...items),
  ];
}
