import type { Context, Program } from '../../context.ts';
import type { IncomingInvitationResource } from '../../authority/customer-invitations/resource.ts';
import type { DelegationResource } from '../../authority/delegations/resource.ts';
import { limitSentences } from '../../authority/customer-invitations/wording.ts';
import { type SpentUnderGrant, spentUnderGrants } from '../../authority/delegations/grants/list.ts';
import type { Limits } from '../../engine/model/state.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import { parseId } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { accountForm, type ShowAccount } from './account-form.ts';
import { hrefTo } from './document.ts';
import { type Content, h, userText } from './element.ts';
import { buttonForm, keyOf } from './forms.ts';
import { grantLimitsPath } from './grant-limits.ts';
import { callFor, endpointOf, mostListed, readList } from './read.ts';

const url = '/account/delegation';

/** Returns the target of the forms that end what a customer has permitted, or end, suspend or resume one agent of it. */
export function permitPages(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  showAccount: ShowAccount,
): PageRoute[] {
  const revoke = endpointOf(endpoints, 'DELETE', '/delegations/:delegationId');
  const update = endpointOf(endpoints, 'PATCH', '/delegations/:delegationId');
  return [
    accountForm(program, showAccount, url, async (session, form) => {
      const delegationId = form.get('delegationId') ?? '';
      const call = { params: { delegationId }, key: keyOf(form) };
      const [agentId, status] = [form.get('agentId'), form.get('status')];
      const attributes = { agents: [{ agentId, status }] };
      if (agentId === null) await callFor(guards, revoke, session, call);
      else await callFor(guards, update, session, { ...call, attributes });
    }),
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
    read('/delegations', { direction: 'given', limit: mostListed }),
  ]);
  const open = (given as DelegationResource[]).filter(({ attributes }) => attributes.status !== 'REVOKED');
  const shown = open.flatMap(({ attributes }) =>
    attributes.agents.filter(({ status }) => status !== 'REVOKED'),
  );
  const { actor, db, askedAt } = session;
  const ids = shown.flatMap(({ agentId }) => parseId('agt', agentId) ?? []);
  const view = {
    program,
    currency: open.length === 0 ? '' : await currencyOf(guards, endpoints, session),
    spent: ids.length === 0 ? new Map() : await spentUnderGrants(db, actor.partyId, ids, askedAt),
    mayEnd: actor.scopes.has('delegations.delete'),
    mayChange: actor.scopes.has('delegations.update'),
  };
  return [...invitations(program, incoming as IncomingInvitationResource[]), ...delegations(view, open)];
}

type View = {
  program: Program;
  /** The default currency of the party: its limits are in it. */
  currency: string;
  spent: ReadonlyMap<string, readonly SpentUnderGrant[]>;
  mayEnd: boolean;
  mayChange: boolean;
};

async function currencyOf(guards: Guards, endpoints: readonly Endpoint[], session: Context): Promise<string> {
  type Party = { attributes: { defaultCurrency: string } };
  const party = await callFor<Party>(guards, endpointOf(endpoints, 'GET', '/parties/me'), session, {});
  return party.attributes.defaultCurrency;
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

function delegations(view: View, open: readonly DelegationResource[]): Content[] {
  if (open.length === 0) return [];
  const items = open.map(({ id, attributes: { status, agents }, relationships: { delegate } }) => {
    const shown = agents.filter((agent) => agent.status !== 'REVOKED');
    return h(
      'li',
      { key: id },
      h('strong', null, userText(delegate.data.attributes.name)),
      status === 'SUSPENDED' ? ' (suspended)' : null,
      ...shown.flatMap((agent) => agentPart(view, id, agent, shown.length > 1)),
      view.mayEnd ? buttonForm(hrefTo(view.program, url), { delegationId: id }, 'End', 'danger') : null,
    );
  });
  return [
    h('h2', { key: 'delegations' }, 'Who may act for you'),
    h('ul', { key: 'delegates', className: 'plain' }, ...items),
  ];
}

type Agent = DelegationResource['attributes']['agents'][number];

/** Returns what one agent may do, has spent, and how to stop it alone. */
function agentPart(view: View, delegationId: string, agent: Agent, isOneOfSeveral: boolean): Content[] {
  const { agentId, status } = agent;
  const { program, currency, mayChange } = view;
  const change = (to: string, label: string): Content =>
    buttonForm(hrefTo(program, url), { delegationId, agentId, status: to }, label, 'second');
  const limits = limitSentences({ permissions: agent.permissions, ...limitsOf(agent) }, currency);
  const spent = view.spent.get(parseId('agt', agentId) ?? '') ?? [];
  return [
    h('p', { key: agentId }, 'Agent ', userText(agent.name), status === 'SUSPENDED' ? ' (suspended)' : null),
    h(
      'p',
      { key: `${agentId} limits`, className: 'soft' },
      [...limits, ...spent.map(spentSentence)].join(' '),
    ),
    ...(mayChange
      ? [
          h(
            'p',
            { key: `${agentId} change` },
            h(
              'a',
              { href: hrefTo(program, grantLimitsPath({ delegationId, agentId })) },
              'Change its limits',
            ),
          ),
          status === 'SUSPENDED' ? change('ACTIVE', 'Resume agent') : change('SUSPENDED', 'Suspend agent'),
          isOneOfSeveral ? change('REVOKED', 'End agent') : null,
        ]
      : []),
  ];
}

function limitsOf({ limits }: Agent): Limits {
  const { perTransaction, perDay, perMonth, currencies = null } = limits ?? {};
  return {
    perTransaction: minorUnits(perTransaction),
    perDay: minorUnits(perDay),
    perMonth: minorUnits(perMonth),
    currencyLimits: currencies,
  };
}

function minorUnits(amount: number | undefined): bigint | null {
  return amount === undefined ? null : BigInt(amount);
}

function spentSentence({ currency, inDay, inMonth }: SpentUnderGrant): string {
  const money = (amount: bigint): string => formatMoney({ amount, currency });
  return `Spent so far: ${money(inDay)} today, ${money(inMonth)} this month (UTC).`;
}
