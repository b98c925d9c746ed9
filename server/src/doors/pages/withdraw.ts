import type { Context, Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import type { PageResponse, PageRoute } from '../../http/web-page.ts';
import { amountToJson, formatMoney, parseDecimal } from '../../lib/money.ts';
import type { ExternalAccountResource } from '../../money/external-accounts/resource.ts';
import type { TransferResource } from '../../money/transfers/resource.ts';
import type { WalletResource } from '../../money/wallets/resource.ts';
import { accountChoice, choiceField, payingWallets, walletChoice } from './choices.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { formPage } from './form-page.ts';
import { keyField, keyOf, textField } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, endpointOf, mostListed, readList } from './read.ts';

const url = '/account/withdraw';
type Pages = { program: Program; guards: Guards; endpoints: readonly Endpoint[] };

/** What stands above the form: why the last one was refused, or that its amount needs a fresh sign-in. */
type Above = { problem: string | null; isTooLarge?: true };

/** Returns the page on which people withdraw from a wallet of their party to a verified bank account of it. */
export function withdrawPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const pages = { program, guards, endpoints };
  return formPage(program, {
    url,
    show: (session, problem) => withdrawPage(pages, session, { problem }),
    send: (session, { form }) => sent(pages, session, form),
  });
}

async function sent(pages: Pages, session: Context, form: URLSearchParams): Promise<PageResponse> {
  const { program, guards, endpoints } = pages;
  const attributes = await attributesOf(pages, session, form);
  if (needsFreshSignIn(session, BigInt(attributes.amount)))
    return { status: 403, html: await withdrawPage(pages, session, { problem: null, isTooLarge: true }) };
  const endpoint = endpointOf(endpoints, 'POST', '/transfers/withdraw');
  const call = { attributes, key: keyOf(form) };
  return {
    html: donePage(program, session, await callFor<TransferResource>(guards, endpoint, session, call)),
  };
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
  const all = (await readList(guards, endpoints, session, '/wallets', {
    limit: mostListed,
  })) as WalletResource[];
  return payingWallets(all).filter(({ attributes: { balance } }) => balance.available > 0);
}

async function withdrawPage(pages: Pages, session: Context, { problem, isTooLarge }: Above): Promise<string> {
  const { program, guards, endpoints } = pages;
  const mayWithdraw = session.actor.scopes.has('wallets.withdraw');
  const query = { status: 'active', limit: mostListed };
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
    choiceField('walletId', 'From', wallets.map(walletChoice)),
    choiceField(
      'externalAccountId',
      'To',
      accounts.map((account) => accountChoice(account, null)),
    ),
    ...textField('amount', 'Amount', { required: true, inputMode: 'decimal' }),
    ...textField('description', 'Description (optional)', { maxLength: 500 }),
    h('button', null, 'Withdraw'),
  );
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
