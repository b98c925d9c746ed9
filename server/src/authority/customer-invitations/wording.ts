import { formatMoney } from '../../lib/money.ts';
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

/** Returns whether the party and its agent may pay with the customer's money once the invitation is accepted. */
export function permitsPaying({ permissions }: Pick<PendingInvitation, 'permissions'>): boolean {
  return permissions.includes('payments.create');
}

/**
 * Returns the limit of a payment in a sentence for the customer; null if the invitation permits no payments. The limit
 * is in the customer's currency. Without it, because the inviting party can read the sentence too, that is not named.
 */
export function limitSentence(
  { permissions, perTransaction }: Pick<PendingInvitation, 'permissions' | 'perTransaction'>,
  currency: string | null = null,
): string | null {
  if (!permitsPaying({ permissions })) return null;
  if (perTransaction === null) return 'There is no limit on the amount of a payment.';
  if (currency !== null) {
    const most = formatMoney({ amount: perTransaction, currency });
    return `A payment of more than ${most} waits until you approve it.`;
  }
  const units = perTransaction.toLocaleString('en');
  const dollars = formatMoney({ amount: perTransaction, currency: 'USD' });
  const limit = `${units} of the smallest unit of your currency (${dollars} if it is the US dollar)`;
  return `A payment of more than ${limit} waits until you approve it.`;
}
