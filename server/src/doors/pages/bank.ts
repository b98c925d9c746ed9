import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import type {
  ExternalAccountResource,
  MicroDepositsResource,
} from '../../money/external-accounts/resource.ts';
import { accountLabel } from './choices.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, h, problemText } from './element.ts';
import { formPage } from './form-page.ts';
import { keyField, keyOf, textField } from './forms.ts';
import { callFor, endpointOf, mostListed, readList } from './read.ts';

const url = '/account/bank';
type Pages = { program: Program; guards: Guards; endpoints: readonly Endpoint[] };

/** Returns the page on which people add bank accounts to their party, prove that they are theirs, and remove them. */
export function bankPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const pages = { program, guards, endpoints };
  return formPage(program, {
    url,
    show: (session, problem) => bankPage(pages, session, problem),
    send: async (session, { form }) => {
      const { endpoint, call } = sentBy(endpoints, form);
      await callFor(guards, endpoint, session, call);
      return { location: hrefTo(program, url) };
    },
  });
}

/** Returns the endpoint that a form of the page asks for, and its input. */
function sentBy(endpoints: readonly Endpoint[], form: URLSearchParams) {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const params = { externalAccountId: text('externalAccountId') };
  const at = (method: Endpoint['method'], path: string) => endpointOf(endpoints, method, path);
  const key = keyOf(form);
  const verdict = form.get('verdict');
  if (verdict === 'verify') {
    const amounts = [text('first'), text('second')].map(centsOf);
    const endpoint = at('POST', '/external-accounts/:externalAccountId/verify');
    return { endpoint, call: { params, attributes: { amounts }, key } };
  }
  if (verdict === 'remove')
    return { endpoint: at('DELETE', '/external-accounts/:externalAccountId'), call: { params, key } };
  const bankName = text('bankName') || null;
  const attributes = { accountName: text('accountName'), bankName, account: accountOf(text) };
  return { endpoint: at('POST', '/external-accounts'), call: { attributes, key } };
}

/** An amount of at most 99 minor units as people read it in a statement: `32`, or `0.32`. */
const centsOf = (text: string): number => Number(text.replace(/^0?\./, ''));

function accountOf(text: (name: string) => string): object {
  if (text('iban') !== '') return { type: 'iban', iban: text('iban').toUpperCase() };
  const accountType = text('accountType');
  return {
    type: 'us',
    routingNumber: text('routingNumber'),
    accountNumber: text('accountNumber'),
    accountType,
  };
}

