import { formatMoney } from '../../lib/money.ts';
import type { ExternalAccountResource } from '../../money/external-accounts/resource.ts';
import type { WalletResource } from '../../money/wallets/resource.ts';
import { type Content, h, userText } from './element.ts';

/** One of several things that a form lets people choose: its id, and what they know it by. */
export type Choice = { id: string; name: Content; note: Content };

/** Returns the part of a form that lets people choose one of them, at first the first one. */
export function choiceField(name: string, label: string, choices: readonly Choice[]): Content {
  return h(
    'fieldset',
    { key: name },
    h('legend', null, label),
    ...choices.map((each, at) => choice(name, each, at)),
  );
}

function choice(field: string, { id, name, note }: Choice, index: number): Content {
  return h(
    'label',
    { key: id, className: 'choice' },
    h('input', { type: 'radio', name: field, value: id, defaultChecked: index === 0 }),
    h('span', null, name),
    h('span', { className: 'number' }, note),
  );
}

/** Returns the wallets that can pay, the default one first. */
export function payingWallets(wallets: readonly WalletResource[]): WalletResource[] {
  return wallets
    .filter(({ attributes: { status } }) => status === 'active')
    .toSorted((one, other) => Number(other.attributes.isDefault) - Number(one.attributes.isDefault));
}

/** Returns a wallet to choose, with what it has available. */
export function walletChoice({ id, attributes: { displayName, balance } }: WalletResource): Choice {
  return {
    id,
    name: displayName === null ? 'Wallet' : userText(displayName),
    note: formatMoney({ amount: BigInt(balance.available), currency: balance.currency }),
  };
}

/** Returns a bank account to choose. */
export function accountChoice(account: ExternalAccountResource, note: Content): Choice {
  return { id: account.id, name: accountLabel(account), note };
}

/** Returns a bank account as people know it: its name and the end of its number. */
export function accountLabel({
  attributes: { accountName, bankName, lastFour },
}: ExternalAccountResource): Content {
  return userText(`${accountName ?? bankName ?? 'Bank account'} ···· ${lastFour}`);
}
