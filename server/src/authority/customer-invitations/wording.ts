import {
  type AmountLimits,
  isCounted,
  isLimited,
  type Limits,
  limitsIn,
  noLimits,
} from '../../engine/model/state.ts';
import { formatMoney } from '../../lib/money.ts';
import { itsOwn, permitsPaying } from '../../terms/most-at-once.ts';
import type { PendingInvitation } from './queries.ts';
import type { Permission } from '../../scopes.ts';

const permissionWords: Record<Permission, string> = {
  'payments.create': 'make payments from your wallets',
  'payments.read': 'see your payments',
  'wallets.read': 'see your wallets and what is in them',
  'wallets.update': 'rename, freeze and unfreeze your wallets',
  'external_accounts.create': 'link bank accounts for you',
  'party.read': 'see your name and contact details',
  'party.update': 'change your name and contact details',
};

/** Returns what the party and its agent may do once the invitation is accepted, in words for the customer. */
export function permittedActions({ permissions }: Pick<PendingInvitation, 'permissions'>): string[] {
  return permissions.map((permission) => permissionWords[permission]);
}

/**
 * Returns the limits of an invitation in sentences for the customer; none if it permits no payments. They are in the
 * customer's currency. Without it, because the inviting party can read the sentences too, that is not named.
 */
export function limitSentences(
  { permissions, ...limits }: Pick<PendingInvitation, 'permissions' | keyof Limits>,
  currency: string | null = null,
): string[] {
  if (!permitsPaying({ permissions })) return [];
  if (!isLimited(limits)) return ['There is no limit on the amount of a payment, or on the total.'];
  const inOwn = (amount: bigint): string => {
    if (currency !== null) return formatMoney({ amount, currency });
    const dollars = formatMoney({ amount, currency: 'USD' });
    return `${amount.toLocaleString('en')} of the smallest unit of your currency (${dollars} if it is the US dollar)`;
  };
  const { currencyLimits } = limits;
  const sentences = [
    ...sentencesOf(limits, inOwn),
    ...Object.keys(currencyLimits ?? {}).flatMap((named) =>
      sentencesOf(limitsIn({ ...noLimits, currencyLimits }, named, itsOwn) ?? noLimits, (amount) =>
        formatMoney({ amount, currency: named }),
      ),
    ),
  ];
  return [
    ...sentences,
    ...(isCounted(limits) ? [] : ['There is no limit on the total of many payments.']),
    ...(currencyLimits ? ['A payment in any other currency waits until you approve it.'] : []),
  ];
}

function sentencesOf(
  { perTransaction, perDay, perMonth }: AmountLimits,
  inWords: (amount: bigint) => string,
): string[] {
  const over = (what: string, limit: bigint | null, period: string): string[] =>
    limit === null ? [] : [`${what} of more than ${inWords(limit)}${period} waits until you approve it.`];
  return [
    ...over('A payment', perTransaction, ''),
    ...over('A total', perDay, ' in a day (UTC)'),
    ...over('A total', perMonth, ' in a month (UTC)'),
  ];
}
