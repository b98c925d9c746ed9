import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageRoute } from '../../http/web-page.ts';
import { getParty } from '../../identity/parties/get.ts';
import type { PartyLimitPolicyResource } from '../../identity/parties/resource.ts';
import { amountsForm, amountsOf } from './amounts.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, h, problemText } from './element.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { formPage } from './form-page.ts';
import { keyOf } from './forms.ts';
import { callFor, endpointOf } from './read.ts';

const url = '/account/limits';
type Policy = PartyLimitPolicyResource['attributes'];
type Pages = { program: Program; guards: Guards; read: Endpoint; set: Endpoint };

/** Returns the page on which people see and set the limits of their party. */
export function limitPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const pages = {
    program,
    guards,
    read: endpointOf(endpoints, 'GET', '/parties/me/limits'),
    set: endpointOf(endpoints, 'PUT', '/parties/me/limits'),
  };
  return formPage(program, {
    url,
    show: (session, problem) => limitsPage(pages, session, problem),
    send: async (session, { form }) => {
      const { limits: now, currency } = await policyNow(pages, session);
      const attributes = { limits: { ...now, ...amountsOf(form, currency) } };
      await callFor(guards, pages.set, session, { attributes, key: keyOf(form) });
      return { location: hrefTo(program, '/account') };
    },
  });
}

async function policyNow({ guards, read }: Pages, session: Context): Promise<Policy> {
  return (await callFor<PartyLimitPolicyResource>(guards, read, session, {})).attributes;
}

async function limitsPage(pages: Pages, session: Context, problem: string | null): Promise<string> {
  const { program } = pages;
  return page(
    { ...program, session },
    'Limits',
    card(
      h('p', { className: 'kind' }, 'Limits'),
      h('h1', null, 'The limits of your party'),
      problem === null ? null : problemText(problem),
      h(
        'p',
        null,
        'They bind everything that your party pays and withdraws, by whomever. What exceeds one waits for an approval.',
      ),
      ...(await forms(pages, session, await policyNow(pages, session))),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

async function forms({ program }: Pages, session: Context, policy: Policy): Promise<Content[]> {
  if (!session.actor.scopes.has('party.update'))
    return [h('p', { key: 'role', className: 'soft' }, 'Your role does not change them.')];
  const { approveBy } = await getParty(session);
  const isOwner = session.actor.role === 'OWNER';
  const asksFresh = approveBy === 'session' && isOwner && needsFreshSignIn(session, null);
  return [
    ...(asksFresh ? [await freshSignIn(program, session, { path: url, action: 'To raise a limit' })] : []),
    ...(approveBy === 'session' && !isOwner
      ? [h('p', { key: 'owners', className: 'soft' }, 'Only an owner raises or removes one.')]
      : []),
    amountsForm(policy.limits, policy.currency),
  ];
}
