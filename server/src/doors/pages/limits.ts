import type { Context, Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { getParty } from '../../identity/parties/get.ts';
import type { PartyLimitPolicyResource } from '../../identity/parties/resource.ts';
import { amountToJson, formatDecimal, parseDecimal } from '../../lib/money.ts';
import { hrefTo, page, signInAt } from './document.ts';
import { card, type Content, h, problemText } from './element.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { keyField, keyOf } from './forms.ts';
import { callFor, endpointOf } from './read.ts';
import { orRefusal } from './send.ts';

const url = '/account/limits';
const windows = [
  ['perTransaction', 'For each payment and withdrawal'],
  ['perDay', 'In a day'],
  ['perMonth', 'In a month'],
] as const;
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
  const toSignIn = (): PageResponse => ({ location: signInAt(program, url) });
  return [
    {
      method: 'GET',
      url,
      run: async ({ session }) => (session ? { html: await limitsPage(pages, session, null) } : toSignIn()),
    },
    {
      method: 'POST',
      url,
      run: async ({ session, form }: PageRequest) => {
        if (!session) return toSignIn();
        return orRefusal(
          (problem) => limitsPage(pages, session, problem),
          async () => {
            const attributes = { limits: limitsOf(form, await policyNow(pages, session)) };
            await callFor(guards, pages.set, session, { attributes, key: keyOf(form) });
            return { location: hrefTo(program, '/account') };
          },
        );
      },
    },
  ];
}

async function policyNow({ guards, read }: Pages, session: Context): Promise<Policy> {
  return (await callFor<PartyLimitPolicyResource>(guards, read, session, {})).attributes;
}

/** Returns what the form says, with what it does not ask for as it is. */
function limitsOf(form: URLSearchParams, { limits, currency }: Policy): object {
  const sent = windows.map(([name, label]) => {
    const text = (form.get(name) ?? '').trim();
    const amount = text === '' ? null : parseDecimal(text, currency);
    if (text !== '' && amount === null)
      throw fault('invalid_value', `“${label}” must be an amount in ${currency}, such as 500, or nothing.`);
    return [name, amount === null ? null : amountToJson(amount)] as const;
  });
  return { ...limits, ...Object.fromEntries(sent) };
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
    limitsForm(policy),
  ];
}

function limitsForm({ limits, currency }: Policy): Content {
  const fields = windows.flatMap(([name, label]) => [
    h('label', { key: `${name} label`, htmlFor: name }, `${label}, in ${currency}`),
    h('input', {
      key: name,
      id: name,
      name,
      inputMode: 'decimal',
      autoComplete: 'off',
      defaultValue: decimalOf(limits?.[name], currency),
    }),
  ]);
  return h(
    'form',
    { key: 'form', method: 'post' },
    keyField(),
    ...fields,
    h('p', { className: 'soft' }, 'Leave a field empty for no limit. Days and months are those of UTC.'),
    h('button', null, 'Save'),
  );
}

function decimalOf(amount: number | undefined, currency: string): string {
  return amount === undefined ? '' : formatDecimal({ amount: BigInt(amount), currency });
}
