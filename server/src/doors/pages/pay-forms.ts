import type { Context, Program } from '../../context.ts';
import type { ExternalAccountResource } from '../../money/external-accounts/resource.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import { formatMoney } from '../../lib/money.ts';
import { findPaymentRequest, type LinkedPaymentRequest } from '../../money/payment-requests/queries.ts';
import type { WalletResource } from '../../money/wallets/resource.ts';
import { hrefTo } from './document.ts';
import { accountChoice, type Choice, choiceField, payingWallets, walletChoice } from './choices.ts';
import { type Content, h } from './element.ts';
import { keyField } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { mostListed, readList } from './read.ts';

/** What a page needs to read the wallets and accounts of its user. */
export type Payer = { program: Program; guards: Guards; endpoints: readonly Endpoint[] };

/**
 * Returns the forms with which the user who is signed in pays or declines a request, or why that is not possible; `path` is
 * that of their page.
 */
export async function payForms(
  payer: Payer,
  session: Context,
  asked: LinkedPaymentRequest,
  path: string,
): Promise<Content[]> {
  const { partyId } = session.actor;
  const request = await findPaymentRequest(session.db, { partyId, id: asked.id, agentId: null });
  if (!request) return [notAsked(payer.program)];
  if (request.partyId === partyId) {
    return [h('p', { key: 'own' }, 'This is your own request. Send its link to whoever is to pay.')];
  }
  const choices = [
    ...(await walletChoices(payer, session, asked)),
    ...(await accountChoices(payer, session)),
  ];
  if (choices.length === 0) return [noSource(asked), declineForm()];
  if (!needsFreshSignIn(session, asked.amount)) return [payForm(asked, choices), declineForm()];
  return [await freshSignIn(payer.program, session, { path, action: 'To pay this amount' }), declineForm()];
}

function notAsked(program: Program): Content {
  return h(
    'div',
    { key: 'other', className: 'note' },
    h('p', null, 'This request asks somebody else: not the party for which you are signed in.'),
    h('p', null, h('a', { href: hrefTo(program, '/account') }, 'See for whom you are signed in')),
  );
}

function noSource({ currency }: LinkedPaymentRequest): Content {
  const text = `You have no wallet with this much available in ${currency}, and no bank account that your role may use.`;
  return h('p', { key: 'none', className: 'note' }, text);
}

/** Returns the wallets that have the amount, the default one first. */
async function walletChoices(
  { guards, endpoints }: Payer,
  session: Context,
  { amount, currency }: LinkedPaymentRequest,
): Promise<Choice[]> {
  const all = (await readList(guards, endpoints, session, '/wallets', {
    limit: mostListed,
  })) as WalletResource[];
  return payingWallets(all)
    .filter(({ attributes: { balance } }) => balance.currency === currency)
    .filter(({ attributes: { balance } }) => BigInt(balance.available) >= amount)
    .map(walletChoice);
}

async function accountChoices({ guards, endpoints }: Payer, session: Context): Promise<Choice[]> {
  if (!session.actor.scopes.has('wallets.fund')) return [];
  const query = { status: 'active', limit: mostListed };
  const accounts = await readList(guards, endpoints, session, '/external-accounts', query);
  return (accounts as ExternalAccountResource[]).map((account) => accountChoice(account, 'by bank transfer'));
}

function payForm(asked: LinkedPaymentRequest, choices: readonly Choice[]): Content {
  const values = { verdict: 'pay', amount: String(asked.amount), currency: asked.currency };
  return h(
    'form',
    { key: 'pay', method: 'post' },
    keyField(),
    ...Object.entries(values).map(([name, value]) => h('input', { key: name, type: 'hidden', name, value })),
    choiceField('source', 'Pay from', choices),
    h('button', null, `Pay ${formatMoney(asked)}`),
  );
}

function declineForm(): Content {
  return h(
    'form',
    { key: 'decline', method: 'post' },
    keyField(),
    h('input', { type: 'hidden', name: 'verdict', value: 'decline' }),
    h('button', { className: 'second' }, 'Decline'),
  );
}
