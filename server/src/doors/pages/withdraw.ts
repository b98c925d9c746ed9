import type { Context, Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { amountToJson, formatMoney, parseDecimal } from '../../lib/money.ts';
import type { ExternalAccountResource } from '../../money/external-accounts/resource.ts';
import type { TransferResource } from '../../money/transfers/resource.ts';
import type { WalletResource } from '../../money/wallets/resource.ts';
import { accountLabel } from './bank.ts';
import { hrefTo, page, signInAt } from './document.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { keyField, keyOf } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, endpointOf, readList } from './read.ts';
import { orRefusal } from './send.ts';

const url = '/account/withdraw';
type Pages = { program: Program; guards: Guards; endpoints: readonly Endpoint[] };

/** What stands above the form: why the last one was refused, or that its amount needs a fresh sign-in. */
type Above = { problem: string | null; isTooLarge?: true };

/** Returns the page on which people withdraw from a wallet of their party to a verified bank account of it. */
export function withdrawPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const pages = { program, guards, endpoints };
  const toSignIn = (): PageResponse => ({ location: signInAt(program, url) });
  return [
    {
      method: 'GET',
      url,
      run: async ({ session }) =>
        session ? { html: await withdrawPage(pages, session, { problem: null }) } : toSignIn(),
    },
    {
      method: 'POST',
      url,
      run: async ({ session, form }: PageRequest) => (session ? sent(pages, session, form) : toSignIn()),
    },
  ];
}

async function sent(pages: Pages, session: Context, form: URLSearchParams): Promise<PageResponse> {
  const { program, guards, endpoints } = pages;
  return orRefusal(
    (problem) => withdrawPage(pages, session, { problem }),
    async () => {
      const attributes = await attributesOf(pages, session, form);
      if (needsFreshSignIn(session, BigInt(attributes.amount)))
        return {
          status: 403,
          html: await withdrawPage(pages, session, { problem: null, isTooLarge: true }),
        };
      const endpoint = endpointOf(endpoints, 'POST', '/transfers/withdraw');
      const call = { attributes, key: keyOf(form) };
      const transfer = await callFor<TransferResource>(guards, endpoint, session, call);
      return { html: donePage(program, session, transfer) };
    },
  );
}

/** Returns the body of the withdrawal. Throws `wallet_not_found` and, without an amount in its currency, `invalid_value`. */
async function attributesOf(pages: Pages, session: Context, form: URLSearchParams) {
  const wallet = (await walletsOf(pages, session)).find(({ id }) => id === form.get('walletId'));
  if (!wallet) throw fault('wallet_not_found', 'Choose the wallet that pays.');
  const { currency } = wallet.attributes.balance;
  const amount = parseDecimal((form.get('amount') ?? '').trim(), currency);
  if (amount === null)
    throw fault('invalid_value', `“Amount” must be an amount in ${currency}, such as 500 or 12.50.`);
  const description = (form.get('description') ?? '').trim();
  return {
    amount: amountToJson(amount),
    currency,
    walletId: wallet.id,
    externalAccountId: form.get('externalAccountId') ?? '',
    ...(description === '' ? {} : { description }),
  };
}

/** Returns the wallets that have money to withdraw, the default one first. */
async function walletsOf({ guards, endpoints }: Pages, session: Context): Promise<WalletResource[]> {
  const all = (await readList(guards, endpoints, session, '/wallets', { limit: '100' })) as WalletResource[];
  return all
    .filter(({ attributes: { status, balance } }) => status === 'active' && balance.available > 0)
    .toSorted((one, other) => Number(other.attributes.isDefault) - Number(one.attributes.isDefault));
}

async function withdrawPage(pages: Pages, session: Context, { problem, isTooLarge }: Above): Promise<string> {
  const { program, guards, endpoints } = pages;
  const mayWithdraw = session.actor.scopes.has('wallets.withdraw');
  const query = { status: 'active', limit: '100' };
  const [wallets, accounts] = await Promise.all([
    walletsOf(pages, session),
    readList(guards, endpoints, session, '/external-accounts', query),
  ]);
  return page(
    { ...program, session },
    'Withdraw',
    card(
      h('p', { className: 'kind' }, 'Withdrawal'),
      h('h1', null, 'Send money to your bank account'),
      problem === null ? null : problemText(problem),
      isTooLarge
        ? await freshSignIn(program, session, { path: url, action: 'To withdraw this amount' })
        : null,
      mayWithdraw
        ? formOrWhyNot(program, wallets, accounts as ExternalAccountResource[])
        : h('p', { className: 'soft' }, 'Your role withdraws nothing.'),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

function formOrWhyNot(
  program: Program,
  wallets: readonly WalletResource[],
  accounts: readonly ExternalAccountResource[],
): Content {
  if (wallets.length === 0) return h('p', { className: 'note' }, 'No wallet has money to withdraw.');
  if (accounts.length === 0)
    return h(
      'p',
      { className: 'note' },
      'You have no verified bank account. ',
      h('a', { href: hrefTo(program, '/account/bank') }, 'Add one, or verify it'),
      '.',
    );
  return h(
    'form',
    { method: 'post' },
    keyField(),
    choices('walletId', 'From', wallets.map(walletChoice)),
    choices(
      'externalAccountId',
      'To',
      accounts.map((account) => ({ id: account.id, name: accountLabel(account), note: null })),
    ),
    h('label', { htmlFor: 'amount' }, 'Amount'),
    h('input', { id: 'amount', name: 'amount', required: true, inputMode: 'decimal', autoComplete: 'off' }),
    h('label', { htmlFor: 'description' }, 'Description (optional)'),
    h('input', { id: 'description', name: 'description', maxLength: 500, autoComplete: 'off' }),
    h('button', null, 'Withdraw'),
  );
}

function walletChoice({ id, attributes: { displayName, balance } }: WalletResource) {
  const name = displayName === null ? 'Wallet' : userText(displayName);
  return {
    id,
    name,
    note: formatMoney({ amount: BigInt(balance.available), currency: balance.currency }),
  };
}

function choices(
  name: string,
  label: string,
  all: ReadonlyArray<{ id: string; name: Content; note: Content }>,
): Content {
  const items = all.map((choice, index) =>
    h(
      'label',
      { key: choice.id, className: 'choice' },
      h('input', { type: 'radio', name, value: choice.id, defaultChecked: index === 0 }),
      h('span', null, choice.name),
      h('span', { className: 'number' }, choice.note),
    ),
  );
  return h('fieldset', { key: name }, h('legend', null, label), ...items);
}

const outcomes: Partial<Record<TransferResource['attributes']['status'], string>> = {
  IN_REVIEW: 'It exceeds a limit, so it waits for an approval. No money has moved.',
};

function donePage(program: Program, session: Context, { attributes }: TransferResource): string {
  const { amount, currency, status, externalAccountDisplayMask, expectedAvailableAt } = attributes;
  return page(
    { ...program, session },
    'Withdrawal',
    card(
      h('p', { className: 'kind' }, 'Withdrawal'),
      h('h1', { className: 'amount' }, formatMoney({ amount: BigInt(amount), currency })),
      h('p', null, outcomes[status] ?? 'It is on its way to your bank. The money is held for it.'),
      facts(
        fact('To', userText(externalAccountDisplayMask ?? '')),
        expectedAvailableAt === null ? null : fact('Expected by', timeOf(new Date(expectedAvailableAt))),
      ),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}