async function bankPage(pages: Pages, session: Context, problem: string | null): Promise<string> {
  const { program } = pages;
  const accounts = await usableAccounts(pages, session);
  const mayAdd = session.actor.scopes.has('external_accounts.create');
  const items = await Promise.all(accounts.map((account) => accountItem(pages, session, account)));
  return page(
    { ...program, session },
    'Bank accounts',
    card(
      h('p', { className: 'kind' }, 'Bank accounts'),
      h('h1', null, 'Where you withdraw to'),
      problem === null ? null : problemText(problem),
      items.length === 0 ? null : h('ul', { className: 'plain' }, ...items),
      ...(mayAdd ? addForms() : [h('p', { key: 'role', className: 'soft' }, 'Your role adds none.')]),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

/** Returns the party's bank accounts that can be used, or will be once they are verified, newest first. */
async function usableAccounts(
  { guards, endpoints }: Pages,
  session: Context,
): Promise<ExternalAccountResource[]> {
  const all = await readList(guards, endpoints, session, '/external-accounts', { limit: mostListed });
  return (all as ExternalAccountResource[]).filter(({ attributes }) => attributes.status !== 'disabled');
}

async function accountItem(
  pages: Pages,
  session: Context,
  account: ExternalAccountResource,
): Promise<Content> {
  const { id, attributes } = account;
  const { scopes } = session.actor;
  return h(
    'li',
    { key: id },
    h('strong', null, accountLabel(account)),
    h('p', { className: 'soft' }, attributes.status === 'active' ? 'Verified' : 'Waits to be verified'),
    attributes.status === 'pending' && scopes.has('external_accounts.create')
      ? await verifyPart(pages, session, id)
      : null,
    scopes.has('external_accounts.delete')
      ? h(
          'form',
          { method: 'post' },
          keyField(),
          h('input', { type: 'hidden', name: 'verdict', value: 'remove' }),
          h('input', { type: 'hidden', name: 'externalAccountId', value: id }),
          h('button', { className: 'danger' }, 'Remove'),
        )
      : null,
  );
}

/** Returns the form that takes the two small amounts; without a bank that sends any, who verifies instead. */
async function verifyPart({ program, guards, endpoints }: Pages, session: Context, id: string) {
  if (!program.config.sandboxBank)
    return h('p', null, 'The operator of this service verifies it. Ask them, and say how they can check it.');
  const path = '/simulations/external-accounts/:externalAccountId/micro-deposits';
  const params = { externalAccountId: id };
  const sent = await callFor<MicroDepositsResource>(guards, endpointOf(endpoints, 'GET', path), session, {
    params,
  });
  const field = (name: string, label: string): Content[] =>
    textField(name, label, { id: `${id} ${name}`, required: true, inputMode: 'decimal' });
  return h(
    'form',
    { method: 'post' },
    keyField(),
    h('input', { type: 'hidden', name: 'verdict', value: 'verify' }),
    h('input', { type: 'hidden', name: 'externalAccountId', value: id }),
    h('p', null, 'Two amounts below 1.00 arrive at the account. Enter them to show that it is yours.'),
    h(
      'p',
      { className: 'note' },
      `In this sandbox they are 0.${cents(sent.attributes.amounts[0])} and 0.${cents(sent.attributes.amounts[1])}.`,
    ),
    ...field('first', 'One amount'),
    ...field('second', 'The other amount'),
    h('button', null, 'Verify'),
  );
}

const cents = (amount = 0): string => String(amount).padStart(2, '0');

function addForms(): Content[] {
  return [
    h('h2', { key: 'us title' }, 'Add an account in the United States'),
    addForm('us', [
      textField('routingNumber', 'Routing number', { required: true, inputMode: 'numeric' }),
      textField('accountNumber', 'Account number', { required: true, inputMode: 'numeric' }),
      [
        h('label', { key: 'type label', htmlFor: 'accountType' }, 'Kind of account'),
        h(
          'select',
          { key: 'type', id: 'accountType', name: 'accountType' },
          h('option', { value: 'checking' }, 'Checking'),
          h('option', { value: 'savings' }, 'Savings'),
        ),
      ],
    ]),
    h('h2', { key: 'iban title' }, 'Add an account with an IBAN'),
    addForm('iban', [textField('iban', 'IBAN', { required: true })]),
  ];
}

function addForm(kind: string, numbers: ReadonlyArray<readonly Content[]>): Content {
  return h(
    'form',
    { key: kind, method: 'post' },
    keyField(),
    h('input', { type: 'hidden', name: 'verdict', value: 'add' }),
    ...textField('accountName', 'Name of its owner', {
      maxLength: 128,
      id: `${kind} accountName`,
      required: true,
    }),
    ...textField('bankName', 'Bank (optional)', { maxLength: 128, id: `${kind} bankName` }),
    ...numbers.flat(),
    h('button', null, 'Add the account'),
  );
}

/** Returns the part of the account's page about bank accounts; nothing for a role that may not read them. */
export async function bankPart(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
): Promise<Content[]> {
  const { scopes } = session.actor;
  if (!scopes.has('external_accounts.read')) return [];
  const accounts = await usableAccounts({ program, guards, endpoints }, session);
  const items = accounts.map((account) =>
    h(
      'li',
      { key: account.id },
      accountLabel(account),
      account.attributes.status === 'pending' ? ' (waits to be verified)' : null,
    ),
  );
  const manage = accounts.length === 0 ? 'Add a bank account' : 'Add, verify or remove a bank account';
  return [
    h('h2', { key: 'bank' }, 'Your bank accounts'),
    items.length === 0 ? null : h('ul', { key: 'bank list', className: 'plain' }, ...items),
    scopes.has('external_accounts.create')
      ? h('p', { key: 'bank link' }, h('a', { href: hrefTo(program, url) }, manage))
      : null,
    scopes.has('wallets.withdraw')
      ? h('p', { key: 'withdraw' }, h('a', { href: hrefTo(program, '/account/withdraw') }, 'Withdraw'))
      : null,
  ];
}
