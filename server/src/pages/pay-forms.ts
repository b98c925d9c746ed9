import type { Context, Program } from '../context.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Guards } from '../http/handle.ts';
import { formatMoney } from '../lib/money.ts';
import { findPaymentRequest } from '../payment-requests/queries.ts';
import type { LinkedPaymentRequest } from '../payment-requests/queries.ts';
import type { WalletResource } from '../wallets/resource.ts';
import { hrefTo } from './document.ts';
import { h, userText } from './element.ts';
import type { Content } from './element.ts';
import { keyField } from './forms.ts';
import { readList } from './read.ts';

/** What a page needs to read the wallets of its user. */
export type Payer = { program: Program; guards: Guards; endpoints: readonly Endpoint[] };

/** Returns the forms with which the user who is signed in pays or declines a request, or why that is not possible. */
export async function payForms(
  { program, guards, endpoints }: Payer,
  session: Context,
  asked: LinkedPaymentRequest,
): Promise<Content[]> {
  const { partyId } = session.actor;
  const request = await findPaymentRequest(session.db, partyId, asked.id);
  if (!request) return [notAsked(program)];
  if (request.partyId === partyId) {
    return [h('p', { key: 'own' }, 'This is your own request. Send its link to whoever is to pay.')];
  }
  const all = (await readList(guards, endpoints, session, '/wallets', { limit: '100' })) as WalletResource[];
  const wallets = all
    .filter(({ attributes: { status, currency } }) => status === 'active' && currency === asked.currency)
    .toSorted((one, other) => Number(other.attributes.isDefault) - Number(one.attributes.isDefault));
  return [wallets.length === 0 ? noWallet(asked) : payForm(asked, wallets), declineForm()];
}

function notAsked(program: Program): Content {
  return h(
    'div',
    { key: 'other', className: 'note' },
    h('p', null, 'This request asks somebody else: not the party for which you are signed in.'),
    h('p', null, h('a', { href: hrefTo(program, '/account') }, 'See for whom you are signed in')),
  );
}

function noWallet({ currency }: LinkedPaymentRequest): Content {
  return h('p', { key: 'none', className: 'note' }, `You have no wallet in ${currency} to pay from.`);
}

function payForm(asked: LinkedPaymentRequest, wallets: readonly WalletResource[]): Content {
  const values = { verdict: 'pay', amount: String(asked.amount), currency: asked.currency };
  return h(
    'form',
    { key: 'pay', method: 'post' },
    keyField(),
    ...Object.entries(values).map(([name, value]) => h('input', { key: name, type: 'hidden', name, value })),
    h('fieldset', null, h('legend', null, 'Pay from'), ...wallets.map(walletChoice)),
    h('button', null, `Pay ${formatMoney(asked)}`),
  );
}

function walletChoice({ id, attributes }: WalletResource, index: number): Content {
  const { displayName, balance } = attributes;
  const available = formatMoney({ amount: BigInt(balance.available), currency: balance.currency });
  return h(
    'label',
    { key: id, className: 'choice' },
    h('input', { type: 'radio', name: 'walletId', value: id, defaultChecked: index === 0 }),
    h('span', null, displayName === null ? 'Wallet' : userText(displayName)),
    h('span', { className: 'number' }, available),
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
